/*
 * object.h - shared objects in this process, by whether they may call the
 * kernel themselves.
 *
 * Libc's own code calls the kernel, and so do ld.so, the kernel's vdso, this
 * program, and the libraries that glibc before 2.34 consists of. Other objects
 * call functions of libc, which the trace sees; trap.h sees those that do not.
 * On a kernel that cannot trap their calls, each run loads an object for itself
 * if the bytes of such an instruction are in its code. Objects of the system, in
 * libc's folder or perl's, are taken to have them by chance.
 */
#ifndef MEHARI_POOL_PERL_TRACE_OBJECT_H
#define MEHARI_POOL_PERL_TRACE_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mh_object_range_t {
    uintptr_t from;
    uintptr_t to;
} mh_object_range_t;

bool mh_object_is_in(mh_object_range_t range, const void *at);

/* Libc's code; to is 0 if it was not found. */
mh_object_range_t mh_object_libc(void);
/* True for code that may call the kernel. */
bool mh_object_may_call(const void *code);

/* Before a file is loaded. Unshareable if nobody would see its calls. */
void mh_object_before_load(const char *path);

/*
 * NULL, or the end of a sentence that says which object is loaded although
 * nobody would see its calls: one that another object needs.
 */
const char *mh_object_unseen(void);

#endif
