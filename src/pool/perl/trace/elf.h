/*
 * elf.h - shared objects in this process, by whether they may call the kernel
 * themselves.
 *
 * Libc's own code calls the kernel, and so do ld.so, the kernel's vdso, this
 * program, and the libraries that glibc before 2.34 consists of. Other objects
 * call functions of libc, which the trace sees; trap.h sees calls that an
 * object makes without libc. An object may make some if its code has the bytes
 * of such an instruction. In objects of the system, in libc's folder or perl's,
 * we assume that these bytes are there by chance. If the kernel cannot trap
 * such calls, each run loads the object for itself. No trap is set in a run, so
 * nobody could restore what it has done: with such an object, each run is a
 * fork.
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

/* The path of a loaded object that may call the kernel itself; NULL: none. */
const char *mh_elf_calling(void);

/*
 * NULL, or the end of a sentence that names a loaded object whose calls nobody
 * would see. Another object has needed that one.
 */
const char *mh_elf_unseen(void);

#endif
