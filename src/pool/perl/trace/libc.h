/*
 * libc.h - functions of libc that this executable replaces.
 *
 * Include it first. glibc's headers would silently replace some names by those
 * for large files (open64), and give fortified functions inline bodies. Here,
 * both names must be the functions.
 */
#ifndef MEHARI_POOL_PERL_TRACE_LIBC_H
#define MEHARI_POOL_PERL_TRACE_LIBC_H

#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#undef _FORTIFY_SOURCE
#define __NO_INLINE__ 1 /* stat() has a body before glibc 2.33 */

#include <sys/types.h>

#include "pool/perl/trace/part.h"
#include "shared/compat.h"

_Static_assert(sizeof(off_t) == 8, "open64() takes what open() takes");

/*
 * Pointer to the next function in the order of libraries. All are found before
 * the constructor of any library runs; but a sanitizer that is linked in comes
 * first, and looks at limits.
 */
typedef struct mh_real_t {
    const char *name;
    void *pointer; /* to the pointer */
} mh_real_t;

#define MH_REAL(type, name, parameters)                                        \
    static type(*real_##name) parameters;                                      \
    static const mh_real_t entry_##name                                        \
        __attribute__((section("mh_real"), used)) = { #name, &real_##name }

/*
 * Begins the body of a function that replaces libc's. The function has another
 * name in C, so that a search for libc's function finds no second one here.
 */
#define MH_TRACED_HEAD(type, name, parameters)                                 \
    type traced_##name parameters __asm__(#name);                              \
    type traced_##name parameters

/* The same, and the pointer to libc's, real_NAME. */
#define MH_TRACED(type, name, parameters)                                      \
    MH_REAL(type, name, parameters);                                           \
    MH_TRACED_HEAD(type, name, parameters)

/* Another name of a function of this file, for the same arguments: a struct
 * stat64 is a struct stat. */
#define MH_ALSO(other, name)                                                   \
    extern __typeof(traced_##name) traced_##other __asm__(#other)              \
        __attribute__((alias(#name)))

#endif
