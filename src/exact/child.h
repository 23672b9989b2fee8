/*
 * child.h - one request: what a new process would have of its own.
 */
#ifndef MEHARI_CHILD_H
#define MEHARI_CHILD_H

#include <EXTERN.h>
#include <perl.h>

#include "wire/wire.h"

/*
 * In a process that was just forked from a zygote: does what can be done ahead,
 * waits for the request, and makes the process that request's. Returns when the
 * script may go on; ends the process when no request comes.
 */
void mh_child_start(pTHX);

/* The same for each request to a template, whose channel stays. */
void mh_child_next(pTHX);

#endif
