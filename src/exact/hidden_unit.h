/*
 * hidden_unit.h - what hidden_symbol.c and hidden_attach.c share: the pieces of
 * the symbol table that come and go with their modules.
 */
#ifndef MEHARI_HIDDEN_UNIT_H
#define MEHARI_HIDDEN_UNIT_H

#include "exact/hidden_part.h"

typedef enum {
    MH_UNIT_STASH,  /* a package that was not there */
    MH_UNIT_SYMBOL, /* a name that was not there, in a blank package */
    MH_UNIT_NAME,   /* the same, but nothing more than a name, in any package */
    MH_UNIT_SLOTS   /* what a name got that had been mentioned before */
} mh_unit_kind_e;

/* Code that mentions a name; place NULL: a function in another package. */
typedef struct mh_use_t {
    SV **place;
    GV *old;
    GV *gv;
    HV *stash;
} mh_use_t;

typedef struct mh_unit_t {
    mh_unit_kind_e kind;
    char *name; /* MH_UNIT_STASH: of the package; else of the symbol in stash */
    HV *stash;
    SV *symbol; /* but for MH_UNIT_STASH */
    GV *other;  /* MH_UNIT_SLOTS: has what is not in use now */
    UV sum;     /* over what was in it after the load */
    mh_module_t *owner;
    bool attached;
    bool
        foreign; /* a function written in C, which saw nothing of its package */
    U32 references; /* MH_UNIT_STASH: to the package while it is hidden */
    bool waits;     /* MH_UNIT_NAME: for its package */
    bool due;       /* to be shown now */
    /* How it is put where there is one of that name: */
    struct mh_unit_t *giver;  /* gives up its names: itself or another; NULL */
    struct mh_unit_t *holder; /* has them then; NULL */
    const mh_module_t *with;  /* these are then this one's; NULL: for good */
    bool syntax; /* what mentions them would have been compiled otherwise */
    /* It gives up its names when this one is shown too: */
    const mh_module_t *given_to;
    bool given; /* it has */
    bool given_syntax;
    mh_use_t *uses;
    size_t use_count;
} mh_unit_t;

typedef struct mh_units_t {
    mh_unit_t **list; /* packages come after those that they are in */
    size_t count;
    /* While a module is loaded ahead: */
    const mh_survey_t *before;
    mh_module_t *top;
} mh_units_t;

extern mh_units_t mh_units;

/* It is attached. */
mh_unit_t *mh_unit_new(mh_unit_kind_e kind, const char *name, HV *stash,
                       mh_module_t *owner);
/* The unit of a package (symbol: NULL), or of one of its symbols. */
mh_unit_t *mh_unit_find(const HV *stash, const SV *symbol);
/* Its module is shown, or is about to be. */
bool mh_unit_wanted(const mh_unit_t *unit);
/* MH_UNIT_SLOTS: from what the name held to what it holds, and back. */
void mh_unit_swap(const mh_unit_t *unit);
/* Perl keeps what it found by name: a method, or the list of parents. */
void mh_unit_changed(pTHX_ const mh_unit_t *unit);

/* --- hidden_twin.c --- */

/* Nothing is in it, and nothing but code refers to it or to its parts. */
bool mh_twin_is_unused(pTHX_ GV *gv);
/* What mentions the name would have been compiled otherwise, had it known. */
bool mh_twin_is_syntax(const SV *symbol);

/*
 * First all are named that shall be given up for those of the same names in
 * stash; then it is known whether that can be; then, when the packages are
 * where they belong, it is done. While modules are loaded ahead the giver
 * learns how to take that back (NULL: it will not be), and names that are new
 * in stash come and go with mentions.
 */
void mh_twins_begin(pTHX);
bool mh_twins_add(pTHX_ SV *old, HEK *key, HV *stash, mh_unit_t *giver,
                  mh_module_t *mentions);
/* It is nothing but a function that is written in C. */
bool mh_twin_is_foreign(const mh_slots_t *slots);
/* It will be in stash, instead of what is only mentioned there. */
bool mh_twins_move(pTHX_ SV *symbol, HEK *key, HV *stash, mh_unit_t *giver,
                   mh_module_t *mentions);
/* What is in its hash will be in that one's too. */
void mh_twins_pour(pTHX_ SV *symbol, HEK *key, HV *stash);
bool mh_twins_find(pTHX);
void mh_twins_resolve(pTHX);
/* Gives up those that were named since the mark. */
size_t mh_twins_mark(void);
void mh_twins_back(size_t mark);
/*
 * The unit has its names again; and not. Its module has to be hidden. False:
 * nothing was done.
 */
bool mh_twins_take_back(pTHX_ mh_unit_t *unit);
bool mh_twins_give(pTHX_ mh_unit_t *unit);

#endif
