/*
 * later.h - work that the compilation skips and each run does at its beginning:
 * setting variables that keep a value of the moment, and calls that were put
 * off.
 *
 * `my $start = time;` shows the time to nobody until the variable is read. Each
 * run sets the variable to its own time. Code that reads it earlier stops the
 * compilation there. A row of the vetted looks can put off a call whose result
 * is thrown away (vetted.h).
 *
 * Runs in zygotes and their children. One interpreter.
 */
#ifndef MEHARI_POOL_PERL_TRACE_LATER_H
#define MEHARI_POOL_PERL_TRACE_LATER_H

#include <EXTERN.h>
#include <perl.h>

typedef enum {
    MH_MOMENT_TIME,
    MH_MOMENT_PID,
    MH_MOMENT_USED /* and three more: the parts of times() */
} mh_moment_e;

/*
 * The running operator's value goes straight into a plain variable, and nowhere
 * else: notes the variable. False: code may see the value.
 */
bool mh_later_keeps(pTHX_ mh_moment_e moment, const OP *value);
/* The same inside an assignment, for what it reads: `$own = $$`. */
bool mh_later_keeps_pid(void);

/* The operator's value goes into the seed of a `srand` that is skipped: see
 * seed.c. */
bool mh_later_seeds(pTHX_ const OP *op);

/* Gives all variables the values of this run. Call it in the child. */
void mh_later_fill(pTHX);
/* True if calls were put off. */
bool mh_later_has_calls(void);
/*
 * Makes the calls that were put off. Call it in the child, when it has its
 * whole request.
 */
void mh_later_call(pTHX);

/* Wraps what the compiler makes of a call. */
void mh_later_start(void);

#endif
