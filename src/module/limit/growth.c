/*
 * growth.c - see growth.h.
 */
#include "module/limit/growth.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "shared/size.h"
#include "shared/text_hash.h"

/*
 * Number of rows. Scripts that have no row of their own count in the last one.
 */
#define ROWS 256
#define OTHERS (ROWS - 1)
#define HIGH 200

enum { FREE, CLAIMED, NAMED };

typedef struct {
    _Atomic uint32_t state;
    uint32_t zero;
    _Atomic uint64_t requests;
    _Atomic uint64_t bytes;
    _Atomic uint64_t largest; /* of one request */
    char name[MH_GROWTH_NAME];
} row_t;

typedef struct {
    char magic[8];
    uint32_t rows;
    uint32_t row_size;
    row_t row[ROWS];
} table_t;

static table_t *table;
static int file = -1;      /* for `mehari top --memory` */
static uint64_t highest;   /* highest size at the end of a request so far */
static long faults;        /* page faults of this process so far */
static uint64_t own[ROWS]; /* of this process */

static void name_row(row_t *row, const char *name)
{
    size_t length = strlen(name);

    /* The end of a long path says more. */
    if (length >= MH_GROWTH_NAME)
        name += length - (MH_GROWTH_NAME - 1);
    strncpy(row->name, name, MH_GROWTH_NAME - 1);
    atomic_store(&row->state, NAMED);
}

static int make_file(void)
{
    int low = memfd_create("mehari-growth", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    int fd = fcntl(low, F_DUPFD_CLOEXEC, HIGH);

    close(low);
    /* If one process could shorten it, all that write to it would be killed. */
    if (fd >= 0 && (ftruncate(fd, sizeof(*table)) ||
                    fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL))) {
        close(fd);
        return -1;
    }
    return fd;
}

/* At a restart the old table is left to the children that still have it. */
static void drop_table(void)
{
    if (table)
        munmap(table, sizeof(*table));
    if (file >= 0)
        close(file);
    table = NULL;
    file = -1;
}

void mh_growth_make(void)
{
    void *place;

    drop_table();
    file = make_file();
    if (file < 0)
        return;
    place = mmap(NULL, sizeof(*table), PROT_READ | PROT_WRITE, MAP_SHARED, file,
                 0);
    if (place == MAP_FAILED)
        return;
    table = place;
    memcpy(table->magic, "MHGROW1", sizeof(table->magic));
    table->rows = ROWS;
    table->row_size = sizeof(row_t);
    name_row(&table->row[OTHERS], "(others)");
}

void mh_growth_begin(void)
{
    memset(own, 0, sizeof(own));
    mh_size_forked();
    highest = table ? mh_size_anonymous() : 0;
    faults = 0;
}

static int is_named(const row_t *row, const char *name)
{
    return !strncmp(row->name, name, MH_GROWTH_NAME - 1);
}

/* A row whose process died while naming it stays claimed, and is skipped. */
static row_t *find_row(const char *name)
{
    uint32_t first = (uint32_t)(mh_text_hash(name) % OTHERS);

    for (uint32_t i = 0; i < OTHERS; i++) {
        row_t *row = &table->row[(first + i) % OTHERS];
        uint32_t state = atomic_load(&row->state);

        if (state == NAMED && is_named(row, name))
            return row;
        if (state == FREE &&
            atomic_compare_exchange_strong(&row->state, &state, CLAIMED)) {
            name_row(row, name);
            return row;
        }
    }
    return &table->row[OTHERS];
}

static void raise_to(_Atomic uint64_t *number, uint64_t value)
{
    uint64_t seen = atomic_load(number);

    while (seen < value && !atomic_compare_exchange_weak(number, &seen, value))
        continue;
}

/* Without a new page there is no growth; page faults cost less to read than the
 * size. */
static bool has_new_pages(void)
{
    struct rusage usage;
    long before = faults;

    if (getrusage(RUSAGE_THREAD, &usage))
        return true;
    faults = usage.ru_minflt + usage.ru_majflt;
    return faults != before;
}

void mh_growth_count(const char *name)
{
    size_t length = strlen(name);
    uint64_t size;
    row_t *row;

    if (!table)
        return;
    if (length >= MH_GROWTH_NAME)
        name += length - (MH_GROWTH_NAME - 1);
    row = find_row(name);
    atomic_fetch_add(&row->requests, 1);
    size = has_new_pages() ? mh_size_anonymous() : 0;
    if (size <= highest)
        return;
    atomic_fetch_add(&row->bytes, size - highest);
    raise_to(&row->largest, size - highest);
    own[row - table->row] += size - highest;
    highest = size;
}

const char *mh_growth_most(uint64_t *bytes)
{
    int most = 0;

    for (int i = 1; i < ROWS; i++)
        if (own[i] > own[most])
            most = i;
    *bytes = own[most];
    return own[most] ? table->row[most].name : NULL;
}
