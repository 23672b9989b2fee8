/*
 * arglist.h - for methods that take any number of arguments.
 *
 * Reading an argument can call Perl (overloading, ties), and Perl can move its
 * stack, on which call->arg points. These functions copy what is needed first.
 */
#ifndef MEHARI_MODULE_API_CORE_ARGLIST_H
#define MEHARI_MODULE_API_CORE_ARGLIST_H

#include "module/api/core/method_table.h"

/* A copy of call->arg that stays where it is until the statement ends. */
SV **mh_arglist(pTHX_ mh_call_t *call);

/* The arguments from number `first` on, joined, as a mortal. */
SV *mh_arglist_join(pTHX_ mh_call_t *call, int first);

#endif
