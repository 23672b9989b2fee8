/*
 * ahead.h - the beginning of a script that is the same for each request.
 *
 * When all of a script is compiled its zygote goes on and runs it, under the
 * witness, until it comes to the first operator that might look at the request
 * or at anything else outside: %ENV, @ARGV, a file, the time, the order of a
 * hash's keys, code that is written in C. Files that it loads by `require` or
 * `do` are read as those that `use` loads: by the rules of the witness alone.
 *
 * Runs in zygotes.
 */
#ifndef MEHARI_AHEAD_H
#define MEHARI_AHEAD_H

#include <EXTERN.h>
#include <perl.h>

/*
 * The operators that perl_run() runs from now on are looked at. stop is called
 * once, between two of them, if the witness does not stop the process before.
 */
void mh_ahead_start(pTHX_ void (*stop)(pTHX));

/* From inside of stop, or of what the witness has told: it is over. */
void mh_ahead_end(pTHX);

#endif
