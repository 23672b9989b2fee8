/*
 * run.h - turns a process that has compiled its script into the process of one
 * request: a template's run, or a template that is its own run.
 */
#ifndef MEHARI_POOL_PERL_RUN_H
#define MEHARI_POOL_PERL_RUN_H

#include <EXTERN.h>
#include <perl.h>

#include "shared/wire/wire.h"

/*
 * Does in a new process all that can be done ahead, waits for the request, and
 * takes its identity. Returns when the script may go on; ends the process when
 * no request comes.
 */
void mh_perl_run_start(pTHX);

#endif
