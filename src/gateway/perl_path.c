/*
 * perl_path.c - see perl_path.h. The only unit of the gateway that Perl's
 * headers are needed for.
 */
#include "gateway/perl_path.h"

#include "EXTERN.h"
#include "perl.h"

/* Perl's own idea of the first line of a script, without its #!. */
const char *const mh_perl_path = &STARTPERL[2];
