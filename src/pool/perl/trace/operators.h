/*
 * operators.h - Perl's operators that look at something the trace watches.
 *
 * Each function is called once, before anything is compiled. With the trace
 * off, operators that ask for the time or for an element of a hash cost the
 * test of a flag; others cost nothing.
 */
#ifndef MEHARI_POOL_PERL_TRACE_OPERATORS_H
#define MEHARI_POOL_PERL_TRACE_OPERATORS_H

#include <EXTERN.h>
#include <perl.h>

void mh_trace_wrap_elements(void);
void mh_trace_wrap_times(void);
void mh_trace_wrap_orders(void);
void mh_trace_wrap_srand(void);

/* Sets perl's function for operators of that type, and returns the former one.
 */
Perl_ppaddr_t mh_trace_wrap(int type, Perl_ppaddr_t function);

#endif
