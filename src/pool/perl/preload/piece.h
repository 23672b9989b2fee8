/*
 * piece.h - the interface of symbol.c and attach.c: pieces of the symbol table
 * that come and go with their modules. Runs in bases, zygotes and children.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_PIECE_H
#define MEHARI_POOL_PERL_PRELOAD_PIECE_H

#include "pool/perl/preload/part.h"

typedef enum {
    MH_PIECE_STASH, /* a package */
    MH_PIECE_NAME,  /* a name in a package that has others, too */
    MH_PIECE_SLOTS  /* slots of a glob that other modules mention */
} mh_piece_kind_e;

/*
 * A package belongs to one module as a whole, or is *shared*: then each of its
 * names is a piece, and the package is in sight when one of them is. A name is
 * in sight with each module that mentions it.
 */
typedef struct mh_piece_t {
    mh_piece_kind_e kind;
    char *name; /* MH_PIECE_STASH: of the package */
    SV *key;    /* else: of its stash */
    HV *stash;
    SV *symbol; /* NULL for MH_PIECE_STASH */
    HE *entry;  /* MH_PIECE_NAME: the entry, while it is out of sight */
    GV *other;  /* MH_PIECE_SLOTS: holds the content not in use now */
    mh_module_t **owners; /* the first brings the content */
    size_t owner_count;
    struct mh_piece_t *package; /* of a name; NULL: perl's own */
    struct mh_piece_t *slots;   /* of a name: its content; NULL */
    bool content;               /* of a name, which has it itself */
    bool shared;
    bool asked;    /* a shared package: one of its names is wanted */
    bool attached; /* in sight */
    bool given;    /* merged for good with the script's */
    bool due;      /* to be shown now */
    bool joins;    /* and then merged: */
    SV *with;      /* with this symbol */
    HV *before;    /* a package in sight: whose place it has; NULL */
    STRLEN names;  /* of a package, when its module was loaded */
} mh_piece_t;

typedef struct mh_pieces_t {
    mh_piece_t **list; /* packages come first, after those that contain them */
    size_t count;
    const mh_survey_t *first; /* see mh_symbols_reversible() */
} mh_pieces_t;

extern mh_pieces_t mh_pieces;

/* The piece of a package (symbol: NULL), or of one of its names. */
mh_piece_t *mh_piece_find(const HV *stash, const SV *symbol);
/* True if one of its modules is shown, or is about to be. */
bool mh_piece_wanted(const mh_piece_t *piece);
/* Visits all that is out of sight, and what will not be shown any more. */
void mh_pieces_visit_hidden(pTHX_ void (*visit)(pTHX_ const mh_piece_t *piece));
/* Finds the shared packages that are wanted. */
void mh_pieces_ask(void);
/* MH_PIECE_SLOTS: exchanges the symbol's content and the stored one. */
void mh_piece_swap(const mh_piece_t *piece);
/* Clears perl's caches for the name: methods, or the list of parents. */
void mh_piece_changed(pTHX_ const mh_piece_t *piece);

/* --- place.c --- */

/* True for an entry of a package that is another package. */
bool mh_place_is_package(const HE *entry);
/* True if there is anything but packages in it. */
bool mh_place_has_names(const HV *stash);
/* The piece's package takes its place in the symbol table, with the packages
 * that are there. */
void mh_place_take(pTHX_ mh_piece_t *piece);
/* It leaves its place. */
void mh_place_leave(pTHX_ mh_piece_t *piece);

/* --- duplicate.c --- */

/* True if the symbol is empty, and only code refers to it or to its parts. */
bool mh_duplicate_is_unused(pTHX_ GV *gv);
/* True if nothing but the symbol refers to its variables, and it has no handle
 * or format. */
bool mh_duplicate_is_alone(const GV *gv);
/* True if the symbol changes how later code parses (prototype, constant, ...).
 */
bool mh_duplicate_is_syntax(SV *symbol);

/*
 * A merge has three steps. First, name all symbols that are given up for those
 * of the same names in stash. Then ask whether that is possible. Last, when the
 * packages are where they belong, merge.
 */
void mh_duplicates_begin(pTHX);
bool mh_duplicates_add(pTHX_ SV *old, HEK *key, HV *stash);
/* True if the symbol is only a function written in C. */
bool mh_duplicate_is_foreign(const mh_slots_t *slots);
/* Names a symbol that will be in stash, in place of a mere mention there. */
bool mh_duplicates_move(pTHX_ SV *symbol, HEK *key, HV *stash);
/* Names a symbol whose hash's content will be in that hash too. */
void mh_duplicates_pour(pTHX_ SV *symbol, HEK *key, HV *stash);
/*
 * mh_duplicates_mark() returns how many symbols are named; mh_duplicates_back()
 * forgets those named since then.
 */
size_t mh_duplicates_mark(void);
void mh_duplicates_back(size_t mark);
bool mh_duplicates_find(pTHX);
void mh_duplicates_resolve(pTHX);

#endif
