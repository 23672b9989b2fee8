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

typedef struct mh_unit_t {
    mh_unit_kind_e kind;
    char *name; /* MH_UNIT_STASH: of the package; else of the symbol in stash */
    HV *stash;
    SV *symbol; /* but for MH_UNIT_STASH */
    GV *other;  /* MH_UNIT_SLOTS: has what is not in use now */
    UV sum;     /* over what was in it after the load */
    mh_module_t *owner;
    bool attached;
    /* How it is put where there is one of that name: */
    const void *shell; /* that is given up for it: another unit's */
    bool dissolves;    /* what mentions it is given the other one's names */
    bool syntax; /* that would have been compiled otherwise with it there */
    mh_module_t *mentions; /* while modules are loaded ahead: what does */
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

#endif
