/*
 * record.h - functions that record.c and element.c share, to note the names of
 * a load.
 *
 * In a process that loads a module ahead, between mh_record_begin() and
 * mh_record_end() (proof.h). Nothing here changes what it looks at.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_RECORD_H
#define MEHARI_POOL_PERL_PRELOAD_RECORD_H

#include "pool/perl/preload/proof.h"

/* A reason why it must not be loaded ahead; the first reason counts. */
void mh_note_bar(const char *what, const char *name);
/* The glob of the running operator. */
void mh_note_glob(pTHX_ const GV *gv);
/* A value used as a reference: a glob, or a name that was made up. */
void mh_note_value(pTHX_ SV *sv);
/* A name of package main, or one that perl looks for there. */
void mh_note_main(pTHX_ const char *name);
/* A package, which need not be there. */
void mh_note_package(pTHX_ const char *name, STRLEN length);
/* @INC; one element of %INC, or all of it (key: NULL). */
void mh_note_search(void);
void mh_note_module(pTHX_ SV *key);

/* --- element.c --- */

/* The hash of this operator, in which another operator looks for an element. */
bool mh_is_element(OP *op);
/* The operator $hash{key}, or exists, or delete, is about to run. */
void mh_note_element(pTHX);
/* The operator $foo[1]{$bar} is about to run, with these operands. */
void mh_note_parts(pTHX_ const UNOP_AUX_item *item);

#endif
