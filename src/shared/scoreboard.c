/*
 * scoreboard.c - see scoreboard.h.
 */
#include "shared/scoreboard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/text_hash.h"
#include "shared/clock.h"

#define SECOND UINT64_C(1000000000)
#define OTHERS "(others)"

/* Slots to try in the hash table; if all are taken, the row OTHERS counts. */
#define PROBES 32
/* Attempts to copy texts that their writer is changing. */
#define LOOKS 8

enum { FREE, NAMING, NAMED };

#define RELAXED memory_order_relaxed

uint64_t mh_scoreboard_now(void)
{
    return mh_clock(CLOCK_MONOTONIC);
}

static size_t size_of(unsigned slots)
{
    return sizeof(mh_scoreboard_segment_t) +
           slots * sizeof(mh_scoreboard_slot_t);
}

static unsigned bounded(unsigned slots)
{
    return slots < MH_SCOREBOARD_SLOTS ? slots : MH_SCOREBOARD_SLOTS;
}

static bool map(mh_scoreboard_t *board, unsigned slots, int flags, int fd)
{
    void *memory = mmap(NULL, size_of(slots), PROT_READ | PROT_WRITE, flags, fd,
                        0);

    if (memory == MAP_FAILED)
        return false;
    board->room = memory;
    board->slots = slots;
    return true;
}

bool mh_scoreboard_make(mh_scoreboard_t *board, unsigned slots)
{
    return map(board, bounded(slots), MAP_SHARED | MAP_ANONYMOUS, -1);
}

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)

