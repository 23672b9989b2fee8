/*
 * change_libc.c - the functions of libc that change an address space, replaced.
 *
 * Each does what libc's does, and notes it (change.h). Plain system calls are
 * made here directly. Some functions are weak: a program that also replaces one
 * for another reason has its own, which calls change.h.
 */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "pool/rollback/change.h"
#include "pool/rollback/raw.h"
#include "shared/compat.h"

#if MH_ROLLBACK_POSSIBLE

/* libc's headers have names that only it may use. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

static long result(long value)
{
    if (value >= 0 || value < -4095)
        return value;
    errno = (int)-value;
    return -1;
}

__attribute__((weak)) void mh_change_before_map(int flags, int fd)
{
}

__attribute__((weak)) void mh_change_before_advice(int advice)
{
}

__attribute__((weak)) void mh_change_before(const char *what)
{
}

#define LOCKS "locks memory"
#define KEYS "protects memory by a key"

/* The function that comes next in the order of libraries. */
#define NEXT(name, next)                                                       \
    if (!(next))                                                               \
    *(void **)&(next) = dlsym(RTLD_NEXT, name)

void *mmap(void *address, size_t size, int access, int flags, int fd,
           off_t offset)
{
    mh_change_before_map(flags, fd);
    if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
        mh_change_note(address, size);
    return (void *)result(mh_raw6(SYS_mmap, mh_raw_pointer(address), (long)size,
                                  access, flags, fd, offset));
}

extern __typeof(mmap) mmap64 __attribute__((alias("mmap")));

int munmap(void *address, size_t size)
{
    mh_change_note(address, size);
    return (int)result(
        mh_raw3(SYS_munmap, mh_raw_pointer(address), (long)size, 0));
}

void *mremap(void *address, size_t old_size, size_t size, int flags, ...)
{
    void *where = NULL;
    va_list arguments;

    if (flags & MREMAP_FIXED) {
        va_start(arguments, flags);
        where = va_arg(arguments, void *);
        va_end(arguments);
        mh_change_note(where, size);
    }
    mh_change_note(address, old_size);
    return (void *)result(mh_raw6(SYS_mremap, mh_raw_pointer(address),
                                  (long)old_size, (long)size, flags,
                                  mh_raw_pointer(where), 0));
}

int mprotect(void *address, size_t size, int access)
{
    mh_change_note(address, size);
    return (int)result(
        mh_raw3(SYS_mprotect, mh_raw_pointer(address), (long)size, access));
}

int pkey_mprotect(void *address, size_t size, int access, int key)
{
    mh_change_before(KEYS);
    if (mh_change_matters(address, size))
        mh_change_lost();
    return (int)result(mh_raw6(SYS_pkey_mprotect, mh_raw_pointer(address),
                               (long)size, access, key, 0, 0));
}

int pkey_alloc(unsigned flags, unsigned access)
{
    mh_change_before(KEYS);
    mh_change_lost();
    return (int)result(mh_raw3(SYS_pkey_alloc, flags, access, 0));
}

int madvise(void *address, size_t size, int advice)
{
    mh_change_before_advice(advice);
    mh_change_advice(address, size, advice);
    return (int)result(
        mh_raw3(SYS_madvise, mh_raw_pointer(address), (long)size, advice));
}

#ifdef MH_LIBC_PROCESS_MADVISE
/* With a descriptor of this process, it does what madvise() does. */
ssize_t process_madvise(int pidfd, const struct iovec *parts, size_t count,
                        int advice, unsigned flags)
{
    mh_change_before("advises the kernel about a process's memory");
    mh_change_lost();
    return (ssize_t)result(mh_raw6(SYS_process_madvise, pidfd,
                                   mh_raw_pointer(parts), (long)count, advice,
                                   flags, 0));
}
#endif

int remap_file_pages(void *address, size_t size, int access, size_t page,
                     int flags)
{
    mh_change_before("maps pages of a file in another order");
    mh_change_lost();
    return (int)result(mh_raw6(SYS_remap_file_pages, mh_raw_pointer(address),
                               (long)size, access, (long)page, flags, 0));
}

