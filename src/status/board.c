/*
 * board.c - see board.h.
 */
#include "status/board.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "text_hash.h"

#define SECOND UINT64_C(1000000000)
#define OTHERS "(others)"

/* How often a name is looked for before the row of all others does. */
#define PROBES 32
/* How often texts that change under our eyes are read. */
#define LOOKS 8

enum { FREE, NAMING, NAMED };

#define RELAXED memory_order_relaxed

uint64_t mh_board_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

static size_t size_of(unsigned seats)
{
    return sizeof(mh_board_room_t) + seats * sizeof(mh_board_seat_t);
}

static unsigned bounded(unsigned seats)
{
    return seats < MH_BOARD_SEATS ? seats : MH_BOARD_SEATS;
}

static bool map(mh_board_t *board, unsigned seats, int flags, int fd)
{
    void *memory = mmap(NULL, size_of(seats), PROT_READ | PROT_WRITE, flags, fd,
                        0);

    if (memory == MAP_FAILED)
        return false;
    board->room = memory;
    board->seats = seats;
    return true;
}

bool mh_board_make(mh_board_t *board, unsigned seats)
{
    return map(board, bounded(seats), MAP_SHARED | MAP_ANONYMOUS, -1);
}

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)

int mh_board_make_file(mh_board_t *board, unsigned seats)
{
    int fd = memfd_create("mehari-board", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    seats = bounded(seats);
    if (fd < 0)
        return -1;
    /* Nobody can take away memory from under us. */
    if (!ftruncate(fd, (off_t)size_of(seats)) &&
        !fcntl(fd, F_ADD_SEALS, SEALS) && map(board, seats, MAP_SHARED, fd))
        return fd;
    close(fd);
    return -1;
}

bool mh_board_map(mh_board_t *board, int fd)
{
    struct stat status;
    size_t rest;

    if (fstat(fd, &status) || status.st_size < (off_t)size_of(0) ||
        status.st_size > (off_t)size_of(MH_BOARD_SEATS))
        return false;
    rest = (size_t)status.st_size - size_of(0);
    return map(board, (unsigned)(rest / sizeof(mh_board_seat_t)), MAP_SHARED,
               fd);
}

void mh_board_unmap(mh_board_t *board)
{
    if (board->room)
        munmap(board->room, size_of(board->seats));
    board->room = NULL;
}

/* --- seats -------------------------------------------------------------- */

static bool take_seat(mh_board_seat_t *seat, uint32_t from, pid_t pid)
{
    if (!atomic_compare_exchange_strong(&seat->pid, &from, (uint32_t)pid))
        return false;
    atomic_store_explicit(&seat->changes, 0, RELAXED);
    atomic_store_explicit(&seat->requests, 0, RELAXED);
    atomic_store_explicit(&seat->busy, 0, RELAXED);
    atomic_store_explicit(&seat->memory[0], 0, RELAXED);
    atomic_store_explicit(&seat->memory[1], 0, RELAXED);
    atomic_store_explicit(&seat->perl, 0, RELAXED);
    atomic_store_explicit(&seat->watched, 0, RELAXED);
    seat->request[0] = seat->script[0] = seat->databases[0] = '\0';
    atomic_store_explicit(&seat->born, mh_board_now(), RELAXED);
    atomic_store_explicit(&seat->since, mh_board_now(), RELAXED);
    return true;
}

mh_board_seat_t *mh_board_sit(const mh_board_t *board, pid_t pid)
{
    for (unsigned i = 0; board->room && i < board->seats; i++) {
        mh_board_seat_t *seat = &board->room->seats[i];

        if (!atomic_load_explicit(&seat->pid, RELAXED) &&
            take_seat(seat, 0, pid))
            return seat;
    }
    for (unsigned i = 0; board->room && i < board->seats; i++) {
        mh_board_seat_t *seat = &board->room->seats[i];
        uint32_t other = atomic_load_explicit(&seat->pid, RELAXED);

        if (kill((pid_t)other, 0) && errno == ESRCH &&
            take_seat(seat, other, pid))
            return seat;
    }
    return NULL;
}

void mh_board_leave(mh_board_seat_t *seat)
{
    if (seat)
        atomic_store(&seat->pid, 0);
}

static char *add(char *to, const char *end, const char *text)
{
    size_t length = strnlen(text, (size_t)(end - to));

    memcpy(to, text, length);
    to[length] = '\0';
    return to + length;
}

void mh_board_begin(mh_board_seat_t *seat, const char *method, const char *uri,
                    const char *script, uint64_t now)
{
    char *end = seat->request + sizeof(seat->request) - 1;

    atomic_fetch_add_explicit(&seat->changes, 1, memory_order_acquire);
    add(add(add(seat->request, end, method), end, " "), end, uri);
    add(seat->script, seat->script + sizeof(seat->script) - 1, script);
    atomic_fetch_add_explicit(&seat->changes, 1, memory_order_release);
    atomic_store_explicit(&seat->since, now, RELAXED);
    atomic_store_explicit(&seat->busy, 1, RELAXED);
}

void mh_board_end(mh_board_seat_t *seat, uint64_t now)
{
    atomic_fetch_add_explicit(&seat->requests, 1, RELAXED);
    atomic_store_explicit(&seat->since, now, RELAXED);
    atomic_store_explicit(&seat->busy, 0, RELAXED);
}

void mh_board_databases(mh_board_seat_t *seat, const char *text)
{
    size_t size = strlen(text);

    while (size && (size >= sizeof(seat->databases) || text[size - 1] != '\n'))
        size--;
    atomic_fetch_add_explicit(&seat->changes, 1, memory_order_acquire);
    memcpy(seat->databases, text, size);
    seat->databases[size] = '\0';
    atomic_fetch_add_explicit(&seat->changes, 1, memory_order_release);
}

bool mh_board_look(const mh_board_t *board, unsigned number,
                   mh_board_seat_t *seat)
{
    const mh_board_seat_t *from = &board->room->seats[number];

    for (int i = 0; i < LOOKS; i++) {
        uint32_t before = atomic_load_explicit(&from->changes,
                                               memory_order_acquire);

        memcpy(seat, from, sizeof(*seat));
        atomic_thread_fence(memory_order_acquire);
        if (!(before & 1) && before == from->changes)
            break;
    }
    seat->request[sizeof(seat->request) - 1] = '\0';
    seat->script[sizeof(seat->script) - 1] = '\0';
    seat->databases[sizeof(seat->databases) - 1] = '\0';
    return seat->pid != 0;
}

/* --- scripts ------------------------------------------------------------ */

/* FNV-1a: names are the administrator's, not the client's. */
/* Of a long name the end says more. */
static void set_name(mh_board_script_t *row, const char *name, uint64_t sum)
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

mh_board_script_t *mh_board_script(const mh_board_t *board, const char *name)
{
    mh_board_script_t *rows = board->room->scripts;
    mh_board_script_t *others = &rows[MH_BOARD_SCRIPTS - 1];
    uint64_t sum = mh_text_hash(name);
    uint32_t state = FREE;

    for (unsigned i = 0; i < PROBES; i++) {
        mh_board_script_t *row = &rows[(sum + i) % (MH_BOARD_SCRIPTS - 1)];

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
 * Four buckets for each power of two, from 16 us on: what is read from them is
 * right by an eighth or better.
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
    return bucket < MH_BOARD_BUCKETS ? bucket : MH_BOARD_BUCKETS - 1;
}

static uint64_t bucket_start(unsigned bucket)
{
    if (bucket < 4)
        return (uint64_t)bucket << 14;
    return (uint64_t)(4 + (bucket & 3)) << (bucket / 4 - 1) << 14;
}

/* The first of a second finds what is 300 s old. */
static mh_board_second_t *second_at(const mh_board_t *board, uint64_t now)
{
    uint64_t number = now / SECOND;
    mh_board_second_t *second =
        &board->room->seconds[number % MH_BOARD_SECONDS];
    uint64_t known = atomic_load_explicit(&second->second, RELAXED);

    if (known != number &&
        atomic_compare_exchange_strong(&second->second, &known, number)) {
        atomic_store_explicit(&second->requests, 0, RELAXED);
        atomic_store_explicit(&second->errors, 0, RELAXED);
        atomic_store_explicit(&second->time, 0, RELAXED);
    }
    return second;
}

void mh_board_count(const mh_board_t *board, mh_board_script_t *script,
                    uint64_t took, bool error, uint64_t now)
{
    mh_board_second_t *second = second_at(board, now);

    atomic_fetch_add_explicit(&script->runs, 1, RELAXED);
    atomic_fetch_add_explicit(&script->time, took, RELAXED);
    atomic_fetch_add_explicit(&script->buckets[bucket_of(took)], 1, RELAXED);
    atomic_fetch_add_explicit(&second->requests, 1, RELAXED);
    atomic_fetch_add_explicit(&second->time, took, RELAXED);
    if (!error)
        return;
    atomic_fetch_add_explicit(&script->errors, 1, RELAXED);
    atomic_fetch_add_explicit(&second->errors, 1, RELAXED);
}

void mh_board_compiled(mh_board_script_t *script, uint64_t took)
{
    script->compile = took;
    atomic_fetch_add_explicit(&script->compiled, 1, memory_order_relaxed);
}

void mh_board_error(mh_board_script_t *script, const char *text, uint64_t now)
{
    size_t length = strcspn(text, "\r\n");

    if (length >= sizeof(script->error))
        length = sizeof(script->error) - 1;
    memcpy(script->error, text, length);
    script->error[length] = '\0';
    atomic_store_explicit(&script->error_time, now, RELAXED);
}

uint64_t mh_board_quantile(const mh_board_script_t *script, double part)
{
    uint64_t all = 0;
    uint64_t seen = 0;

    for (unsigned i = 0; i < MH_BOARD_BUCKETS; i++)
        all += script->buckets[i];
    for (unsigned i = 0; all && i < MH_BOARD_BUCKETS; i++) {
        seen += script->buckets[i];
        if ((double)seen >= part * (double)all)
            return (bucket_start(i) + bucket_start(i + 1)) / 2;
    }
    return UINT64_MAX;
}

bool mh_board_read_script(const mh_board_t *board, unsigned number,
                          mh_board_script_t *script)
{
    memcpy(script, &board->room->scripts[number], sizeof(*script));
    script->name[sizeof(script->name) - 1] = '\0';
    script->error[sizeof(script->error) - 1] = '\0';
    return script->state == NAMED;
}

void mh_board_history(const mh_board_t *board, uint64_t now,
                      mh_board_figures_t figures[MH_BOARD_SECONDS])
{
    uint64_t first = now / SECOND - MH_BOARD_SECONDS;

    for (unsigned i = 0; board->room && i < MH_BOARD_SECONDS; i++) {
        const mh_board_second_t *second =
            &board->room->seconds[(first + i) % MH_BOARD_SECONDS];

        if (second->second != first + i)
            continue;
        figures[i].requests += second->requests;
        figures[i].errors += second->errors;
        figures[i].time += second->time;
    }
}
