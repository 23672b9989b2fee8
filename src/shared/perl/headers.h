/*
 * headers.h - Perl's headers, which all units of a pool that know Perl read.
 *
 * The build compiles it once, which saves half the time of these units. No unit
 * includes it.
 */
#ifndef MEHARI_SHARED_PERL_HEADERS_H
#define MEHARI_SHARED_PERL_HEADERS_H

#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <perl.h>

#endif
