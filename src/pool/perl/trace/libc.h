/*
 * libc.h - functions of libc that this executable replaces.
 *
 * Include it first. glibc gives some functions a second name for large files
 * (open64), which its headers would silently put for the first, and inline
 * bodies for fortified ones; here both names must be the function.
 */
#ifndef MEHARI_POOL_PERL_TRACE_LIBC_H
#define MEHARI_POOL_PERL_TRACE_LIBC_H

#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#undef _FORTIFY_SOURCE

#include <sys/types.h>

#include "pool/perl/trace/part.h"
#include "pool/perl/trace/trace.h"
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
 * Another name of a function of this file. Their types differ in name only:
 * struct stat64 is struct stat.
 */
#pragma GCC diagnostic ignored "-Wattribute-alias"
#pragma GCC diagnostic ignored "-Wmissing-attributes"
#define MH_ALSO(other, name)                                                   \
    extern __typeof(other) other __attribute__((alias(#name)))

#endif
