/*
 * read_write.c - read() and write(), and the search for the originals of all
 * replaced functions.
 */
#include "pool/perl/trace/libc.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "pool/perl/trace/memory_end.h"

/* Section bounds that the linker defines. */
extern const mh_real_t __start_mh_real[];
extern const mh_real_t __stop_mh_real[];

/* libperl's place in memory. */
static uintptr_t libperl_from;
static size_t libperl_size;
bool mh_memory_ended;

/* Finds where the library with this function lies: all of its segments. */
static int find_bounds(struct dl_phdr_info *library, size_t size,
                       void *function)
{
    uintptr_t from = UINTPTR_MAX;
    uintptr_t to = 0;

    for (int i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        uintptr_t at = library->dlpi_addr + segment->p_vaddr;

        if (segment->p_type != PT_LOAD)
            continue;
        from = at < from ? at : from;
        to = at + segment->p_memsz > to ? at + segment->p_memsz : to;
    }
    if ((uintptr_t)function < from || (uintptr_t)function >= to)
        return 0;
    libperl_from = from;
    libperl_size = to - from;
    return 1;
}

static void look_for_memory_end(const void *written, size_t size)
{
    static const char words[] = "Out of memory";

    if (__builtin_expect((uintptr_t)written - libperl_from >= libperl_size, 1))
        return;
    if (size >= sizeof(words) && !memcmp(written, words, sizeof(words) - 1))
        mh_memory_ended = true;
}

/*
 * Runs before every constructor, also those of libraries, because they may call
 * functions that we replace.
 */
void mh_trace_find_real(void)
{
    for (const mh_real_t *real = __start_mh_real; real < __stop_mh_real; real++)
        *(void **)real->pointer = mh_libc_next(real->name);
    dl_iterate_phdr(find_bounds, dlsym(RTLD_DEFAULT, "perl_alloc"));
}

__attribute__((section(".preinit_array"),
               used)) static void (*const before_constructors)(void) =
    mh_trace_find_real;

MH_TRACED(ssize_t, read, (int fd, void *to, size_t size))
{
    if (__builtin_expect(mh_trace_state != 0, 0))
        mh_trace_before_read(fd);
    return real_read(fd, to, size);
}

/* Code compiled with _FORTIFY_SOURCE calls read() by this name. */
MH_TRACED(ssize_t, __read_chk, (int fd, void *to, size_t size, size_t room))
{
    if (__builtin_expect(mh_trace_state != 0, 0))
        mh_trace_before_read(fd);
    return real___read_chk(fd, to, size, room);
}

MH_TRACED(ssize_t, readv, (int fd, const struct iovec *to, int count))
{
    if (__builtin_expect(mh_trace_state != 0, 0))
        mh_trace_before_read(fd);
    return real_readv(fd, to, count);
}

MH_TRACED(ssize_t, write, (int fd, const void *from, size_t size))
{
    if (mh_watching())
        mh_trace_before_write(fd);
    look_for_memory_end(from, size);
    return real_write(fd, from, size);
}

MH_TRACED(ssize_t, writev, (int fd, const struct iovec *from, int count))
{
    if (mh_watching())
        mh_trace_before_write(fd);
    return real_writev(fd, from, count);
}

MH_TRACED(ssize_t, pwrite,
          (int fd, const void *from, size_t size, off_t offset))
{
    if (mh_watching())
        mh_trace_before_write(fd);
    return real_pwrite(fd, from, size, offset);
}
