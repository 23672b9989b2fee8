/*
 * stash.h - inside symbol.c and its kin: a package of the program's.
 */
#ifndef MEHARI_FRESH_STASH_H
#define MEHARI_FRESH_STASH_H

#include "fresh/symbol.h"

/* An entry of a package, in the order of its buckets. */
typedef struct mh_entry_t {
    const HE *he;
    SV *symbol;
    SV *key; /* of what is the program's alone */
} mh_entry_t;

typedef struct mh_stash_t {
    HV *stash;
    mh_entry_t *entries;
    size_t count;
    mh_pointers_t known; /* symbols that may be in it */
    mh_pointers_t own;   /* symbol => 1: it is the program's alone */
    bool overloads;      /* perl looks for overloaded operators in it */
    bool foreign;        /* a module has been loaded into it meanwhile */
} mh_stash_t;

/* Calls the function for a package and all that are inside it. */
void mh_stash_each(pTHX_ HV *stash, mh_pointers_t *seen,
                   void (*function)(pTHX_ HV *, void *), void *data);

/* Notes the entries as they are. */
void mh_stash_list(pTHX_ mh_stash_t *noted);
bool mh_stash_unchanged(const mh_stash_t *noted);

/* Puts what is the program's alone where it was. */
void mh_stash_put(pTHX_ mh_stash_t *noted);

/* Makes it one that is not the program's alone. */
void mh_entry_release(pTHX_ mh_entry_t *entry);

/* The variables of a module that are about one request. */
void mh_symbols_mention_all(pTHX_ mh_symbols_t *symbols, HV *stash,
                            mh_values_t *values);

#endif
