/*
 * part.h - the interface between the files of preload.h, in bases and zygotes.
 *
 * preload.c loads lists of modules, first in a fork (trial.h); load.c loads one
 * module; module.c knows the modules, their needs, and when one may be shown;
 * require.c is the operator `require`; symbol.c takes packages and symbols out
 * of sight, attach.c puts them back; duplicate.c merges names that exist twice
 * (piece.h); mention.c has the names of package main, which only mentions
 * bring; survey.c lists the symbol table, and the changes of a load; block.c
 * has END blocks and perl's other lists; state.c finds state that cannot be
 * hidden; proof.c shows that a load does not depend on the script's state,
 * record.c which names a load uses, element.c which elements, and digest.c
 * what packages hold; generation.c numbers the changes of packages.
 * A site's files that are only compiled have kept.h.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_PART_H
#define MEHARI_POOL_PERL_PRELOAD_PART_H

#include <EXTERN.h>
#include <perl.h>
#include <sys/stat.h>

#include "pool/perl/trace/part.h"
#include "shared/wire/wire.h"

/* --- module.c --- */

typedef enum {
    MH_MODULE_NAMED,  /* named by some code; not loaded ahead */
    MH_MODULE_HIDDEN, /* loaded, and not in sight */
    MH_MODULE_SHOWN,  /* it looks as if it had been loaded now */
    MH_MODULE_GONE    /* perl has loaded the file itself; our copy is dead */
} mh_module_state_e;

typedef struct mh_module_t mh_module_t;
typedef struct mh_kept_t mh_kept_t;
typedef struct mh_mention_t mh_mention_t;

/* A module's need for another, which it asked for while it was loaded. */
typedef struct mh_need_t {
    mh_module_t *module;
    bool failed; /* it did not get it */
    bool tied;   /* a tie, not a need: that one must not be shown before */
    HV *stash;   /* of the code that asked for it; NULL */
} mh_need_t;

struct mh_module_t {
    char *key;  /* of %INC; its address stays */
    char *path; /* in %INC; NULL: MH_MODULE_NAMED only */
    mh_module_state_e state;
    mh_module_t *group; /* the module for which it was loaded; or itself */
    /* the last module that changed its packages; NULL */
    mh_module_t *changed_by;
    bool by_do;    /* loaded by `do`: for its loader only */
    size_t wanted; /* its place in the list of wishes; 0: none */
    bool tried;    /* by itself, in a list */
    bool young;    /* its file had changed just now: try it later */
    bool refused;  /* not to be loaded ahead again */
    bool known;    /* the zygote had it loaded */
    bool fresh;    /* loaded, or shown, since the step began */
    struct stat status;
    SV *value;           /* the file's result */
    int error;           /* $! after its load */
    bool reads;          /* it has read from a file: */
    GV *input;           /* the file of $. after its load; NULL: freed */
    UV asked;            /* its place in the order in which the script asked */
    UV evals;            /* number of `eval STRING`s that it ran */
    UV overrides;        /* the state of CORE::GLOBAL */
    char *search;        /* @INC at its load, each with a newline */
    PerlIO_funcs *layer; /* PerlIO layer that it defined */
    globhook_t glob;     /* function of `<*.c>` that it defined */
    Perl_ophook_t ops;   /* hook on freed operators that it defined */
    Perl_ophook_t ops_before;
    mh_need_t *needs;
    size_t need_count;
    mh_module_t *next;       /* in the order of complete loads */
    mh_mention_t **mentions; /* names of main, see mention.c */
    size_t mention_count;
    struct mh_proof_t *proof; /* of its group's first module; or NULL */
    mh_kept_t *kept;          /* compiled ahead, see kept.h; or NULL */
    bool visited;
    HV *asker;   /* when it is shown: the package that asks, see generation.c */
    bool barred; /* loaded, but must not be shown */
    bool withheld; /* it could not be shown for a kept file */
    U8 warn;       /* -w at its load */
};

/* The key of a package's file, mortal: "Foo/Bar.pm". */
SV *mh_module_key_of(pTHX_ const char *package);
/* The module of that key, made if need be. */
mh_module_t *mh_module(const char *key);
mh_module_t *mh_module_known(const char *key);
mh_module_t *mh_module_first(void);
void mh_module_needs(mh_module_t *module, mh_module_t *other, HV *stash);
void mh_module_tie(mh_module_t *module, mh_module_t *other);
/* Moves it to the end of the order of loading. */
void mh_module_last(mh_module_t *module);
/* True if the first needs the second, directly or through others. */
bool mh_module_reaches(mh_module_t *module, const mh_module_t *other);
bool mh_module_in_inc(pTHX_ const char *key);
/*
 * Each entry of @INC with a newline, malloc()ed. NULL if a look at it could run
 * code, because an entry is a hook or something is tied.
 */
