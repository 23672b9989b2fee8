/*
 * library.h - where our own Perl modules are, and loading of Perl code that
 * the configuration names.
 */
#ifndef MEHARI_PERL_LIBRARY_H
#define MEHARI_PERL_LIBRARY_H

#include "../mehari.h"

/* Append our library and the ServerRoot to @INC, as the contract says. */
void mh_library_add(pTHX_ server_rec *s);

/*
 * require a module by name, or a file. NULL, or Perl's message. Inside a
 * request the message is from r's pool, otherwise from pool.
 */
const char *mh_require_module(pTHX_ const char *name, apr_pool_t *pool);
const char *mh_require_file(pTHX_ const char *file, apr_pool_t *pool);

/* Is this the message of a require that did not find NAME's own file? */
bool mh_require_not_found(const char *message, const char *name);

#endif
