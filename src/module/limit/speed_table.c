/*
 * speed_table.c - see speed_table.h.
 */
#include "module/limit/speed_table.h"
#include "shared/clock.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>

#include "apr_siphash.h"
#include "apr_strings.h"

#define PLACES 8   /* entries of one set, where a client may be */
#define STRIPES 64 /* locks; each set uses one of them */
#define NAMED_BIT (UINT64_C(1) << 63)
/* 0:1::/32 is unassigned: addresses of IPv4 are mapped there. */
#define IPV4 (UINT64_C(1) << 32)

/*
 * The bucket is full at the time `full`, which is in the past for a client
 * without recent requests: such an entry counts as free.
 */
typedef struct {
    uint64_t client;
    uint64_t scope;
    int64_t full; /* nanoseconds, CLOCK_MONOTONIC */
    uint64_t refused;
} entry_t;

typedef struct {
    pthread_mutex_t stripes[STRIPES];
    entry_t entries[];
} shared_t;

static struct {
    shared_t *shared;
    size_t size;
    uint64_t sets; /* a power of two */
    /* The secret key keeps clients from filling a set of their choice. */
    unsigned char key[APR_SIPHASH_KSIZE];
} speeds;

static apr_status_t drop(void *unused)
{
    munmap(speeds.shared, speeds.size);
    speeds.shared = NULL;
    return APR_SUCCESS;
}

/* A killed process leaves its lock to the next one. */
static bool make_locks(void)
{
    pthread_mutexattr_t attributes;
    bool made = !pthread_mutexattr_init(&attributes);

    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    for (int i = 0; made && i < STRIPES; i++)
        made = !pthread_mutex_init(&speeds.shared->stripes[i], &attributes);
    pthread_mutexattr_destroy(&attributes);
    return made;
}

const char *mh_speed_table_make(uint64_t clients, apr_pool_t *pconf)
{
    if (speeds.shared)
        return NULL;
    for (speeds.sets = 1; speeds.sets * PLACES < clients;)
        speeds.sets *= 2;
    speeds.size = sizeof(shared_t) + speeds.sets * PLACES * sizeof(entry_t);
    if (getrandom(speeds.key, sizeof(speeds.key), 0) != sizeof(speeds.key))
        return "MH1305: PerlSpeedLimit: the system has no random numbers";
    speeds.shared = mmap(NULL, speeds.size, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (speeds.shared == MAP_FAILED) {
        speeds.shared = NULL;
        return apr_psprintf(pconf,
                            "MH1306: PerlSpeedLimit: no memory for %s clients",
                            apr_psprintf(pconf, "%" APR_UINT64_T_FMT, clients));
    }
    apr_pool_cleanup_register(pconf, NULL, drop, apr_pool_cleanup_null);
    return make_locks() ? NULL
                        : "MH1307: PerlSpeedLimit: the system has no locks";
}

bool mh_speed_table_is_there(void)
{
    return speeds.shared != NULL;
}

/* One household has a /64, and could use another address for each request. */
static uint64_t client_of(const apr_sockaddr_t *client)
{
    const unsigned char *bytes = client->ipaddr_ptr;
    uint64_t address = 0;
    uint32_t four;

#if APR_HAVE_IPV6
    if (client->family == AF_INET6 &&
        !IN6_IS_ADDR_V4MAPPED((const struct in6_addr *)client->ipaddr_ptr)) {
        for (int i = 0; i < 8; i++)
            address = address << 8 | bytes[i];
        return address;
    }
    if (client->family == AF_INET6)
        bytes += 12;
#endif
    memcpy(&four, bytes, sizeof(four));
    return IPV4 | four;
}

static entry_t *set_of(uint64_t client, uint64_t scope, uint64_t *set)
{
    uint64_t words[2] = { client, scope };

    *set = apr_siphash24(words, sizeof(words), speeds.key) & (speeds.sets - 1);
    return &speeds.shared->entries[*set * PLACES];
}

/* The client's own entry, or that of the client with the fewest requests. */
static entry_t *find_entry(entry_t *set, uint64_t client, uint64_t scope)
{
    entry_t *least = set;

    for (entry_t *at = set; at < set + PLACES; at++) {
        if (at->client == client && at->scope == scope)
            return at;
        if (at->full < least->full)
            least = at;
    }
    *least = (entry_t){ .client = client, .scope = scope };
    return least;
}

static mh_speed_verdict_t judge(entry_t *entry, const mh_speed_t *limit,
                                int64_t now)
{
    int64_t room = limit->interval * (limit->burst - 1);

    if (entry->full <= now) {
        entry->full = now;
        entry->refused = 0;
    }
    if (entry->full - now > room) {
        bool first = !entry->refused++;

        return (mh_speed_verdict_t){ entry->full - now - room, first };
    }
    entry->full += limit->interval;
    return (mh_speed_verdict_t){ 0, false };
}

mh_speed_verdict_t mh_speed_table_take(const mh_speed_t *limit,
                                       const apr_sockaddr_t *client)
{
    uint64_t address = client_of(client);
    uint64_t number;
    entry_t *set = set_of(address, limit->scope, &number);
    pthread_mutex_t *lock = &speeds.shared->stripes[number % STRIPES];
    mh_speed_verdict_t verdict;

    /* The dead owner has left one wrong entry at worst. */
    if (pthread_mutex_lock(lock) == EOWNERDEAD)
        pthread_mutex_consistent(lock);
    verdict = judge(find_entry(set, address, limit->scope), limit,
                    (int64_t)mh_clock(CLOCK_MONOTONIC));
    pthread_mutex_unlock(lock);
    return verdict;
}

uint64_t mh_speed_table_scope(const char *name)
{
    return NAMED_BIT | apr_siphash24(name, strlen(name), speeds.key);
}
