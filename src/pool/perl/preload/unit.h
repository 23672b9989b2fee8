/*
 * unit.h - the interface of symbol.c and attach.c: pieces of the symbol table
 * that come and go with their modules. Runs in zygotes and children.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_UNIT_H
#define MEHARI_POOL_PERL_PRELOAD_UNIT_H

#include "pool/perl/preload/part.h"

typedef enum {
    MH_UNIT_STASH,  /* a package that was not there */
    MH_UNIT_SYMBOL, /* a name that was not there, in a blank package */
    MH_UNIT_NAME,   /* the same, but a mere name, in any package */
    MH_UNIT_SLOTS   /* content of a name that had been mentioned before */
} mh_unit_kind_e;

/* A use of a name in code; place NULL: a function in another package. */
typedef struct mh_use_t {
    SV **place;
    GV *old;
    GV *gv;
    HV *stash;
} mh_use_t;

typedef struct mh_unit_t {
    mh_unit_kind_e kind;
    char *name; /* MH_UNIT_STASH: of the package; else of its stash */
    HV *stash;
    SV *symbol; /* NULL for MH_UNIT_STASH */
    GV *other;  /* MH_UNIT_SLOTS: holds the content not in use now */
    UV sum;     /* digest of its content after the load */
    mh_module_t *owner;
    bool attached;
    bool foreign;   /* a function in C, which used no name of its package */
    U32 references; /* MH_UNIT_STASH: to the hidden package */
    bool waits;     /* MH_UNIT_NAME: until its package is there */
    bool due;       /* to be shown now */
    /* How it is merged with a present name: */
    struct mh_unit_t *giver;  /* unit that gives up its names; NULL */
    struct mh_unit_t *holder; /* unit that has them then; NULL */
    /* module whose showing returns them; NULL: never */
    const mh_module_t *with;
    bool syntax; /* the symbol changes how code that mentions it parses */
    /* Module whose showing takes the names of this one: */
    const mh_module_t *given_to;
    bool given; /* it has given them up */
    bool given_syntax;
    mh_use_t *uses;
    size_t use_count;
} mh_unit_t;

typedef struct mh_units_t {
    mh_unit_t **list; /* packages come after those that contain them */
    size_t count;
    /* Used while a module is loaded ahead: */
    const mh_survey_t *before;
    mh_module_t *top;
} mh_units_t;

extern mh_units_t mh_units;

/* A new unit, which is attached. */
mh_unit_t *mh_unit_new(mh_unit_kind_e kind, const char *name, HV *stash,
                       mh_module_t *owner);
/* The unit of a package (symbol: NULL), or of one of its symbols. */
mh_unit_t *mh_unit_find(const HV *stash, const SV *symbol);
/* True if its module is shown, or is about to be. */
bool mh_unit_wanted(const mh_unit_t *unit);
/* MH_UNIT_SLOTS: exchanges the symbol's content and the stored one. */
void mh_unit_swap(const mh_unit_t *unit);
/* Clears perl's caches for the name: methods, or the list of parents. */
void mh_unit_changed(pTHX_ const mh_unit_t *unit);

/* --- duplicate.c --- */

/* True if the symbol is empty, and only code refers to it or to its parts. */
bool mh_duplicate_is_unused(pTHX_ GV *gv);
/* True if the symbol changes how later code parses (prototype, constant, ...).
 */
bool mh_duplicate_is_syntax(SV *symbol);

/*
 * A merge has three steps. First all symbols are named that shall be given up
 * for those of the same names in stash; then it is known whether that is
 * possible; then, when the packages are where they belong, it is done. While
 * modules are loaded ahead the giver learns how to take that back (NULL:
 * never), and names that are new in stash come and go with mentions.
 */
void mh_duplicates_begin(pTHX);
bool mh_duplicates_add(pTHX_ SV *old, HEK *key, HV *stash, mh_unit_t *giver,
                       mh_module_t *mentions);
/* True if the symbol is only a function written in C. */
bool mh_duplicate_is_foreign(const mh_slots_t *slots);
/* Names a symbol that will be in stash, in place of a mere mention there. */
bool mh_duplicates_move(pTHX_ SV *symbol, HEK *key, HV *stash, mh_unit_t *giver,
                        mh_module_t *mentions);
/* Names a symbol whose hash's content will be in that hash too. */
void mh_duplicates_pour(pTHX_ SV *symbol, HEK *key, HV *stash);
bool mh_duplicates_find(pTHX);
void mh_duplicates_resolve(pTHX);
/* Gives up the symbols that were named since the mark. */
size_t mh_duplicates_mark(void);
void mh_duplicates_back(size_t mark);
/*
 * Returns a hidden module's names to the unit. False: nothing was done.
 */
bool mh_duplicates_take_back(pTHX_ mh_unit_t *unit);
bool mh_duplicates_give(pTHX_ mh_unit_t *unit);

#endif
