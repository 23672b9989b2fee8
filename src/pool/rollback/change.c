/*
 * change.c - see change.h. The functions of libc that it replaces are in
 * change_libc.c.
 */
#include "pool/rollback/change.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>

#include "pool/rollback/raw.h"
#include "pool/rollback/room.h"
#include "shared/compat.h"

/* Newer than some headers. */
#define ADVICE_DONTNEED_LOCKED 24
#define ADVICE_GUARD_INSTALL 102
#define ADVICE_GUARD_REMOVE 103
#define OPTION_SET_MDWE 65
#define OPTION_SET_MEMORY_MERGE 67
#define CALL_SET_MEMPOLICY_HOME_NODE 450
#define CALL_MAP_SHADOW_STACK 453
#define CALL_MSEAL 462
/* PAGEMAP_SCAN, without the size of its argument. */
#define CONTROL_OF(request) ((request)&0xffff)
#define CONTROL_PAGEMAP_SCAN CONTROL_OF(_IO('f', 16))

/* The engine's memory, in a process with a checkpoint, and in the runs of a
 * template. */
static mh_room_t *room_of_run(void)
{
    return mh_room && mh_room->made ? mh_room : NULL;
}

bool mh_change_is_restored(void)
{
    return room_of_run() != NULL;
}

bool mh_change_matters(const void *start, size_t size)
{
    const mh_room_t *room = room_of_run();
    uintptr_t from = (uintptr_t)start;
    uint32_t at;

    if (!room || !size)
        return false;
    at = mh_mapping_find(&room->mappings, from);
    if (at < room->mappings.count && room->mappings.at[at].start < from + size)
        return true;
    for (int i = 0; i < room->own_count; i++)
        if (room->own[i].start < from + size && room->own[i].end > from)
            return true;
    return false;
}

void mh_change_lost(void)
{
    mh_room_t *room = room_of_run();

    if (room)
        atomic_store(&room->lost, true);
}

void mh_change_forked(void)
{
    mh_room_t *room = room_of_run();

    if (room)
        atomic_store(&room->forked, true);
}

void mh_change_locks(void)
{
    mh_room_t *room = room_of_run();

    if (room)
        atomic_store(&room->locks, true);
}

/*
 * A range that another thread is noting at this moment has no end yet, and is
 * not found.
 */
static bool is_noted(const mh_room_t *room, mh_span_t range)
{
    unsigned count = atomic_load(&room->changes);

    for (unsigned i = 0; i < count && i < MH_CHANGES; i++) {
        const mh_span_t *noted = &room->changed[i];
        uintptr_t end = noted->end;

        atomic_thread_fence(memory_order_acquire);
        if (end >= range.end && noted->start <= range.start)
            return true;
    }
    return false;
}

void mh_change_note(const void *start, size_t size)
{
    mh_room_t *room = room_of_run();
    mh_span_t range = { (uintptr_t)start & ~(MH_PAGE - 1),
                        ((uintptr_t)start + size + MH_PAGE - 1) &
                            ~(MH_PAGE - 1) };
    unsigned at;

    if (!mh_change_matters(start, size) || is_noted(room, range))
        return;
    /* Threads of a run note at the same time. */
    at = atomic_fetch_add(&room->changes, 1);
    if (at >= MH_CHANGES) {
        atomic_store(&room->lost, true);
        return;
    }
    room->changed[at].start = range.start;
    atomic_thread_fence(memory_order_release);
    room->changed[at].end = range.end;
}

void mh_change_forget(mh_room_t *room)
{
    unsigned count = atomic_load(&room->changes);

    for (unsigned i = 0; i < count && i < MH_CHANGES; i++)
        room->changed[i].end = 0;
    atomic_store(&room->changes, 0);
    atomic_store(&room->locks, false);
    atomic_store(&room->look, false);
    atomic_store(&room->forked, false);
}

void mh_change_advice(const void *start, size_t size, int advice)
{
    switch (advice) {
    case MADV_NORMAL:
    case MADV_RANDOM:
    case MADV_SEQUENTIAL:
    case MADV_WILLNEED:
    case MADV_COLD:
    case MADV_PAGEOUT:
    case MADV_POPULATE_READ:
    case MADV_POPULATE_WRITE:
    case MADV_MERGEABLE:
    case MADV_UNMERGEABLE:
        break;
    case MADV_DONTNEED:
    case MADV_FREE:
    case MADV_REMOVE:
    case ADVICE_DONTNEED_LOCKED:
        mh_change_note(start, size);
        break;
    default:
        if (mh_change_matters(start, size))
            mh_change_lost();
    }
}

