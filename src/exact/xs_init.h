/*
 * xs_init.h - what is linked into Perl: DynaLoader, as in /usr/bin/perl. And
 * what is to be done when Perl has begun to start.
 */
#ifndef MEHARI_XS_INIT_H
#define MEHARI_XS_INIT_H

#include <EXTERN.h>
#include <perl.h>

void mh_xs_init(pTHX);

#endif
