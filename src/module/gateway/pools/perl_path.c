/*
 * perl_path.c - see perl_path.h. The only unit of the gateway that includes
 * Perl's headers.
 */
#include "module/gateway/pools/perl_path.h"

#include "EXTERN.h"
#include "perl.h"

/* perl's own default for the first line of a script, without its #!. */
const char *const mh_perl_path = &STARTPERL[2];
