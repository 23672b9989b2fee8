/*
 * witness_operators.h - Perl's operators that look at what the witness watches.
 *
 * Each function is called once, before anything is compiled. What an operator
 * costs when the witness is off: the variables %ENV and @ARGV as a whole, the
 * time, nothing for other hashes and arrays but the test of a flag in two of
 * Perl's compound operators for elements.
 */
#ifndef MEHARI_WITNESS_OPERATORS_H
#define MEHARI_WITNESS_OPERATORS_H

#include <EXTERN.h>
#include <perl.h>

void mh_witness_wrap_environ(void);
void mh_witness_wrap_arguments(void);
void mh_witness_wrap_times(void);
void mh_witness_wrap_taint(void);

/* The glob that an OP_MULTIDEREF begins with, when that is its first action;
 * else NULL. */
const GV *mh_witness_begins_with(pTHX_ const OP *op, UV action);

#endif