int mh_scoreboard_make_file(mh_scoreboard_t *board, unsigned slots)
{
    int fd = memfd_create("mehari-board", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    slots = bounded(slots);
    if (fd < 0)
        return -1;
    /* The sealed file cannot be truncated while it is mapped. */
    if (!ftruncate(fd, (off_t)size_of(slots)) &&
        !fcntl(fd, F_ADD_SEALS, SEALS) && map(board, slots, MAP_SHARED, fd))
        return fd;
    close(fd);
    return -1;
}

bool mh_scoreboard_map(mh_scoreboard_t *board, int fd)
{
    struct stat status;
    size_t rest;

    if (fstat(fd, &status) || status.st_size < (off_t)size_of(0) ||
        status.st_size > (off_t)size_of(MH_SCOREBOARD_SLOTS))
        return false;
    rest = (size_t)status.st_size - size_of(0);
    return map(board, (unsigned)(rest / sizeof(mh_scoreboard_slot_t)),
               MAP_SHARED, fd);
}

void mh_scoreboard_unmap(mh_scoreboard_t *board)
{
    if (board->room)
        munmap(board->room, size_of(board->slots));
    board->room = NULL;
}

/* --- slots -------------------------------------------------------------- */

static bool take_slot(mh_scoreboard_slot_t *slot, uint32_t from, pid_t pid)
{
    if (!atomic_compare_exchange_strong(&slot->pid, &from, (uint32_t)pid))
        return false;
    atomic_store_explicit(&slot->changes, 0, RELAXED);
    atomic_store_explicit(&slot->requests, 0, RELAXED);
    atomic_store_explicit(&slot->busy, 0, RELAXED);
    atomic_store_explicit(&slot->memory[0], 0, RELAXED);
    atomic_store_explicit(&slot->memory[1], 0, RELAXED);
    atomic_store_explicit(&slot->perl, 0, RELAXED);
    atomic_store_explicit(&slot->watched, 0, RELAXED);
    slot->request[0] = slot->script[0] = slot->databases[0] = '\0';
    atomic_store_explicit(&slot->born, mh_scoreboard_now(), RELAXED);
    atomic_store_explicit(&slot->since, mh_scoreboard_now(), RELAXED);
    return true;
}

mh_scoreboard_slot_t *mh_scoreboard_take_slot(const mh_scoreboard_t *board,
                                              pid_t pid)
{
    for (unsigned i = 0; board->room && i < board->slots; i++) {
        mh_scoreboard_slot_t *slot = &board->room->slots[i];

        if (!atomic_load_explicit(&slot->pid, RELAXED) &&
            take_slot(slot, 0, pid))
            return slot;
    }
    for (unsigned i = 0; board->room && i < board->slots; i++) {
        mh_scoreboard_slot_t *slot = &board->room->slots[i];
        uint32_t other = atomic_load_explicit(&slot->pid, RELAXED);

        if (kill((pid_t)other, 0) && errno == ESRCH &&
            take_slot(slot, other, pid))
            return slot;
    }
    return NULL;
}

void mh_scoreboard_leave_slot(mh_scoreboard_slot_t *slot)
{
    if (slot)
        atomic_store(&slot->pid, 0);
}

static char *add(char *to, const char *end, const char *text)
{
    size_t length = strnlen(text, (size_t)(end - to));

    memcpy(to, text, length);
    to[length] = '\0';
    return to + length;
}

void mh_scoreboard_begin(mh_scoreboard_slot_t *slot, const char *method,
                         const char *uri, const char *script, uint64_t now)
{
    char *end = slot->request + sizeof(slot->request) - 1;

    atomic_fetch_add_explicit(&slot->changes, 1, memory_order_acquire);
    add(add(add(slot->request, end, method), end, " "), end, uri);
    add(slot->script, slot->script + sizeof(slot->script) - 1, script);
    atomic_fetch_add_explicit(&slot->changes, 1, memory_order_release);
    atomic_store_explicit(&slot->since, now, RELAXED);
    atomic_store_explicit(&slot->busy, 1, RELAXED);
}

void mh_scoreboard_end(mh_scoreboard_slot_t *slot, uint64_t now)
{
    atomic_fetch_add_explicit(&slot->requests, 1, RELAXED);
    atomic_store_explicit(&slot->since, now, RELAXED);
    atomic_store_explicit(&slot->busy, 0, RELAXED);
}

void mh_scoreboard_databases(mh_scoreboard_slot_t *slot, const char *text)
{
    size_t size = strlen(text);

    while (size && (size >= sizeof(slot->databases) || text[size - 1] != '\n'))
        size--;
    atomic_fetch_add_explicit(&slot->changes, 1, memory_order_acquire);
    memcpy(slot->databases, text, size);
    slot->databases[size] = '\0';
    atomic_fetch_add_explicit(&slot->changes, 1, memory_order_release);
}

bool mh_scoreboard_look(const mh_scoreboard_t *board, unsigned number,
                        mh_scoreboard_slot_t *slot)
{
    const mh_scoreboard_slot_t *from = &board->room->slots[number];

    for (int i = 0; i < LOOKS; i++) {
        uint32_t before = atomic_load_explicit(&from->changes,
                                               memory_order_acquire);

        memcpy(slot, from, sizeof(*slot));
        atomic_thread_fence(memory_order_acquire);
        if (!(before & 1) && before == from->changes)
            break;
    }
    slot->request[sizeof(slot->request) - 1] = '\0';
    slot->script[sizeof(slot->script) - 1] = '\0';
    slot->databases[sizeof(slot->databases) - 1] = '\0';
    return slot->pid != 0;
}

/* --- scripts ------------------------------------------------------------ */

/* FNV-1a: names are the administrator's, not the client's. */
/* The end of a long name says more than its beginning. */
static void set_name(mh_scoreboard_script_t *row, const char *name,
                     uint64_t sum)
{
    size_t length = strlen(name);
    char *end = row->name + sizeof(row->name) - 1;

    row->sum = sum;
    if (length < sizeof(row->name))
        add(row->name, end, name);
    else
        add(add(row->name, end, "..."), end,
            name + length - sizeof(row->name) + 4);
    atomic_store_explicit(&row->state, NAMED, memory_order_release);
}

mh_scoreboard_script_t *mh_scoreboard_script(const mh_scoreboard_t *board,
                                             const char *name)
{
    mh_scoreboard_script_t *rows = board->room->scripts;
    mh_scoreboard_script_t *others = &rows[MH_SCOREBOARD_SCRIPTS - 1];
    uint64_t sum = mh_text_hash(name);
    uint32_t state = FREE;

    for (unsigned i = 0; i < PROBES; i++) {
        mh_scoreboard_script_t *row =
            &rows[(sum + i) % (MH_SCOREBOARD_SCRIPTS - 1)];

        state = atomic_load_explicit(&row->state, memory_order_acquire);
        if (state == FREE &&
            atomic_compare_exchange_strong(&row->state, &state, NAMING)) {
            set_name(row, name, sum);
            return row;
        }
        if (state == NAMED && row->sum == sum)
            return row;
    }
    state = FREE;
    if (atomic_compare_exchange_strong(&others->state, &state, NAMING))
        set_name(others, OTHERS, 0);
    return others;
}

/*
 * Four buckets for each power of two, from 16 us on: a quantile read from them
 * is right by an eighth or better.
 */
static unsigned bucket_of(uint64_t took)
{
    uint64_t units = took >> 14;
    unsigned power;
    unsigned bucket;

    if (units < 4)
        return (unsigned)units;
    power = 63U - (unsigned)__builtin_clzll(units);
    bucket = (power - 1) * 4 + (unsigned)(units >> (power - 2) & 3);
    return bucket < MH_SCOREBOARD_BUCKETS ? bucket : MH_SCOREBOARD_BUCKETS - 1;
}

static uint64_t bucket_start(unsigned bucket)
{
    if (bucket < 4)
        return (uint64_t)bucket << 14;
    return (uint64_t)(4 + (bucket & 3)) << (bucket / 4 - 1) << 14;
}

/* The first request of a second finds the figures of 300 s ago there. */
static mh_scoreboard_second_t *second_at(const mh_scoreboard_t *board,
                                         uint64_t now)
{
    uint64_t number = now / SECOND;
    mh_scoreboard_second_t *second =
        &board->room->seconds[number % MH_SCOREBOARD_SECONDS];
    uint64_t known = atomic_load_explicit(&second->second, RELAXED);

    if (known != number &&
        atomic_compare_exchange_strong(&second->second, &known, number)) {
        atomic_store_explicit(&second->requests, 0, RELAXED);
        atomic_store_explicit(&second->errors, 0, RELAXED);
        atomic_store_explicit(&second->time, 0, RELAXED);
    }
    return second;
}

void mh_scoreboard_count(const mh_scoreboard_t *board,
                         mh_scoreboard_script_t *script, uint64_t took,
                         bool error, uint64_t now)
{
    mh_scoreboard_second_t *second = second_at(board, now);

    atomic_fetch_add_explicit(&script->runs, 1, RELAXED);
    atomic_fetch_add_explicit(&script->time, took, RELAXED);
    atomic_fetch_add_explicit(&script->buckets[bucket_of(took)], 1, RELAXED);
    atomic_fetch_add_explicit(&second->requests, 1, RELAXED);
    atomic_fetch_add_explicit(&second->time, took, RELAXED);
    if (error)
        mh_scoreboard_failed(board, script, now);
}

void mh_scoreboard_failed(const mh_scoreboard_t *board,
                          mh_scoreboard_script_t *script, uint64_t now)
{
    atomic_fetch_add_explicit(&script->errors, 1, RELAXED);
    atomic_fetch_add_explicit(&second_at(board, now)->errors, 1, RELAXED);
}

void mh_scoreboard_compiled(mh_scoreboard_script_t *script, uint64_t took)
{
    script->compile = took;
    atomic_fetch_add_explicit(&script->compiled, 1, memory_order_relaxed);
}

void mh_scoreboard_error(mh_scoreboard_script_t *script, const char *text,
                         uint64_t now)
{
    size_t length = strcspn(text, "\r\n");

    if (length >= sizeof(script->error))
        length = sizeof(script->error) - 1;
    memcpy(script->error, text, length);
    script->error[length] = '\0';
    atomic_store_explicit(&script->error_time, now, RELAXED);
}

uint64_t mh_scoreboard_quantile(const mh_scoreboard_script_t *script,
                                double part)
{
    uint64_t all = 0;
    uint64_t seen = 0;

    for (unsigned i = 0; i < MH_SCOREBOARD_BUCKETS; i++)
        all += script->buckets[i];
    for (unsigned i = 0; all && i < MH_SCOREBOARD_BUCKETS; i++) {
        seen += script->buckets[i];
        if ((double)seen >= part * (double)all)
            return (bucket_start(i) + bucket_start(i + 1)) / 2;
    }
    return UINT64_MAX;
}

bool mh_scoreboard_read_script(const mh_scoreboard_t *board, unsigned number,
                               mh_scoreboard_script_t *script)
{
    memcpy(script, &board->room->scripts[number], sizeof(*script));
    script->name[sizeof(script->name) - 1] = '\0';
    script->error[sizeof(script->error) - 1] = '\0';
    return script->state == NAMED;
}

void mh_scoreboard_history(
    const mh_scoreboard_t *board, uint64_t now,
    mh_scoreboard_figures_t figures[MH_SCOREBOARD_SECONDS])
{
    uint64_t first = now / SECOND - MH_SCOREBOARD_SECONDS;

    for (unsigned i = 0; board->room && i < MH_SCOREBOARD_SECONDS; i++) {
        const mh_scoreboard_second_t *second =
            &board->room->seconds[(first + i) % MH_SCOREBOARD_SECONDS];

        if (second->second != first + i)
            continue;
        figures[i].requests += second->requests;
        figures[i].errors += second->errors;
        figures[i].time += second->time;
    }
}
