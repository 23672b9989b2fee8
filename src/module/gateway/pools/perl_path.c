/*
 * perl_path.c - see perl_path.h. The only unit of this folder that includes
 * Perl's headers.
 */
#include "module/perl/library.h"

#include "module/gateway/pools/perl_path.h"

/* The interpreter that perl itself writes into the first lines of scripts. */
const char *const mh_perl_path = &STARTPERL[2];

const char *mh_perl_path_library(apr_pool_t *pool)
{
    return mh_library_own(pool);
}
