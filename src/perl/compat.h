/*
 * compat.h - where perls differ, from 5.36 on: one name for what each of them
 * has in its own way. No other file asks for perl's version.
 */
#ifndef MEHARI_PERL_COMPAT_H
#define MEHARI_PERL_COMPAT_H

#include <EXTERN.h>
#include <perl.h>

/*
 * In a program that stands for perl: perl changes environ as its own main() has
 * it. Since 5.38 there is one way for all, that of libc.
 */
static inline void mh_perl_keeps_environ(void)
{
#ifndef PERL_USE_SAFE_PUTENV
    PL_use_safe_putenv = FALSE;
#endif
}

#endif
