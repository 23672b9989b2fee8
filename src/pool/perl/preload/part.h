/*
 * part.h - the interface between the files of preload.h, in bases and zygotes.
 *
 * preload.c loads lists of modules, first in a fork (trial.h); load.c loads one
 * module, calls.c has the functions that it calls; hidden_module.c knows the
 * modules, their needs, and when one may be shown; veil.c has what a load must
 * not see; require.c is the operator `require`; symbol.c takes packages and
 * symbols out of sight, attach.c puts them back, entry.c their entries;
 * duplicate.c merges names that exist twice (piece.h); survey.c lists the
 * symbol table; block.c has END blocks and perl's other lists; state.c finds
 * state that cannot be hidden; generation.c numbers the changes of packages;
 * handlers.c has what handlers of a script would see; override.c is for
 * CORE::GLOBAL; end.c is for the end of perl. A site's files that are only
 * compiled have kept.h.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_PART_H
#define MEHARI_POOL_PERL_PRELOAD_PART_H

#include <EXTERN.h>
#include <perl.h>
#include <sys/stat.h>

#include "pool/perl/trace/part.h"
#include "shared/perl/key.h"
#include "shared/wire/wire.h"

/* --- hidden_module.c --- */

typedef enum {
    MH_MODULE_NAMED,  /* named by some code; not loaded ahead */
    MH_MODULE_HIDDEN, /* loaded, and not in sight */
    MH_MODULE_SHOWN,  /* as if it had been loaded now */
    MH_MODULE_GONE    /* perl has loaded the file itself; our copy is dead */
} mh_module_state_e;

/*
 * The way in which code asks for a file: `require`, or `do` and its context, in
 * which perl compiles the file's last statement.
 */
typedef enum {
    MH_ASKING_REQUIRE = 'r',
    MH_ASKING_DO = 'v', /* void */
    MH_ASKING_DO_SCALAR = 's',
    MH_ASKING_DO_LIST = 'l'
} mh_asking_e;

/* Perl compiles the file in the package of that code. */
typedef struct mh_asking_t {
    mh_asking_e way;
    HV *package;
} mh_asking_t;

typedef struct mh_module_t mh_module_t;
typedef struct mh_kept_t mh_kept_t;
typedef struct mh_load_call_t mh_load_call_t;

/* A module's need for another module that it asked for while it was loaded. */
typedef struct mh_need_t {
    mh_module_t *module;
    bool failed; /* it did not get it */
    HV *stash;   /* of the code that asked for it; NULL */
} mh_need_t;

struct mh_module_t {
    char *key;          /* of %INC; its address stays */
    char *path;         /* in %INC; NULL: MH_MODULE_NAMED only */
    mh_module_t *group; /* the module for which it was loaded; or itself */
    size_t wanted;      /* its place in the list of wishes; 0: none */
    struct stat status;
    SV *value;           /* the file's result */
    GV *input;           /* the file of $. after its load; NULL: freed */
    UV asked;            /* its place in the order in which the script asked */
    mh_asking_t asking;  /* the last one */
    UV evals;            /* number of `eval STRING`s that it ran */
    UV overrides;        /* the state of CORE::GLOBAL */
    char *search;        /* @INC at its load, each with a newline */
    PerlIO_funcs *layer; /* PerlIO layer that it defined */
    globhook_t glob;     /* function of `<*.c>` that it defined */
    Perl_ophook_t ops;   /* hook on freed operators that it defined */
    Perl_ophook_t ops_before;
    mh_need_t *needs;
    size_t need_count;
    mh_module_t *next;            /* in the order of complete loads */
    struct mh_piece_t **packages; /* that it has brought */
    size_t package_count;
    mh_module_t **without; /* parsed without their prototypes: see veil.c */
    size_t without_count;
    mh_load_call_t *calls; /* of its load, see calls.c */
    size_t call_count;
    mh_kept_t *kept; /* compiled ahead, see kept.h; or NULL */
    HV *asker; /* when it is shown: the package that asks, see generation.c */
    mh_module_state_e state;
    int error;      /* $! after its load */
    U8 warn;        /* -w at its load */
    bool by_do;     /* loaded by `do`: for its loader only */
    bool tried;     /* by itself, in a list */
    bool young;     /* its file had changed just now: try it later */
    bool refused;   /* not to be loaded ahead again */
    bool known;     /* the zygote had it loaded */
    bool fresh;     /* loaded, or shown, since the step began */
    bool reads;     /* it has read from a file: input */
    bool dies;      /* its load dies in an eval, or sets handlers */
    bool visited;   /* to be shown, with what needs it */
    bool barred;    /* loaded, but must not be shown */
    bool withheld;  /* it could not be shown for a kept file */
    bool lacks_die; /* see override.c */
};