char *mh_module_search(pTHX);
/* True for names for which perl does not search. */
bool mh_module_is_path(const char *key);
/* True if perl's search for the key would find this very file. */
bool mh_module_would_read(pTHX_ const char *key, const char *path);
/*
 * True if the search would find a file that is not perl's own, or ask a hook.
 */
bool mh_module_is_foreign(pTHX_ const char *key);
/*
 * Shows the module and all that it needs, if perl's search would find the same
 * files. False: nothing was done, and perl's own require must load it.
 */
bool mh_module_show(pTHX_ mh_module_t *module);
/* Gives the module up: perl loads the file itself. */
void mh_module_forget(pTHX_ mh_module_t *module);
/* Hides the modules again that are marked new. */
void mh_module_hide_fresh(pTHX);

/* --- load.c --- */

/* The facts that a trial and the load after it must have in common. */
typedef struct mh_load_result_t {
    UV digest; /* of what it has brought */
    /* in a trial: it died in an eval, or set handlers of __DIE__ or __WARN__ */
    bool dies;
} mh_load_result_t;

/*
 * Loads a module and hides it, with all that it loads itself. NULL, or why it
 * must not be loaded: all that is not allowed is found in a trial only. path:
 * the file that must be found; NULL: any. result is set if the load has to be
 * shown to depend on nothing (whose: MH_WHOSE_MODULE). The text is valid until
 * the next call.
 */
const char *mh_module_load(pTHX_ mh_module_t *module, const char *path,
                           mh_whose_e whose, bool trial,
                           mh_load_result_t *result);

/* Requires a file from package main. */
void mh_load_file(pTHX_ const char *path);
/* A handler for __DIE__ or __WARN__: it sets *called and does no more. */
CV *mh_load_noter(pTHX_ bool *called);

/* True for the handler of a trial. */
bool mh_load_notes(const SV *handler);

/* --- require.c --- */

/* Begin and end the notes of what files ask for. */
void mh_require_begin(void);
void mh_require_end(void);
bool mh_require_is_loading(void);
/* Called if the script has threads.pm: nothing is hidden from here on. */
bool mh_require_is_over(void);

/* --- block.c --- */

typedef struct mh_blocks_t {
    SSize_t ends;
    IV layers;
    globhook_t glob;
    Perl_ophook_t ops;
} mh_blocks_t;

/* Called before a load, and after it: new blocks and hooks are taken away for
 * its module. */
void mh_blocks_take(pTHX_ mh_blocks_t *blocks);
void mh_blocks_collect(pTHX_ const mh_blocks_t *before, mh_module_t *top);
/* True if the hook that a module's hook calls is still the same. */
bool mh_blocks_may_show(pTHX_ const mh_module_t *module);
/* Adds the END blocks of all visited modules. */
void mh_blocks_show_ends(pTHX);
void mh_blocks_show(pTHX_ const mh_module_t *module);
void mh_blocks_forget(mh_module_t *module);

/* --- survey.c --- */

/* Content of one symbol. */
typedef struct mh_slots_t {
    HV *stash;
    const HEK *key;
    SV *symbol;
    CV *code;
    SV *scalar;
    AV *array;
    HV *hash;
    IO *io;
    CV *form;
    bool again;          /* mentioned more than once */
    bool glob;           /* not a short form of a constant or a function */
    U32 number;          /* of a package: see generation.c */
    bool content;        /* there is more than a name that was mentioned */
    bool perl;           /* there is more than a function written in C */
    const void *meaning; /* of the code: the value of a constant, or itself */
    UV sum;              /* digest of the data */
    UV captured;         /* in a survey: of its file's variables that it uses */
} mh_slots_t;

typedef struct mh_survey_keys_t mh_survey_keys_t;

typedef struct mh_survey_t {
    mh_survey_keys_t *keys;
    mh_slots_t *list;
    size_t count;
    size_t room;
    size_t *table;
    size_t slots;
} mh_survey_t;

/* True for keys of the same text. */
bool mh_survey_same_key(const HEK *one, const HEK *other);
void mh_survey_take(pTHX_ mh_survey_t *survey);
void mh_survey_free(mh_survey_t *survey);
/* The symbol's content; NULL: it is not in the survey. */
const mh_slots_t *mh_survey_find(const mh_survey_t *survey, const HV *stash,
                                 const HEK *key);
/* The first symbol, or package, that only the first one has; NULL: none. */
const mh_slots_t *mh_survey_removed(const mh_survey_t *before,
                                    const mh_survey_t *after);
