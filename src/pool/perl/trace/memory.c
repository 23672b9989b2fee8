/*
 * memory.c - memory that forks would share, or would not get.
 *
 * fork() copies memory, so compile-time code may change it. But forks share
 * some mappings, and do not have some marks. Code that asks libc for one of
 * these stops before the call (change_libc.c replaces the functions), and each
 * process that goes on from there gets its own. The kernel's list shows
 * mappings that were made in another way. docs/security.md has the table of all
 * flags.
 */
#include "pool/perl/trace/libc.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pool/perl/trace/trace.h"
#include "pool/rollback/change.h"
#include "pool/rollback/mapping.h"
#include "pool/rollback/rollback.h"

/* Newer than some headers. */
#define ADVICE_DONTNEED_LOCKED 24
#define ADVICE_COLLAPSE 25

#define LINES 8192

#define LOCKED "locked memory (mlock)"

/* --- calls that map or mark memory --- */

/*
 * The pool's user cannot change the file, neither through this mapping nor
 * otherwise, and cannot get the right to. Libraries map their tables and caches
 * like this.
 */
static bool only_others_write(int fd, const struct stat *status)
{
    char path[64];
    int flags = fcntl(fd, F_GETFL);

    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    return flags >= 0 && (flags & O_ACCMODE) == O_RDONLY &&
           S_ISREG(status->st_mode) && status->st_uid != geteuid() &&
           access(path, W_OK) != 0;
}

/* NULL, or what is mapped there. */
static const char *why_file(bool shared, int fd)
{
    struct stat status;

    if (fstat(fd, &status))
        return NULL; /* nor can it be mapped */
    if (!S_ISREG(status.st_mode))
        return "maps a device";
    return shared && !only_others_write(fd, &status)
               ? "maps a file that it shares with other processes"
               : NULL;
}

static const char *why_map(int flags, int fd)
{
    bool file = !(flags & MAP_ANONYMOUS);

    if (flags & MAP_HUGETLB)
        return "maps huge pages";
    if (flags & MAP_LOCKED)
        return "locks memory";
    switch (flags & MAP_TYPE) {
    case MAP_PRIVATE:
        return file ? why_file(false, fd) : NULL;
    case MAP_SHARED:
    case MAP_SHARED_VALIDATE:
        return file ? why_file(true, fd)
                    : "maps memory that is shared with other processes";
    default: /* MAP_DROPPABLE, since Linux 6.11 */
        return "maps memory that forks find empty";
    }
}

void mh_change_before_map(int flags, int fd)
{
    const char *why;
    mh_pause_t pause;

    if (!mh_watching())
        return;
    pause = mh_trace_pause();
    why = why_map(flags, fd);
    mh_trace_resume(pause);
    if (why)
        mh_trace_unshareable("%s", why);
}

/* Forks inherit the advice, or it only concerns existing pages. */
static bool is_kept(int advice)
{
    switch (advice) {
    case MADV_NORMAL:
    case MADV_RANDOM:
    case MADV_SEQUENTIAL:
    case MADV_WILLNEED:
    case MADV_DONTNEED:
    case MADV_FREE:
    case MADV_MERGEABLE:
    case MADV_UNMERGEABLE:
    case MADV_HUGEPAGE:
    case MADV_NOHUGEPAGE:
    case MADV_DONTDUMP:
    case MADV_DODUMP:
    case MADV_COLD:
    case MADV_PAGEOUT:
    case MADV_POPULATE_READ:
    case MADV_POPULATE_WRITE:
    case ADVICE_DONTNEED_LOCKED:
    case ADVICE_COLLAPSE:
        return true;
    default:
        return false;
    }
}

void mh_change_before_advice(int advice)
{
    if (mh_watching() && !is_kept(advice))
        mh_trace_unshareable("marks memory, as forks do not get it (madvise)");
}

void mh_change_before(const char *what)
{
    if (mh_watching())
        mh_trace_unshareable("%s", what);
}

/* --- mappings that are there --- */

/*
 * NULL, or the reason why forks would share or lose the mapping. libc keeps
 * random numbers in memory that the kernel may drop: libc can do without them.
 */
static const char *why_mapping(const mh_mapping_t *mapping)
{
    if (mapping->kernel || mapping->dropped ||
        mh_rollback_owns(mapping->start, mapping->end))
        return NULL;
    if (mapping->through)
        return "memory that is shared with other processes (MAP_SHARED)";
    if (mapping->odd)
        return "memory of a device, huge pages, io_setup() or guards";
    if (mapping->alone)
        return "memory that forks do not get (MADV_DONTFORK)";
    if (mapping->wiped)
        return "memory that forks find empty (MADV_WIPEONFORK)";
    return mapping->locked ? LOCKED : NULL;
}

static bool look_at(void *context, const mh_mapping_t *mapping)
{
    const char **what = context;

    *what = why_mapping(mapping);
    return !*what;
}

/*
 * A new page shows whether all new pages are locked, which the list does not
 * show.
 */
static const char *look_at_all(void)
{
    char lines[LINES];
    const char *what = NULL;
    void *page = mmap(NULL, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const char *why = mh_mappings_each(lines, sizeof(lines), true, look_at,
                                       &what);

    if (page == MAP_FAILED)
        return LOCKED;
    munmap(page, 1);
    return what ? what : why;
}

/* The base has looked at its own mappings. Later marks on a part of them come
 * from calls that are seen. */
const char *mh_trace_memory(void)
{
    static char text[96];
    mh_pause_t pause = mh_trace_pause();
    const char *what = mh_rollback_has_known_mappings() ? NULL : look_at_all();

    mh_trace_resume(pause);
    if (!what)
        return NULL;
    snprintf(text, sizeof(text), "leaves %s", what);
    return text;
}