/* The package of a key, mortal: the other way of mh_key_of(). */
SV *mh_module_class_of(pTHX_ const char *key);
/* The module of that key, made if need be. */
mh_module_t *mh_module(const char *key);
mh_module_t *mh_module_known(const char *key);
mh_module_t *mh_module_first(void);
void mh_module_needs(mh_module_t *module, mh_module_t *other, HV *stash);
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
/* True if it would find perl's own file of that key. */
bool mh_module_is_installed(pTHX_ const char *key);
/* True if it would find a file that is not perl's own, or ask a hook. */
bool mh_module_is_foreign(pTHX_ const char *key);
/*
 * Shows the module and all that it needs, if perl's search would find the same
 * files. False: nothing was done, and perl's own require must load it.
 */
bool mh_module_show(pTHX_ mh_module_t *module);
/* Gives the module up: perl loads the file itself. */
void mh_module_forget(pTHX_ mh_module_t *module);
/* Takes modules that are marked fresh out of %INC again. */
void mh_module_hide_fresh(pTHX);

/* --- preload.c --- */

/* Loads the modules of a list, a name on each line: mh_preload_lists(). */
char *mh_preload_listed(const char *list);

/* --- load.c --- */

/*
 * Loads a module, with all that it loads itself; their names are in sight then.
 * NULL, or why it must not be loaded. Only a trial finds everything that is not
 * allowed, and whether the load dies in an eval or sets handlers. The text is
 * valid until the next call.
 */
const char *mh_module_load(pTHX_ mh_module_t *module, mh_whose_e whose,
                           bool trial, bool *dies);
/* After the last load of a list. */
void mh_module_loaded_all(void);

/* Loads a file from package main: by `require`, or by `do`. */
void mh_load_file(pTHX_ const char *path, mh_asking_e way);
/* The call of a handler. */
typedef struct mh_noted_t {
    bool called;
    char text[256]; /* the last message, cut off; an object: empty */
} mh_noted_t;

/* A handler for __DIE__ or __WARN__: it notes its call and does no more. */
CV *mh_load_noter(pTHX_ mh_noted_t *noted);
/* Makes it the handler $SIG{name}, until the scope ends. */
void mh_load_set_handler(pTHX_ const char *name, CV *noter);

/* True for the handler of a trial. */
bool mh_load_notes(const SV *handler);

/* --- ties.c --- */

#define MH_TIES 3

/* Ties of %!, %+ and %-. */
typedef struct mh_ties_t {
    MAGIC *taken[MH_TIES];
    HV *hash[MH_TIES]; /* of a tie; code may give the name another one */
} mh_ties_t;

/* The tie of a variable; NULL: it is not tied. */
MAGIC *mh_tie_of(const SV *sv);
/* Takes the tie from the variable; NULL: it had none. */
MAGIC *mh_tie_take(SV *sv);
/* Gives it back, in the place of another one. */
void mh_tie_give(pTHX_ SV *sv, MAGIC *tie);

void mh_ties_take(pTHX_ mh_ties_t *ties);
/* Notes the classes of those that perl has tied meanwhile, for the module. */
void mh_ties_put_back(pTHX_ const mh_ties_t *ties, mh_module_t *module);

/* --- asking.c --- */

/* The way of the running operator. */
mh_asking_t mh_asking_now(pTHX);
/* Context in which perl runs the file, such as G_SCALAR. */
U8 mh_asking_context(mh_asking_e way);
/* Writes "WAYPACKAGE PATH", with the NUL; its size, or 0: it does not fit. */
size_t mh_asking_write(const mh_asking_t *asking, const char *path,
                       char *buffer, size_t size);