bool mh_survey_has_stash(const mh_survey_t *survey, const HV *stash);
/* True if the package is there, but its names hold only functions written in C.
 */
bool mh_survey_is_blank(const mh_survey_t *survey, const HV *stash);
/* True if code was compiled in the package. */
bool mh_survey_in_use(pTHX_ const HV *stash);
/* Content of one entry of a package. */
mh_slots_t mh_survey_entry(pTHX_ HV *stash, const HE *entry);
UV mh_survey_symbol_sum(pTHX_ SV *symbol);
/*
 * Digest of a function that is declared, and not defined: `sub f($);`. Perl
 * makes a glob of it when code refers to it, which changes nothing. 0: it is
 * defined, or another name's.
 */
UV mh_survey_declared(pTHX_ SV *symbol);
/* Digest of a package, without packages below it. */
UV mh_survey_sum(pTHX_ HV *stash);
/* True for a variable of perl's own, by any of its names. */
bool mh_glob_slots_special(pTHX_ const mh_slots_t *slots);
/* True for entries by which perl's own modules note each module that uses them.
 */
bool mh_glob_slots_bookkeeping(const mh_slots_t *slots);
/* True if the package has such entries. */
bool mh_survey_has_books(const HV *stash);
/* True for content that only the package's own code puts there; perl gives
 * IO::File its @ISA. */
bool mh_glob_slots_own(const mh_slots_t *slots);

/* --- symbol.c --- */

/* Begins to take notes, before a load. */
void mh_symbols_begin(const mh_survey_t *before, mh_module_t *top);
/* Notes, for the module's group, the symbols that only the survey after the
 * load has. */
void mh_symbols_collect(pTHX_ const mh_survey_t *before,
                        const mh_survey_t *after, mh_module_t *top);
/*
 * Ties modules that were shown for this load, and of which it has changed a
 * package, to this one. Returns a package that was changed though it was in
 * sight before; NULL: none.
 */
const char *mh_symbols_merge(pTHX_ mh_module_t *top);
/* True if the symbols of all visited modules could be put back. */
bool mh_symbols_may_attach(pTHX);
void mh_symbols_attach(pTHX);
/* Takes out the symbols whose module is not shown. */
void mh_symbols_detach(pTHX);

/* Drops the symbols of a module that will not be shown any more. */
void mh_symbols_forget(pTHX_ const mh_module_t *module);
/*
 * Those packages have no name from here on: perl asks each package with a name
 * for its CLONE when a script makes a thread, also outside the symbol table.
 * Nothing may be shown or loaded ahead after that.
 */
void mh_symbols_unname(pTHX);

/* --- generation.c --- */

/*
 * Three steps, called before a load, after it, and when its symbols are out of
 * sight. They keep the numbers of changes of the packages that stay.
 */
void mh_generations_begin(const mh_survey_t *before);
void mh_generations_collect(const mh_survey_t *before, const mh_survey_t *after,
                            const mh_module_t *top);
void mh_generations_hidden(pTHX);
/* A package's number of changes. */
U32 mh_generation_of(HV *stash);
void mh_generation_set(pTHX_ HV *stash, U32 value);
/* mh_symbols_attach(), with the numbers as after a load that happens now. */
void mh_generations_attach(pTHX);

/* --- mention.c --- */

/* Before a load: all names of main that hidden modules mention are in sight. */
void mh_mentions_begin(pTHX);
/* After it: notes the names that the load mentions, for its group. */
void mh_mentions_collect(pTHX_ const mh_survey_t *before,
                         const mh_survey_t *after, mh_module_t *top);
/* Takes out the names that no shown module mentions. */
void mh_mentions_hide(pTHX);
/* True if the names of the module could be put in sight. */
bool mh_mentions_may_show(pTHX_ const mh_module_t *module);
void mh_mentions_show(pTHX_ const mh_module_t *module);
/* The module will not be shown any more. */
void mh_mentions_forget(mh_module_t *module);

/* --- state.c --- */

typedef struct mh_state_t mh_state_t;

mh_state_t *mh_state_take(pTHX);
/* NULL, or the state that has changed: "changes $/". */
const char *mh_state_compare(pTHX_ const mh_state_t *old);
void mh_state_free(pTHX_ mh_state_t *state);
/* The same for the symbol table. */
const char *mh_state_symbols(pTHX_ const mh_survey_t *before,
                             const mh_survey_t *after);
/* Digest of %SIG. */
UV mh_state_signals(pTHX);
/* Digest of CORE::GLOBAL. */
UV mh_state_overrides(pTHX);

#endif
