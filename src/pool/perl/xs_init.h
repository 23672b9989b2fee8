/*
 * xs_init.h - the XS code linked into Perl: DynaLoader, as in /usr/bin/perl.
 * Also our own steps while Perl starts.
 */
#ifndef MEHARI_POOL_PERL_XS_INIT_H
#define MEHARI_POOL_PERL_XS_INIT_H

#include <EXTERN.h>
#include <perl.h>

void mh_xs_init(pTHX);

#endif