/* The path in such a text; NULL: it is malformed. */
const char *mh_asking_read(pTHX_ const char *text, mh_asking_e *way,
                           SV *package);
/* True if the file begins with a package of its own, so that the package of
 * the code that asks for it does not matter. */
bool mh_asking_does_not_matter(const char *path);

/* --- require.c --- */

/* Begin and end the notes of what files ask for. */
void mh_require_begin(void);
/* The key of the file that is being loaded, innermost; NULL: none. */
const char *mh_require_key(pTHX);
/* The frame of the file that is being loaded; NULL: none. */
const PERL_CONTEXT *mh_require_file(pTHX);
void mh_require_end(pTHX);
bool mh_require_is_loading(void);
/* Number of files that the script has asked for. */
UV mh_require_asked(void);
/* The script has threads.pm: nothing is hidden from here on. */
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
/* A module's hook calls the hook before it. True if it would still call the
 * same one. */
bool mh_blocks_may_show(pTHX_ const mh_module_t *module);
/* Adds the END blocks of all visited modules. */
void mh_blocks_show_ends(pTHX);
void mh_blocks_show(pTHX_ const mh_module_t *module);
void mh_blocks_forget(mh_module_t *module);

/* --- entry.c --- */

/* The entry of that key; NULL: none. */
HE *mh_entry_find(HV *stash, const HEK *key);
/* Takes an entry out, with what it refers to, if it is there; puts one in. */
void mh_entry_take(HV *stash, HE *entry);
void mh_entry_put(pTHX_ HV *stash, HE *entry);

/* --- glob_part.c --- */

/* An open file or folder of a handle; NULL: there is none. */
const void *mh_part_handle(const IO *io);

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
    const void *handle; /* mh_part_handle() of io */
    CV *form;
    bool again;          /* mentioned more than once */
    bool gone;           /* taken out of the symbol table since */
    bool glob;           /* not a short form of a constant or a function */
    U32 number;          /* of a package: see generation.c */
    bool content;        /* there is more than a name that was mentioned */
    bool perl;           /* there is more than a function written in C */
    const void *meaning; /* of the code: the value of a constant, or itself */
    UV sum;              /* digest of the data */
    UV declared;         /* of it: mh_survey_declared() */
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
/* Makes the survey after a load the one before the next. */
void mh_survey_go_on(mh_survey_t *after, const mh_survey_t *before);
/* A key of perl's for a survey's, which is a copy that perl does not know. */
SV *mh_survey_key(pTHX_ const HEK *key);
/* The symbol's content; NULL: it is not in the survey. */
const mh_slots_t *mh_survey_find(const mh_survey_t *survey, const HV *stash,
                                 const HEK *key);
/* The first symbol, or package, that is only in the survey before; NULL:
 * none. */
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
 * makes a glob of it when code refers to it, which changes nothing. 0: the
 * function is defined, or has another name. An empty prototype, `sub f();`, is
 * not the same as none.
 */
#define MH_DECLARED_PLAINLY 1 /* without a prototype */
UV mh_survey_declared(pTHX_ SV *symbol);
/* True for a variable of perl's own, by any of its names. */
bool mh_glob_slots_special(pTHX_ const mh_slots_t *slots);
/* True for a name such as $1 or $!: each code that mentions it gets a scalar
 * with the same magic. A hash of that name may be there, too: %!. */
bool mh_glob_is_perls_scalar(pTHX_ const HV *stash, const SV *symbol);
/* Gives the symbol the other's variables, as *one = *other does. */
void mh_glob_share(pTHX_ GV *gv, GV *other);
/* True for entries by which perl's own modules note each module that uses them.
 */
bool mh_glob_slots_bookkeeping(const mh_slots_t *slots);

/* --- calls.c --- */

/* Begin and end the notes of functions that a load calls; before: what was
 * there. */
void mh_calls_begin(pTHX_ const mh_survey_t *before);
void mh_calls_end(pTHX_ mh_module_t *top);
/* True if handlers for __DIE__ or __WARN__ were set, for a while. */
bool mh_calls_set_handlers(void);
/* True if a script has replaced none of the module's. */
bool mh_calls_are_same(const mh_module_t *module);

