/*
 * held_threads.c - see held_threads.h.
 */
#include "module/gateway/pools/held_threads.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ap_mpm.h"
#include "mpm_common.h"

/*
 * Rows beyond those of all children, because a child that ends may still have
 * its own.
 */
#define MORE_ROWS 64

/*
 * The share of httpd's threads that one pool must leave free, and the share
 * that all pools together must leave free.
 */
#define LEFT_BY_ONE 4
#define LEFT_BY_ALL 8

/* The threads of one child that a pool holds. */
typedef struct row_t {
    _Atomic unsigned of[MH_HELD_KINDS];
} row_t;

/* The counts of a pool: constant but for the rows. */
typedef struct mh_held_threads_t {
    row_t *rows;
    uint64_t most; /* of both kinds */
    uint64_t most_of[MH_HELD_KINDS];
} mh_held_threads_t;

/* Shared by httpd's children. The rows of all pools together follow, and then
 * those of each pool. */
typedef struct held_counts_t {
    _Atomic unsigned used; /* rows that have had an owner */
    _Atomic pid_t owner[];
} held_counts_t;

static struct {
    held_counts_t *shared;
    size_t size; /* bytes; 0: there are no counts */
    unsigned rows;
    mh_held_threads_t all;
} counts;

static int own_row = -1; /* of this child; -1: it does not count */
static __thread mh_held_thread_t *innermost;

static unsigned ask_mpm(int what)
{
    int number = 0;

    return ap_mpm_query(what, &number) == APR_SUCCESS && number > 0
               ? (unsigned)number
               : 1;
}

/* Small servers have nothing to spare. */
static uint64_t without_reserve(uint64_t threads, unsigned part)
{
    return threads - threads / part;
}

static void set_limits(mh_pool_t *pool, uint64_t threads)
{
    const mh_pool_numbers_t *numbers = &pool->numbers;
    mh_held_threads_t *held = pool->held;

    held->most = numbers->threads ? numbers->threads
                                  : without_reserve(threads, LEFT_BY_ONE);
    held->most_of[MH_HELD_SCRIPTS] = numbers->concurrency + numbers->queue;
    held->most_of[MH_HELD_WORKERS] = numbers->workers + numbers->queue;
    /* The operator's own number applies, even if it is larger. */
    if (held->most > counts.all.most)
        counts.all.most = held->most;
}

static apr_status_t drop(void *data)
{
    munmap(counts.shared, counts.size);
    counts.size = 0;
    return APR_SUCCESS;
}

