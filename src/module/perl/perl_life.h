/*
 * perl_life.h - the life of Perl in this process.
 *
 * Parent: started once per configuration, when the configuration uses Perl;
 * ended when pconf goes (restart, stop). Child: inherited; END blocks run when
 * the child's pool goes.
 */
#ifndef MEHARI_MODULE_PERL_PERL_LIFE_H
#define MEHARI_MODULE_PERL_PERL_LIFE_H

#include "module/perl/interpreter.h"

/*
 * Starts Perl for the base server s, unless it runs, with those words (char *)
 * on its command line. NULL, or a sentence that says why it could not.
 */
const char *mh_interpreter_start(server_rec *s,
                                 const apr_array_header_t *switches,
                                 apr_pool_t *pconf);

/* Start and end the current interpreter, that of virtual host s. */
const char *mh_interpreter_start_own(server_rec *s,
                                     const apr_array_header_t *switches,
                                     apr_pool_t *pconf);
void mh_interpreter_end_own(void);

/* This process is a new child: sets $$, and ends the start-up. */
void mh_interpreter_child(apr_pool_t *pchild, server_rec *s);

#endif