void mh_change_call(long number)
{
    switch (number) {
#ifdef __x86_64__
    case SYS_fork:
    case SYS_vfork:
        mh_change_forked();
        break;
#endif
    case SYS_mmap:
    case SYS_munmap:
    case SYS_mremap:
    case SYS_mprotect:
    case SYS_pkey_mprotect:
    case SYS_remap_file_pages:
    case SYS_madvise:
    case SYS_process_madvise:
    case SYS_brk:
    case SYS_shmat:
    case SYS_shmdt:
    case SYS_mlock:
    case SYS_mlock2:
    case SYS_mlockall:
    case SYS_mbind:
    case SYS_pkey_alloc:
    case SYS_vmsplice:
    case SYS_io_uring_setup:
    case SYS_clone:
    case SYS_clone3:
    case SYS_userfaultfd:
    case SYS_io_setup:
    case SYS_prctl:
    case SYS_process_vm_writev:
    case SYS_membarrier:
    case CALL_SET_MEMPOLICY_HOME_NODE:
    case CALL_MAP_SHADOW_STACK:
    case CALL_MSEAL:
    /* Calls that open and control files come by functions of libc. */
    case SYS_openat:
    case SYS_openat2:
    case SYS_ioctl:
#ifdef __x86_64__
    case SYS_open:
    case SYS_modify_ldt:
    case SYS_arch_prctl:
#endif
        mh_change_lost();
        break;
    default:
        break;
    }
}

/*
 * PR_SET_MM tells the kernel where the words of the command line are. Each run
 * makes this call.
 */
void mh_change_process(int option)
{
    switch (option) {
    case PR_SET_DUMPABLE:
        if (mh_change_is_closed())
            mh_change_lost();
        break;
    case PR_SET_THP_DISABLE:
    case OPTION_SET_MDWE:
    case OPTION_SET_MEMORY_MERGE:
        mh_change_lost();
        break;
    default:
        break;
    }
}

bool mh_change_is_closed(void)
{
    const mh_room_t *room = room_of_run();

    return room && room->closed && !atomic_load(&room->lost);
}

/*
 * True for a file of this process. Its name is known, whichever way led there.
 */
static bool is_own_of_proc(int fd)
{
    struct statfs system = { 0 };
    char number[32];
    char link[64];
    char name[256];
    long size;

    if (mh_raw3(SYS_fstatfs, fd, mh_raw_pointer(&system), 0) ||
        system.f_type != PROC_SUPER_MAGIC)
        return false;
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    snprintf(number, sizeof(number), "/%ld/", mh_raw3(SYS_getpid, 0, 0, 0));
    size = mh_raw6(SYS_readlinkat, AT_FDCWD, mh_raw_pointer(link),
                   mh_raw_pointer(name), sizeof(name) - 1, 0, 0);
    if (size <= 0)
        return false;
    name[size] = '\0';
    return strstr(name, number) != NULL;
}

static bool is_own(int at, const char *name, int flags)
{
    int fd = (int)mh_raw6(SYS_openat, at, mh_raw_pointer(name),
                          O_PATH | O_CLOEXEC | flags, 0, 0, 0);
    bool own = fd >= 0 && is_own_of_proc(fd);

    if (fd >= 0)
        mh_raw3(SYS_close, fd, 0, 0);
    return own;
}

void mh_change_owner(int at, const char *name, int flags, struct stat *status)
{
    int follow = flags & AT_SYMLINK_NOFOLLOW ? O_NOFOLLOW : 0;

    if (!mh_change_is_closed() || status->st_uid ||
        status->st_dev != mh_room->proc ||
        !(name ? is_own(at, name, follow) : is_own_of_proc(at)))
        return;
    status->st_uid = (uid_t)mh_raw3(SYS_geteuid, 0, 0, 0);
    status->st_gid = (gid_t)mh_raw3(SYS_getegid, 0, 0, 0);
}

bool mh_change_opens(int at, const char *name)
{
    if (!mh_change_is_closed() || !is_own(at, name, 0))
        return false;
    mh_change_lost();
    return !mh_raw3(SYS_prctl, PR_SET_DUMPABLE, 1, 0);
}

void mh_change_child(void)
{
    mh_room_t *room = room_of_run();

    if (!room || !room->closed)
        return;
    room->closed = false;
    mh_raw3(SYS_prctl, PR_SET_DUMPABLE, 1, 0);
}

void mh_change_opened(int fd, int flags)
{
    struct statfs system = { 0 };

    if (fd < 0 || (flags & O_ACCMODE) == O_RDONLY || !room_of_run())
        return;
    if (mh_raw3(SYS_fstatfs, fd, mh_raw_pointer(&system), 0) ||
        system.f_type == PROC_SUPER_MAGIC)
        mh_change_lost();
}

void mh_change_control(unsigned long request)
{
    if (CONTROL_OF(request) == CONTROL_PAGEMAP_SCAN)
        mh_change_lost();
}

void mh_change_locale(locale_t locale)
{
    if (locale && !room_of_run())
        (void)duplocale(locale);
}

void mh_change_mappings(void)
{
    mh_room_t *room = room_of_run();

    if (room)
        atomic_store(&room->look, true);
}
