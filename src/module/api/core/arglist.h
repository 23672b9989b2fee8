/*
 * arglist.h - for methods that take any number of arguments.
 *
 * Reading an argument can call Perl (overloading, ties), and Perl can move its
 * stack, on which call->arg points. These take what is needed off it first.
 */
#ifndef MEHARI_MODULE_API_CORE_ARGLIST_H
#define MEHARI_MODULE_API_CORE_ARGLIST_H

#include "module/api/core/method_table.h"

/* A copy of call->arg that stays where it is until the statement ends. */
SV **mh_arglist(pTHX_ mh_call_t *call);

/* The arguments from number `first` on, joined, as a mortal. */
SV *mh_arglist_join(pTHX_ mh_call_t *call, int first);

/*
 * The bytes of sv for a client: UTF-8 when there are characters above 255 in
 * it, which Perl's own print warns of and a mod_perl program relies on, else
 * one byte each.
 */
const char *mh_bytes(pTHX_ SV *sv, STRLEN *length);

#endif
