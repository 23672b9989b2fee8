/*
 * stream.c - read() and write(), and the search for the originals of all
 * replaced functions.
 */
#include "pool/perl/trace/libc.h"

#include <dlfcn.h>
#include <sys/uio.h>
#include <unistd.h>

#include "pool/perl/trace/memory_end.h"

/* Section bounds that the linker defines. */
extern const mh_real_t __start_mh_real[];
extern const mh_real_t __stop_mh_real[];

bool mh_memory_ended;
/* A perl without the constant never writes from this address. */
const void *mh_memory_end_words = &mh_memory_ended;

static void find_words(void)
{
    const void *words = dlsym(RTLD_DEFAULT, "PL_no_mem");

    if (words)
        mh_memory_end_words = words;
}

/* Runs before every constructor, of libraries too: they may call functions that
 * we replace. */
void mh_trace_find_real(void)
{
    for (const mh_real_t *real = __start_mh_real; real < __stop_mh_real; real++)
        *(void **)real->pointer = dlsym(RTLD_NEXT, real->name);
    find_words();
}

__attribute__((section(".preinit_array"),
               used)) static void (*const before_constructors)(void) =
    mh_trace_find_real;

MH_REAL(ssize_t, read, (int fd, void *to, size_t size));
MH_REAL(ssize_t, __read_chk, (int fd, void *to, size_t size, size_t room));
MH_REAL(ssize_t, readv, (int fd, const struct iovec *to, int count));

ssize_t read(int fd, void *to, size_t size)
{
    if (__builtin_expect(mh_trace_state != 0, 0))
        mh_trace_before_read(fd);
    return real_read(fd, to, size);
}

/* Code compiled with _FORTIFY_SOURCE calls read() by this name. */
ssize_t __read_chk(int fd, void *to, size_t size, size_t room);
ssize_t __read_chk(int fd, void *to, size_t size, size_t room)
{
    if (__builtin_expect(mh_trace_state != 0, 0))
        mh_trace_before_read(fd);
    return real___read_chk(fd, to, size, room);
}

ssize_t readv(int fd, const struct iovec *to, int count)
{
    if (__builtin_expect(mh_trace_state != 0, 0))
        mh_trace_before_read(fd);
    return real_readv(fd, to, count);
}

MH_REAL(ssize_t, write, (int fd, const void *from, size_t size));
MH_REAL(ssize_t, writev, (int fd, const struct iovec *from, int count));
MH_REAL(ssize_t, pwrite, (int fd, const void *from, size_t size, off_t offset));

ssize_t write(int fd, const void *from, size_t size)
{
    if (mh_watching())
        mh_trace_before_write(fd);
    mh_memory_end_look(from);
    return real_write(fd, from, size);
}

ssize_t writev(int fd, const struct iovec *from, int count)
{
    if (mh_watching())
        mh_trace_before_write(fd);
    return real_writev(fd, from, count);
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t offset)
{
    if (mh_watching())
        mh_trace_before_write(fd);
    return real_pwrite(fd, from, size, offset);
}