/* --- symbol.c --- */

/* Begins a load: notes mentions from here on. */
void mh_symbols_begin(const mh_survey_t *before);
/* Notes, for the module's group, the symbols that only the survey after the
 * load has, and those that it mentions. */
void mh_symbols_collect(pTHX_ const mh_survey_t *before, mh_survey_t *after,
                        mh_module_t *top);
/* True if the package, or its content, came with modules. */
bool mh_symbols_have(const HV *stash);
/* The module that brings the symbol's content; NULL: none. */
mh_module_t *mh_symbols_owner(const HV *stash, const SV *symbol);
/* True if the packages of a shown module are there, and have not been emptied.
 */
bool mh_symbols_are_whole(pTHX_ const mh_module_t *module);
/* True if the package is out of sight. */
bool mh_symbols_hide(const HV *stash);
/* From here on, modules are shown only if they could be hidden again, so that
 * all is as the survey has found it. NULL: for good. */
void mh_symbols_reversible(const mh_survey_t *first);
/* True if the symbols of all visited modules could be put back. */
bool mh_symbols_may_attach(pTHX);
void mh_symbols_attach(pTHX);
/* Takes out the symbols whose module is not shown. */
void mh_symbols_detach(pTHX);

/* Drops the symbols of a module that will not be shown any more. */
void mh_symbols_forget(pTHX_ const mh_module_t *module);
/*
 * Takes the names from the packages that mh_symbols_forget() has dropped. When
 * a script makes a thread, perl asks each package with a name for CLONE, also
 * outside the symbol table. After this call nothing may be shown or loaded
 * ahead.
 */
void mh_symbols_unname(pTHX);
/* Frees the entries that are out of sight. */
void mh_symbols_free(pTHX);

/* --- veil.c --- */

/* Takes the functions of all hidden modules away. */
void mh_veil_begin(pTHX_ const mh_survey_t *survey, mh_module_t *top);
/* Gives back those of modules that are shown now, or all. */
void mh_veil_lift(pTHX_ bool all);
/* True if perl would parse the module's code now as it did ahead. */
bool mh_veil_may_show(const mh_module_t *module);

/* --- generation.c --- */

/*
 * Three steps, called before a load, after it, and when its symbols are out of
 * sight. The packages that stay keep their numbers of changes.
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
/* mh_symbols_detach(), without a change of the numbers. */
void mh_generations_detach(pTHX);

/* --- state.c --- */

typedef struct mh_state_t mh_state_t;

mh_state_t *mh_state_take(pTHX);
/* NULL, or the state that has changed: "changes $/". */
const char *mh_state_compare(pTHX_ const mh_state_t *old);
void mh_state_free(pTHX_ mh_state_t *state);
/* The same for the symbol table. */
const char *mh_state_symbols(pTHX_ const mh_survey_t *before,
                             const mh_survey_t *after);
/* True if everything of perl's own that a load uses is as perl made it. */
bool mh_state_is_plain(pTHX);
/* True if no function is called when a handle is destroyed. */
bool mh_state_has_quiet_handles(pTHX);

/* --- override.c --- */

/* Digest of CORE::GLOBAL. */
UV mh_overrides(pTHX);
/* The function that perl takes for `die`; NULL: its own. */
CV *mh_override_of_die(pTHX);
/* True if the module can be used with what is in CORE::GLOBAL now. */
bool mh_overrides_may_show(pTHX_ const mh_module_t *module);
/* The module is shown: its code uses them from here on. */
void mh_overrides_show(pTHX_ mh_module_t *module);
/* Begins and ends to note the operators `die` that perl compiles. */
void mh_overrides_begin(pTHX);
void mh_overrides_end(pTHX);

/* --- handlers.c --- */

/* Stores the functions of handlers that are known. */
void mh_handlers_take(pTHX);
/*
 * True if the script could see that code dies in an eval, or sets handlers:
 * it has handlers for that, or a function for `die`, which are not known to do
 * nothing then.
 */
bool mh_handlers_see(pTHX);

#endif