int mlock(const void *address, size_t size)
{
    mh_change_before(LOCKS);
    mh_change_locks();
    return (int)result(
        mh_raw3(SYS_mlock, mh_raw_pointer(address), (long)size, 0));
}

int mlock2(const void *address, size_t size, unsigned flags)
{
    mh_change_before(LOCKS);
    mh_change_locks();
    return (int)result(
        mh_raw3(SYS_mlock2, mh_raw_pointer(address), (long)size, (long)flags));
}

int mlockall(int flags)
{
    mh_change_before(LOCKS);
    mh_change_locks();
    return (int)result(mh_raw3(SYS_mlockall, flags, 0, 0));
}

int shmdt(const void *address)
{
    if (mh_change_matters(address, 1))
        mh_change_lost();
    return (int)result(mh_raw3(SYS_shmdt, mh_raw_pointer(address), 0, 0));
}

/*
 * The kernel itself still reads the memory when the run has ended, from a
 * pipe's pages or for packets. So this memory must not be put back.
 */
ssize_t vmsplice(int fd, const struct iovec *parts, size_t count,
                 unsigned flags)
{
    mh_change_lost();
    return (ssize_t)result(mh_raw6(SYS_vmsplice, fd, mh_raw_pointer(parts),
                                   (long)count, flags, 0, 0));
}

int setsockopt(int fd, int level, int option, const void *value, socklen_t size)
{
    if (level == SOL_SOCKET && option == SO_ZEROCOPY)
        mh_change_lost();
    return (int)result(mh_raw6(SYS_setsockopt, fd, level, option,
                               mh_raw_pointer(value), size, 0));
}

/* A heap that was smaller for a while has lost its content there. */
void *sbrk(intptr_t by)
{
    static void *(*next)(intptr_t);

    NEXT("sbrk", next);
    if (by < 0)
        mh_change_lost();
    return next(by);
}

int brk(void *end)
{
    static int (*next)(void *);

    NEXT("brk", next);
    if ((char *)end < (char *)sbrk(0))
        mh_change_lost();
    return next(end);
}

/* From here on, malloc() may make the calls that it was kept from. */
int mallopt(int option, int value)
{
    static int (*next)(int, int);

    NEXT("mallopt", next);
    mh_change_lost();
    return next(option, value);
}

int malloc_trim(size_t keep)
{
    static int (*next)(size_t);

    NEXT("malloc_trim", next);
    mh_change_lost();
    return next(keep);
}

/* Mappings of the checkpoint may go, and others of the same size come. */
int dlclose(void *library)
{
    static int (*next)(void *);

    NEXT("dlclose", next);
    mh_change_mappings();
    return next(library);
}

void freelocale(locale_t locale)
{
    static void (*next)(locale_t);

    NEXT("freelocale", next);
    mh_change_mappings();
    next(locale);
}

__attribute__((weak)) char *setlocale(int category, const char *name)
{
    static char *(*next)(int, const char *);
    char *chosen;

    NEXT("setlocale", next);
    mh_change_mappings();
    chosen = next(category, name);
    mh_change_locale(LC_GLOBAL_LOCALE);
    return chosen;
}

__attribute__((weak)) locale_t newlocale(int mask, const char *name,
                                         locale_t base)
{
    static locale_t (*next)(int, const char *, locale_t);
    locale_t made;

    NEXT("newlocale", next);
    made = next(mask, name, base);
    mh_change_locale(made);
    return made;
}

__attribute__((weak)) int prctl(int option, ...)
{
    unsigned long words[4];
    va_list arguments;

    va_start(arguments, option);
    for (int i = 0; i < 4; i++)
        words[i] = va_arg(arguments, unsigned long);
    va_end(arguments);
    if (option == PR_GET_DUMPABLE && mh_change_is_closed())
        return 1;
    mh_change_process(option);
    return (int)result(mh_raw6(SYS_prctl, option, (long)words[0],
                               (long)words[1], (long)words[2], (long)words[3],
                               0));
}

__attribute__((weak)) long syscall(long number, ...)
{
    long words[6];
    va_list arguments;

    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        words[i] = va_arg(arguments, long);
    va_end(arguments);
    mh_change_call(number);
    return result(mh_raw6(number, words[0], words[1], words[2], words[3],
                          words[4], words[5]));
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

#endif
