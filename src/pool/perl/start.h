/*
 * start.h - from the manager to a base, by exec.
 *
 * A manager has had requests in its memory, and so has a fork of the manager.
 * So a base is this program, executed anew: it gets its orders in a memory
 * file, and it and its forks have nothing else of the manager.
 */
#ifndef MEHARI_POOL_PERL_START_H
#define MEHARI_POOL_PERL_START_H

#include "pool/perl/program.h"

/* Program name by which main() recognizes a base. */
#define MH_PERL_BASE_NAME "mehari-base"

/*
 * Executes a base in a process that the manager has just forked. Ends the
 * process when that fails.
 */
_Noreturn void mh_perl_execute(const mh_perl_start_t *start);

/* The main() of a base, after exec. */
_Noreturn void mh_perl_main(void);

#endif
