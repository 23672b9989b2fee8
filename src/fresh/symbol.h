/*
 * symbol.h - packages and globs: which of them are the program's, and what
 * stands in them right after compilation.
 *
 * A package is the program's when code of the program was compiled in it, and
 * none of a module. The program's are all symbols that came into such packages
 * while it was compiled, and those of any package that its code names.
 */
#ifndef MEHARI_FRESH_SYMBOL_H
#define MEHARI_FRESH_SYMBOL_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/glob.h"
#include "fresh/pointers.h"
#include "fresh/value.h"

typedef struct mh_symbols_t {
    mh_pointers_t known;        /* globs and code, before the compilation */
    struct mh_stash_t *stashes; /* the program's */
    size_t stash_count;
    mh_glob_t *globs;
    size_t glob_count;
    size_t glob_size;
    mh_pointers_t index;   /* glob => place in globs */
    mh_pointers_t present; /* before a module is loaded */
    mh_pointers_t inside;  /* packages that come and go with another */
} mh_symbols_t;

/* All symbols there are: before compilation. */
mh_symbols_t *mh_symbols_survey(pTHX);

/* Right after it: which are the program's, with what is in them. */
mh_symbols_t *mh_symbols_take(pTHX_ const mh_symbols_t *before,
                              mh_values_t *values);

/* All that is in one package, whoever brought it, and nothing else. */
mh_symbols_t *mh_symbols_take_package(pTHX_ HV *stash, mh_values_t *values);

/* Are the same things in the same slots, whatever is in them? */
bool mh_symbols_unchanged(const mh_symbols_t *symbols);

/* One more, which the program's code names. */
void mh_symbols_mention(pTHX_ mh_symbols_t *symbols, GV *gv,
                        mh_values_t *values);

/* Calls the function for each container that stands in a glob now. */
void mh_symbols_each(pTHX_ mh_symbols_t *symbols,
                     void (*function)(pTHX_ SV *, void *), void *data);

/*
 * A module is about to be loaded while the program runs, and has been. It is
 * loaded once, so what it brings is there in later runs.
 */
void mh_symbols_arriving(pTHX_ mh_symbols_t *symbols);
void mh_symbols_arrived(pTHX_ mh_symbols_t *symbols, mh_values_t *values);

/* Slots get back what they held; new symbols go. */
void mh_symbols_restore(pTHX_ mh_symbols_t *symbols);

/*
 * Out of the symbol table, and into it. False: a module has been loaded where
 * the program has a package of its own.
 */
void mh_symbols_remove(pTHX_ mh_symbols_t *symbols);
bool mh_symbols_install(pTHX_ mh_symbols_t *symbols);

void mh_symbols_free(pTHX_ mh_symbols_t *symbols);

#endif
