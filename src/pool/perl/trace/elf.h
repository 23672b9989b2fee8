/*
 * elf.h - shared objects in this process, by whether they may call the kernel
 * themselves.
 *
 * Libc's own code calls the kernel, and so do ld.so, the kernel's vdso, this
 * program, and the libraries that glibc before 2.34 consists of. Other objects
 * call functions of libc, which the trace sees; trap.h sees calls that an
 * object makes without libc. If the kernel cannot trap these, each run loads an
 * object for itself if its code has the bytes of such an instruction. In
 * objects of the system, in libc's folder or perl's, we take these bytes for
 * chance.
 */
#ifndef MEHARI_POOL_PERL_TRACE_ELF_H
#define MEHARI_POOL_PERL_TRACE_ELF_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mh_elf_range_t {
    uintptr_t from;
    uintptr_t to;
} mh_elf_range_t;

bool mh_elf_is_in(mh_elf_range_t range, const void *at);

/* Libc's code; to is 0 if it was not found. */
mh_elf_range_t mh_elf_libc(void);
/* True for code that may call the kernel. */
bool mh_elf_may_call(const void *code);

/* Before a file is loaded. Unshareable if nobody would see its calls. */
void mh_elf_before_load(const char *path);

/*
 * NULL, or the end of a sentence that names a loaded object whose calls nobody
 * would see. Another object has needed that one.
 */
const char *mh_elf_unseen(void);

#endif
