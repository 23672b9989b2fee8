/*
 * piece.h - the interface of symbol.c and attach.c: pieces of the symbol table
 * that come and go with their modules. Runs in zygotes and children.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_PIECE_H
#define MEHARI_POOL_PERL_PRELOAD_PIECE_H

#include "pool/perl/preload/part.h"

typedef enum {
    MH_PIECE_STASH,  /* a package that was not there */
    MH_PIECE_SYMBOL, /* a name that was not there, in a blank package */
    MH_PIECE_NAME,   /* the same, but a mere name, in any package */
    MH_PIECE_SLOTS   /* content of a name that had been mentioned before */
} mh_piece_kind_e;

/*
 * A use of a name in code; pad NULL: a function in another package. Pads grow
 * while their code is compiled, and are freed with it. So this does not point
 * into a pad.
 */
typedef struct mh_use_t {
    AV *pad;
    SSize_t index;
    GV *old;
    GV *gv;
    HV *stash;
} mh_use_t;

typedef struct mh_piece_t {
    mh_piece_kind_e kind;
    char *name; /* MH_PIECE_STASH: of the package; else of its stash */
    HV *stash;
    SV *symbol; /* NULL for MH_PIECE_STASH */
    GV *other;  /* MH_PIECE_SLOTS: holds the content not in use now */
    UV sum;     /* digest of its content after the load */
    mh_module_t *owner;
    bool attached;
    bool foreign;   /* a function in C, which used no name of its package */
    U32 references; /* MH_PIECE_STASH: to the hidden package */
    bool waits;     /* MH_PIECE_NAME: until its package is there */
    bool due;       /* to be shown now */
    /* The rule for its merging with a present name: */
    struct mh_piece_t *giver;  /* piece that gives up its names; NULL */
    struct mh_piece_t *holder; /* piece that has them then; NULL */
    /* module whose showing returns them; NULL: never */
    const mh_module_t *with;
    bool syntax; /* the symbol changes how code that mentions it parses */
    /* Module whose showing takes the names of this one: */
    const mh_module_t *given_to;
    bool given; /* it has given them up */
    bool given_syntax;
    mh_use_t *uses;
    size_t use_count;
} mh_piece_t;

typedef struct mh_pieces_t {
    mh_piece_t **list; /* packages come after those that contain them */
    size_t count;
    /* Used while a module is loaded ahead: */
    const mh_survey_t *before;
    mh_module_t *top;
} mh_pieces_t;

extern mh_pieces_t mh_pieces;

/* A new piece, which is attached. */
mh_piece_t *mh_piece_new(mh_piece_kind_e kind, const char *name, HV *stash,
                         mh_module_t *owner);
/* The piece of a package (symbol: NULL), or of one of its symbols. */
mh_piece_t *mh_piece_find(const HV *stash, const SV *symbol);
/* True if its module is shown, or is about to be. */
bool mh_piece_wanted(const mh_piece_t *piece);
/* MH_PIECE_SLOTS: exchanges the symbol's content and the stored one. */
void mh_piece_swap(const mh_piece_t *piece);
/* Clears perl's caches for the name: methods, or the list of parents. */
void mh_piece_changed(pTHX_ const mh_piece_t *piece);

/* --- duplicate.c --- */

/* True if the symbol is empty, and only code refers to it or to its parts. */
bool mh_duplicate_is_unused(pTHX_ GV *gv);
/* True if nothing but the symbol refers to its variables, and it has no handle
 * or format. */
bool mh_duplicate_is_alone(const GV *gv);
/* Length of its name as perl wants it: negative for a UTF-8 name. */
I32 mh_duplicate_length(const GV *gv);
/* True if the symbol changes how later code parses (prototype, constant, ...).
 */
bool mh_duplicate_is_syntax(SV *symbol);

/*
 * A merge has three steps. The first names all symbols that are given up for
 * those of the same names in stash. The second checks whether that is possible.
 * The third does it, when the packages are in their places. While modules are
 * loaded ahead, the giver notes how to take that back (NULL: never), and names
 * that are new in stash come and go with mentions.
 */
void mh_duplicates_begin(pTHX);
bool mh_duplicates_add(pTHX_ SV *old, HEK *key, HV *stash, mh_piece_t *giver,
                       mh_module_t *mentions);
/* True if the symbol is only a function written in C. */
bool mh_duplicate_is_foreign(const mh_slots_t *slots);
/* Names a symbol that will be in stash, in place of a mere mention there. */
bool mh_duplicates_move(pTHX_ SV *symbol, HEK *key, HV *stash,
                        mh_piece_t *giver, mh_module_t *mentions);
/* Names a symbol whose hash's content will be in that hash too. */
void mh_duplicates_pour(pTHX_ SV *symbol, HEK *key, HV *stash);
bool mh_duplicates_find(pTHX);
void mh_duplicates_resolve(pTHX);
/* Gives up the symbols that were named since the mark. */
size_t mh_duplicates_mark(void);
void mh_duplicates_back(size_t mark);
/*
 * Returns a hidden module's names to the piece. False: nothing was done.
 */
bool mh_duplicates_take_back(pTHX_ mh_piece_t *piece);
bool mh_duplicates_give(pTHX_ mh_piece_t *piece);

#endif
