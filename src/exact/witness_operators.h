/*
 * witness_operators.h - Perl's operators that look at what the witness watches.
 *
 * Each function is called once, before anything is compiled. What an operator
 * costs when the witness is off: the test of a flag, in those that ask for the
 * time or for an element of a hash.
 */
#ifndef MEHARI_WITNESS_OPERATORS_H
#define MEHARI_WITNESS_OPERATORS_H

#include <EXTERN.h>
#include <perl.h>

void mh_witness_wrap_elements(void);
void mh_witness_wrap_times(void);

#endif
