/*
 * hidden_part.h - what the parts of hidden.h share.
 *
 *   hidden.c           loads lists of modules, first in a fork
 *   hidden_load.c      loads one
 *   hidden_module.c    the modules, what each needs, when one may be shown
 *   hidden_require.c   the operator `require`
 *   hidden_symbol.c    packages and symbols that are taken out
 *   hidden_attach.c    and put back
 *   hidden_twin.c      names that are there twice (hidden_unit.h)
 *   hidden_survey.c    what is in the symbol table, and what a load changed
 *   hidden_block.c     END blocks, and what else perl itself keeps
 *   hidden_residue.c   what cannot be hidden
 *   hidden_proof.c     that a load does not depend on the script's state, with
 *   hidden_record.c    what it names, and
 *   hidden_digest.c    what packages hold
 */
#ifndef MEHARI_HIDDEN_PART_H
#define MEHARI_HIDDEN_PART_H

#include <EXTERN.h>
#include <perl.h>
#include <sys/stat.h>

#include "exact/witness_part.h"
#include "wire/wire.h"

/* --- hidden_module.c --- */

typedef enum {
    MH_MODULE_NAMED,  /* something asked for it; not ours */
    MH_MODULE_HIDDEN, /* loaded, and nothing shows it */
    MH_MODULE_SHOWN,  /* as if it had been loaded now */
    MH_MODULE_GONE    /* perl has loaded the file itself; ours is dead */
} mh_module_state_e;

typedef struct mh_module_t mh_module_t;

/* That a module asked for another while it was loaded. */
typedef struct mh_need_t {
    mh_module_t *module;
    bool failed; /* and did not get it */
    bool tied;   /* did not ask: that one must not have been shown before */
} mh_need_t;

struct mh_module_t {
    char *key;  /* of %INC; stays where it is */
    char *path; /* in %INC; NULL: MH_MODULE_NAMED only */
    mh_module_state_e state;
    mh_module_t *group;      /* the one for which it was loaded; or itself */
    mh_module_t *changed_by; /* the last that changed its packages; NULL */
    bool by_do;              /* loaded by `do`: of use to its loader only */
    size_t wanted;           /* its place in the list of wishes; 0: in none */
    bool tried;              /* by itself, in a list */
    bool refused;            /* not to be loaded ahead again */
    bool known;              /* the zygote had it */
    bool fresh;              /* loaded, or shown, since the step began */
    struct stat status;
    SV *value;           /* what the file returned */
    int error;           /* what $! was then */
    UV evals;            /* `eval STRING`s that it ran */
    UV overrides;        /* the state of CORE::GLOBAL */
    char *search;        /* @INC then, each with a newline */
    PerlIO_funcs *layer; /* of PerlIO, that it defined */
    globhook_t glob;     /* what does `<*.c>`, that it defined */
    Perl_ophook_t ops;   /* what sees operators go, that it defined */
    Perl_ophook_t ops_before;
    mh_need_t *needs;
    size_t need_count;
    mh_module_t *next;        /* in the order in which they were complete */
    struct mh_proof_t *proof; /* of its group's first; or NULL */
    bool visited;
    bool barred; /* it is loaded, and must not be shown */
    U8 warn;     /* -w, when it was loaded */
};

/* Finds or makes it. */
mh_module_t *mh_module(const char *key);
mh_module_t *mh_module_known(const char *key);
mh_module_t *mh_module_first(void);
void mh_module_needs(mh_module_t *module, mh_module_t *other);
void mh_module_tie(mh_module_t *module, mh_module_t *other);
/* Moves it to the end of the order of loading. */
void mh_module_last(mh_module_t *module);
/* The one asks for the other, or for one that does. */
bool mh_module_reaches(mh_module_t *module, const mh_module_t *other);
bool mh_module_in_inc(pTHX_ const char *key);
/* Each entry of @INC with a newline; NULL when one is a hook. Malloc()ed. */
char *mh_module_search(pTHX);
/*
 * Shows the module and what it needs, if all of it would be found where it was
 * found. False: nothing was done, and perl's own require has to.
 */
bool mh_module_show(pTHX_ mh_module_t *module);
/* Perl loads the file itself. */
void mh_module_forget(pTHX_ mh_module_t *module);
/* The contrary of showing, for those that are marked fresh. */
void mh_module_hide_fresh(pTHX);

/* --- hidden_load.c --- */

/*
 * Loads one and hides it, with what it loads itself. NULL, or why it must not
 * be: all that is not allowed is found in a trial only. path: where it must be
 * found; NULL: anywhere. digest: of what it brought, if that has to be shown to
 * depend on nothing (whose: MH_WHOSE_MODULE). What this returns is of use until
 * the next call.
 */
