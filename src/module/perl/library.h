/*
 * library.h - where our own Perl modules are, and loading of Perl code that
 * the configuration names.
 */
#ifndef MEHARI_MODULE_PERL_LIBRARY_H
#define MEHARI_MODULE_PERL_LIBRARY_H

#include "module/common/mehari.h"

/*
 * The folder of our Perl modules: lib/ beside the build folder if the module
 * was loaded from there, else the installed one. NULL if neither exists.
 */
const char *mh_library_own(apr_pool_t *pool);

/*
 * NULL, or an error: with these words of PerlSwitches, Perl would not search
 * our folder. It would take the modules of an installed mod_perl, which have
 * the same names, and crash.
 */
const char *mh_library_missing(const apr_array_header_t *switches,
                               apr_pool_t *pool);

/* Appends the ServerRoot (and its lib/perl) to @INC, as mod_perl does. */
void mh_library_add(pTHX_ server_rec *s);

/*
 * require a module by name. NULL, or Perl's message. Inside a
 * request the message is from r's pool, otherwise from pool.
 */
const char *mh_require_module(pTHX_ const char *name, apr_pool_t *pool);

/* A file as the configuration names it: below ServerRoot, or in @INC. */
const char *mh_require_named(pTHX_ const char *name, apr_pool_t *pool);

/*
 * True if this is the message of a require that did not find NAME's own file.
 */
bool mh_require_not_found(const char *message, const char *name);

#endif