static bool make_rows(size_t tables, apr_pool_t *pconf)
{
    void *memory;

    counts.rows = ask_mpm(AP_MPMQ_HARD_LIMIT_DAEMONS) + MORE_ROWS;
    counts.size = sizeof(held_counts_t) +
                  counts.rows * (sizeof(pid_t) + tables * sizeof(row_t));
    memory = mmap(NULL, counts.size, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    counts.shared = memory;
    apr_pool_cleanup_register(pconf, NULL, drop, apr_pool_cleanup_null);
    return true;
}

static row_t *table(size_t number)
{
    return (row_t *)(void *)(counts.shared->owner + counts.rows) +
           number * counts.rows;
}

int mh_held_threads_make(apr_pool_t *pconf)
{
    const apr_array_header_t *pools = mh_pools();
    uint64_t threads = (uint64_t)ask_mpm(AP_MPMQ_MAX_DAEMONS) *
                       ask_mpm(AP_MPMQ_MAX_THREADS);

    if (!make_rows((size_t)pools->nelts + 1, pconf)) {
        counts.size = 0;
        return errno;
    }
    counts.all.rows = table(0);
    counts.all.most = without_reserve(threads, LEFT_BY_ALL);
    counts.all.most_of[MH_HELD_SCRIPTS] = UINT64_MAX;
    counts.all.most_of[MH_HELD_WORKERS] = UINT64_MAX;
    for (int i = 0; i < pools->nelts; i++) {
        mh_pool_t *pool = APR_ARRAY_IDX(pools, i, mh_pool_t *);

        pool->held = apr_pcalloc(pconf, sizeof(*pool->held));
        pool->held->rows = table((size_t)i + 1);
        set_limits(pool, threads);
    }
    return 0;
}

static void clear_row(unsigned row)
{
    size_t tables = (size_t)mh_pools()->nelts + 1;

    for (size_t i = 0; i < tables; i++)
        for (int kind = 0; kind < MH_HELD_KINDS; kind++)
            table(i)[row].of[kind] = 0;
    counts.shared->owner[row] = 0;
}

/* The parent has waited for a child. */
static void note_child(server_rec *s, pid_t pid, ap_generation_t generation,
                       int slot, mpm_child_status status)
{
    if (status != MPM_CHILD_EXITED || !counts.size)
        return;
    for (unsigned i = 0; i < counts.shared->used; i++)
        if (counts.shared->owner[i] == pid)
            clear_row(i);
}

void mh_held_threads_register(void)
{
    ap_hook_child_status(note_child, NULL, NULL, APR_HOOK_MIDDLE);
}

static bool take_row(unsigned row)
{
    pid_t nobody = 0;
    unsigned used = counts.shared->used;

    if (!atomic_compare_exchange_strong(&counts.shared->owner[row], &nobody,
                                        getpid()))
        return false;
    while (used <= row &&
           !atomic_compare_exchange_weak(&counts.shared->used, &used, row + 1))
        ;
    return true;
}

void mh_held_threads_child(void)
{
    unsigned row = 0;

    while (counts.size && row < counts.rows && !take_row(row))
        row++;
    own_row = counts.size && row < counts.rows ? (int)row : -1;
}

static bool has_room(const mh_held_threads_t *held, mh_held_e kind)
{
    unsigned used = counts.shared->used;
    uint64_t both = 0;
    uint64_t same = 0;

    for (unsigned i = 0; i < used; i++) {
        for (int k = 0; k < MH_HELD_KINDS; k++)
            both += held->rows[i].of[k];
        same += held->rows[i].of[kind];
    }
    return both <= held->most && same <= held->most_of[kind];
}

/*
 * The count comes before the comparison, so that of two requests at once
 * neither takes the other's place.
 */
static bool take(const mh_held_threads_t *held, mh_held_e kind)
{
    held->rows[own_row].of[kind]++;
    if (has_room(held, kind))
        return true;
    held->rows[own_row].of[kind]--;
    return false;
}

static bool pool_has_thread(const mh_pool_t *pool)
{
    for (const mh_held_thread_t *at = innermost; at; at = at->outer)
        if (at->in_pool && at->pool == pool)
            return true;
    return false;
}

static bool pools_have_thread(void)
{
    for (const mh_held_thread_t *at = innermost; at; at = at->outer)
        if (at->in_all)
            return true;
    return false;
}

static void let_go_thread(mh_held_thread_t *held)
{
    if (held->in_pool)
        held->pool->held->rows[own_row].of[held->kind]--;
    if (held->in_all)
        counts.all.rows[own_row].of[held->kind]--;
    held->in_pool = held->in_all = false;
}

static bool hold(mh_held_thread_t *held)
{
    if (own_row < 0)
        return true;
    if (!pool_has_thread(held->pool) &&
        !(held->in_pool = take(held->pool->held, held->kind)))
        return false;
    if (pools_have_thread() || (held->in_all = take(&counts.all, held->kind)))
        return true;
    let_go_thread(held);
    return false;
}

bool mh_held_thread_begin(mh_held_thread_t *held, const mh_pool_t *pool,
                          mh_held_e kind)
{
    *held = (mh_held_thread_t){ .pool = pool, .kind = kind };
    if (!hold(held))
        return false;
    held->outer = innermost;
    innermost = held;
    return true;
}

void mh_held_thread_end(mh_held_thread_t *held)
{
    let_go_thread(held);
    innermost = held->outer;
}

void mh_held_thread_let_go(void)
{
    for (mh_held_thread_t *at = innermost; at; at = at->outer)
        let_go_thread(at);
}

bool mh_held_thread_again(void)
{
    return !innermost || hold(innermost);
}