const char *mh_module_load(pTHX_ mh_module_t *module, const char *path,
                           mh_whose_e whose, bool trial, UV *digest);

/* --- hidden_require.c --- */

/* Between these two, what files ask for is noted. */
void mh_require_begin(void);
void mh_require_end(void);
/* The key of the file that is being loaded, innermost; NULL: none. */
const char *mh_require_current(pTHX);

/* --- hidden_block.c --- */

typedef struct mh_blocks_t {
    SSize_t ends;
    IV layers;
    globhook_t glob;
    Perl_ophook_t ops;
} mh_blocks_t;

/* Before a load, and after it: what is new is taken away for its module. */
void mh_blocks_take(pTHX_ mh_blocks_t *blocks);
void mh_blocks_collect(pTHX_ const mh_blocks_t *before, mh_module_t *top);
/* A hook that calls the one before it: is that the same now? */
bool mh_blocks_may_show(pTHX_ const mh_module_t *module);
/* END blocks of all visited modules. */
void mh_blocks_show_ends(pTHX);
void mh_blocks_show(pTHX_ const mh_module_t *module);
void mh_blocks_forget(mh_module_t *module);

/* --- hidden_survey.c --- */

/* What one symbol holds. */
typedef struct mh_slots_t {
    HV *stash;
    const HEK *key;
    SV *symbol;
    CV *code;
    SV *scalar;
    AV *array;
    HV *hash;
    IO *io;
    bool content;        /* some of it is more than a name that was mentioned */
    bool perl;           /* and more than a function that is written in C */
    const void *meaning; /* of the code: the value of a constant, or itself */
    UV sum;              /* over the data */
    UV captured; /* in a survey: over its file's variables that it uses */
} mh_slots_t;

typedef struct mh_survey_t {
    mh_slots_t *list;
    size_t count;
    size_t room;
    size_t *table;
    size_t slots;
} mh_survey_t;

void mh_survey_take(pTHX_ mh_survey_t *survey);
void mh_survey_free(mh_survey_t *survey);
/* NULL: there is no such symbol in it. */
const mh_slots_t *mh_survey_find(const mh_survey_t *survey, const HV *stash,
                                 const HEK *key);
bool mh_survey_has_stash(const mh_survey_t *survey, const HV *stash);
/* It is there, but its names hold nothing but functions written in C. */
bool mh_survey_is_blank(const mh_survey_t *survey, const HV *stash);
/* Code was compiled in it. */
bool mh_survey_in_use(pTHX_ const HV *stash);
/* What one entry of a package holds. */
mh_slots_t mh_survey_entry(pTHX_ HV *stash, const HE *entry);
UV mh_survey_symbol_sum(pTHX_ SV *symbol);
/* Over all that is in a package, but for packages below it. */
UV mh_survey_sum(pTHX_ HV *stash);
bool mh_slots_special(const mh_slots_t *slots);
/* What perl's own modules note of each module that uses them. */
bool mh_slots_bookkeeping(const mh_slots_t *slots);
/* What only who writes the package puts there; perl gives IO::File its @ISA. */
bool mh_slots_own(const mh_slots_t *slots);

/* --- hidden_symbol.c --- */

/* Before a load. */
void mh_symbols_begin(const mh_survey_t *before, mh_module_t *top);
/* What the survey after a load has and that before it has not is taken note
 * of, for the group of the module. */
void mh_symbols_collect(pTHX_ const mh_survey_t *before,
                        const mh_survey_t *after, mh_module_t *top);
/*
 * Modules that were shown for this load, and of which it has changed a package,
 * are shown together with this one only. Returns a package that was changed
 * though it was in sight before; NULL: none.
 */
const char *mh_symbols_merge(pTHX_ mh_module_t *top);
/* Could the symbols of all visited modules be put back? */
bool mh_symbols_may_attach(pTHX);
void mh_symbols_attach(pTHX);
/* Takes out those of which the module is not shown. */
void mh_symbols_detach(pTHX);

/* The module will not be shown any more. */
void mh_symbols_forget(pTHX_ const mh_module_t *module);

/* --- hidden_residue.c --- */

typedef struct mh_state_t mh_state_t;

mh_state_t *mh_state_take(pTHX);
/* NULL, or what is another now: "changes $/". */
const char *mh_state_compare(pTHX_ const mh_state_t *old);
void mh_state_free(pTHX_ mh_state_t *state);
/* The same of the symbol table. */
const char *mh_state_symbols(pTHX_ const mh_survey_t *before,
                             const mh_survey_t *after);
/* What %SIG holds, as one number. */
UV mh_state_signals(pTHX);
/* What is in CORE::GLOBAL, as one number. */
UV mh_state_overrides(pTHX);

#endif
