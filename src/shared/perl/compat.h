/*
 * compat.h - differences between perls, from 5.36 on: one name for each. No
 * other file asks for perl's version.
 */
#ifndef MEHARI_SHARED_PERL_COMPAT_H
#define MEHARI_SHARED_PERL_COMPAT_H

#include <EXTERN.h>
#include <perl.h>

/*
 * Lets perl change environ as its own main() does, in a program that takes
 * perl's place. Since 5.38 all programs use libc's functions.
 */
static inline void mh_perl_keeps_environ(void)
{
#ifndef PERL_USE_SAFE_PUTENV
    PL_use_safe_putenv = FALSE;
#endif
}

#endif
