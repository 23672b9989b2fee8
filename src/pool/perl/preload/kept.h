/*
 * kept.h - a site's files that are compiled ahead, and run at their `require`.
 *
 * A site's own code never runs ahead of a request, nor does that of a module on
 * no list (preload.h). But mehari can compile a file ahead without running any
 * of its code. Then the compiled form is kept,
 * and the names that it brings are out of sight. The file's `require` or `use`
 * puts the names in sight, and runs the file in the frame in which perl would
 * have run it after reading and compiling it. The same holds for `do FILE`.
 *
 * BEGIN blocks run while a file is compiled. A `use` or `no` with constants
 * runs ahead if its module is loaded already or can be shown (preload.h), and
 * imports by perl's own code. The compilation must warn of nothing, and bring
 * only new names, or new parts of names. All that is tried in a fork first.
 *
 * A file may use other files of the site that are kept. Such a `use` counts as
 * loaded while the file is compiled. At the file's `require` it runs again, in
 * the frame of a file that is being compiled, because the other file's own code
 * runs then. Other blocks, and each `use` that cannot run ahead, run only then.
 * So the file has stages: each but the last ends with such a block.
 *
 * A kept file runs if three things hold: perl's search finds the same unchanged
 * file, perl's state for compiling is the same, and each word that was parsed
 * still means the same (the function, handle or package of that name is the
 * same, or there is still none). Otherwise perl reads the file, as for a second
 * `require`. Blocks of it that have run by then do not run again, and functions
 * in front of them stay those that the blocks have.
 *
 * kept.c goes through the files, and compile.c compiles one, stage.c in its
 * stages. uses.c has its BEGIN blocks, own_block.c those that do not run ahead.
 * begin_block.c runs these at the `require`, and begun.c is for a file that
 * perl reads after that. exports.c has what a `use` imports, words.c a file's
 * words, names.c its names, glob_part.c their parts, functions.c its functions,
 * package.c and stashes.c its packages, globs.c the names that its code has,
 * and effects.c what its imports set. frame.c runs it. Files are kept in
 * zygotes, and run in children.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_KEPT_H
#define MEHARI_POOL_PERL_PRELOAD_KEPT_H

#include "pool/perl/preload/part.h"

/* Switches that change what perl warns of. */
#define MH_KEPT_WARN (PL_dowarn & (G_WARN_ON | G_WARN_ALL_MASK))

/* --- stashes.c --- */

/* Packages that must still be the ones of their names. A script may delete
 * one. */
typedef struct mh_kept_stashes_t {
    SV **list; /* weak references */
    size_t count;
} mh_kept_stashes_t;

void mh_stashes_add(pTHX_ mh_kept_stashes_t *stashes, HV *stash);
bool mh_stashes_are_same(pTHX_ const mh_kept_stashes_t *stashes);
void mh_stashes_free(pTHX_ mh_kept_stashes_t *stashes);
/*
 * Brings packages into sight that have none, before perl would make them: a
 * file that is out of sight has them above its own package. The second function
 * brings one of them.
 */
void mh_stashes_bring(pTHX_ const mh_kept_stashes_t *stashes);
void mh_stashes_bring_one(pTHX_ HV *stash);

/* --- names.c --- */

/* An entry of a package, taken out of the package's hash as it is. */
typedef struct mh_kept_entry_t {
    HV *stash;
    HE *entry;
    HV *package; /* for "Foo::": that package */
    SV *parent;  /* name of the package that it is put into; NULL: stash */
    bool empty;  /* nothing but names of packages is in the package */
    bool again;  /* the block before it has brought it */
    SV ***uses;  /* places in the file's code that have it */
    size_t use_count;
    bool of_blocks; /* all of them are in BEGIN blocks */
    bool given;     /* a run has put it into the package, which frees it */
} mh_kept_entry_t;

/* A part of a glob that the file has filled. */
typedef struct mh_kept_slot_t {
    HV *stash;
    GV *gv;
    svtype type; /* of the value */
    SV *value;
    U32 flags;  /* of an import */
    bool again; /* the block before it has brought it */
} mh_kept_slot_t;

/* A package's number of changes: mro::get_pkg_gen(). */
typedef struct mh_kept_number_t {
    HV *stash;
    U32 before;
    U32 added;
} mh_kept_number_t;

/* A function, or a name that is only a constant or a function. */
typedef struct mh_kept_code_t {
    HV *stash;
    SV *key; /* with a shared string */
    SV *value;
    CV *function; /* that it is; NULL: a constant, or not of perl */
    CV *taken;    /* the function that the name had instead, if it was taken */
    U32 number;   /* of changes of the package, when it was taken */
} mh_kept_code_t;

/*
 * A function that was declared, as `\&f` and Exporter do, and that the file
 * defines. Perl puts the code into the function that is there, because others
 * may have it already.
 */
typedef struct mh_kept_body_t {
    GV *gv;
    CV *code;
    CV *other; /* has the file's code while that is out of sight */
    HV *stash; /* CvSTASH() of that code */
} mh_kept_body_t;

typedef struct mh_kept_names_t {
    mh_kept_entry_t *entries;
    size_t entry_count;
    mh_kept_slot_t *slots;
    size_t slot_count;
    mh_kept_number_t *numbers;
    size_t number_count;
    HV **parents; /* new packages that inherit */
    size_t parent_count;
    mh_kept_stashes_t stashes; /* in which they are */
    CV **ends;                 /* END blocks, in the order of PL_endav */
    size_t end_count;
    mh_kept_code_t *code;
    size_t code_count;
    mh_kept_body_t *bodies;
    size_t body_count;
} mh_kept_names_t;

/*
 * Lists what is new since the survey. NULL, or why it cannot be taken out of
 * sight, valid until the next call.
 */
const char *mh_names_collect(pTHX_ mh_kept_names_t *names,
                             const mh_survey_t *before,
                             const mh_survey_t *after);
/* Number of END blocks. */
SSize_t mh_names_ends(pTHX);
/* END blocks are listed, too; before: their number before the names. */
void mh_names_collect_ends(pTHX_ mh_kept_names_t *names, SSize_t before);
/*
 * Marks names that the survey has, too: a block that runs again has brought
 * them, and brings them again. They may be shown if it has done that. added:
 * changes of the package by the block, which do not count for the names.
 */
void mh_names_mark_again(mh_kept_names_t *names, const mh_survey_t *block,
                         const HV *package, U32 added);
void mh_names_hide(pTHX_ const mh_kept_names_t *names);
void mh_names_hide_ends(pTHX_ const mh_kept_names_t *names);
/* Puts the package in sight, if the names have it as an empty one. */
void mh_names_bring(pTHX_ const mh_kept_names_t *names, const HV *package);
/* True if each name is still free. */
bool mh_names_may_show(pTHX_ const mh_kept_names_t *names);
/* run: the blocks before the names have run, so their own names are there. */
void mh_names_show(pTHX_ const mh_kept_names_t *names, bool run);
/* True if nobody has taken away what was shown. */
bool mh_names_are_in_sight(pTHX_ const mh_kept_names_t *names);
/* Puts names that are out of sight into a hash, which frees them. */
void mh_names_give(pTHX_ const mh_kept_names_t *names, HV *hash);
void mh_names_free(pTHX_ mh_kept_names_t *names);

/* --- parents.c --- */

/* The list of a package's parents; NULL: none. */
AV *mh_parents_of(pTHX_ HV *stash);
/* Notes a package that comes with the file, if it has parents. */
void mh_parents_collect(pTHX_ mh_kept_names_t *names, HV *stash);
/* Such packages come into sight. */
void mh_parents_join(pTHX_ const mh_kept_names_t *names);
/* They go out of sight. */
void mh_parents_leave(pTHX_ const mh_kept_names_t *names);
/* Lists of the file have come to packages that were there, or have left. */
void mh_parents_lists_changed(pTHX_ const mh_kept_names_t *names);

/* --- functions.c --- */

/* Lists the file's functions and constants. code: of the file. */
void mh_names_collect_code(pTHX_ mh_kept_names_t *names,
                           const mh_survey_t *before, const mh_survey_t *after,
                           const CV *code);
/* Takes these away, or what a block has put in their places, so that perl does
 * not warn of a second definition. */
void mh_names_take_code(pTHX_ const mh_kept_names_t *names);
/* Gives functions back to names for which perl has compiled the text again. */
void mh_names_return_code(pTHX_ const mh_kept_names_t *names);
/* True if code that was parsed with these functions would be parsed alike. */
bool mh_names_mean_the_same(const mh_kept_names_t *names);
/* True if the file has defined a function that was declared before it. */
bool mh_body_is_new(const mh_slots_t *old, const mh_slots_t *now);
/* Lists it. False: that cannot be undone. */
bool mh_bodies_add(pTHX_ mh_kept_names_t *names, const mh_slots_t *now);
/* Make these functions declared ones again, and defined ones. */
void mh_bodies_hide(pTHX_ const mh_kept_names_t *names);
void mh_bodies_show(const mh_kept_names_t *names);
/* True if each function is declared, and not defined (defined: and is). */
bool mh_bodies_are_there(pTHX_ const mh_kept_names_t *names, bool defined);

/* --- glob_part.c --- */

#define MH_PARTS 6

/* The parts of a glob, by the type of their value. */
extern const svtype mh_parts[MH_PARTS];

SV *mh_part_of(const GV *gv, svtype type);
void mh_part_set(GV *gv, svtype type, SV *value);
/*
 * True for a variable that code only mentions: any other variable of that name
 * can replace it.
 */
bool mh_part_is_empty(SV *value);

/* --- package.c --- */

/* True if code has only named the package, and ours can replace it. */
bool mh_package_may_replace(pTHX_ HV *ours, const GV *named);
/* Puts the package's entry into its parent, in the place of the other one. */
void mh_package_replace(pTHX_ HV *parent, HE *entry, HE *named);

/* --- globs.c --- */

/* A glob that the file's code refers to, and that was there before. */
typedef struct mh_kept_glob_t {
    HV *stash;
    GV *gv;
    bool again; /* a second mention of the glob is in the file */
} mh_kept_glob_t;

typedef struct mh_kept_globs_t {
    mh_kept_glob_t *list;
    size_t count;
    mh_kept_stashes_t stashes; /* in which they are */
} mh_kept_globs_t;

/* Take back, and set, the flag by which perl notes a second mention. */
void mh_globs_hide(const mh_kept_globs_t *globs);
void mh_globs_show(const mh_kept_globs_t *globs);
/*
 * True if they still are the globs of their names, in packages that still have
 * their names. A name such as $1 may have none, because another file has
 * brought it that is out of sight.
 */
bool mh_globs_may_show(pTHX_ const mh_kept_globs_t *globs);
/* Puts such names in sight. */
void mh_globs_bring(pTHX_ const mh_kept_globs_t *globs);

/* --- words.c --- */

/* A word that was parsed, and what it meant before the file. */
typedef struct mh_kept_word_t {
    HV *stash;          /* NULL: */
    SV *prefix;         /* the name of the package, as the word has it */
    SV *key;            /* with a shared string */
    SV *symbol;         /* NULL: none, or a block that runs again makes it: */
    const SV *constant; /* the value of that constant */
    const CV *code;
    const IO *io;
    bool called;  /* as `word(...)` only */
    bool unmade;  /* a block has named it, and not run */
    bool package; /* a package of that name matters, and nothing else */
} mh_kept_word_t;

typedef struct mh_kept_words_t {
    mh_kept_word_t *list;
    size_t count;
    mh_kept_stashes_t stashes;
    HV *known;   /* words by stash and text, while the file is compiled */
    bool other;  /* one that is not ASCII */
    bool unmade; /* one that is, and that is not called */
    bool calls;  /* one in the main program, which could be a function's */
} mh_kept_words_t;

/*
 * Begin and end notes of each word that perl parses. file: what was there
 * before the file, if blocks have run since that may make other globs when they
 * run again; NULL.
 */
void mh_kept_words_begin(pTHX_ mh_kept_words_t *words,
                         const mh_survey_t *before, const mh_survey_t *file);
void mh_kept_words_end(pTHX);
/* True if they mean the same. */
bool mh_kept_words_are_same(pTHX_ const mh_kept_words_t *words);

/* --- uses.c --- */

/* Begins and ends the watch over code that runs while a file is compiled. */
void mh_uses_begin(pTHX);
void mh_uses_end(pTHX);
/* The function that runs, unless something else is on top; NULL. */
CV *mh_uses_current(pTHX);
/* The function by which a class imports; NULL: it has none. */
const CV *mh_uses_import_of(pTHX_ SV *class);
/* True if perl's own file of that package is loaded. */
bool mh_uses_perls(pTHX_ const char *package);
/* True if the block is in the text of that file, which is being compiled. */
bool mh_uses_is_of_file(pTHX_ const CV *block, const CV *file);
/* True for `use parent`. */
bool mh_uses_adds_parents(pTHX_ const CV *block);
/* Number of the file's blocks that have been compiled before the one that runs.
 * of_text: whether that is one of them. */
size_t mh_uses_number(bool *of_text);
/* True if a `use` is about to call that import (NULL: none), or to ask for a
 * version. */
bool mh_uses_is_call_of(pTHX_ SV *function, const CV *import);

/* --- effects.c --- */

#define MH_KEPT_VARIABLES 7

/* A variable that the file's imports may set; NULL: it is not there. */
GV *mh_effects_variable(pTHX_ size_t i);
/* Makes these variables local to the scope, without a value or content. */
void mh_effects_begin(pTHX);

/* --- own_block.c --- */

/* NULL, or why a file with that block of its own cannot be kept. */
const char *mh_own_block_check(pTHX_ const CV *block);
/* The same for what the file has up to the block that has been checked. */
const char *mh_own_block_check_names(pTHX_ const mh_kept_t *kept);

/* --- begin_block.c --- */

/* A BEGIN block, or a `use`, which is one. */
typedef struct mh_kept_begin_t {
    CV *code; /* NULL: none */
    bool
        is_of_text; /* of the file; not made by perl for `<*.c>`, for example */
    size_t number;  /* of blocks of the file's text before it */
    COP statement;  /* PL_compiling at its first run */
    HV *package;    /* PL_curstash */
    const CV *import; /* the function that it calls; NULL: none */
    bool imports;     /* `use`: it calls only that, or nothing */
    int error;        /* $! before its place */
} mh_kept_begin_t;

/* An $! that nothing has changed since the block before. */
#define MH_ERROR_STAYS 0x7fff

/* Stores a block that perl is about to run; error: $!. */
void mh_begin_take(pTHX_ mh_kept_begin_t *begin, CV *code, int error);

typedef enum mh_begin_e {
    MH_BEGIN_SAME,
    /* It has run, and perl would compile the rest of the file otherwise. */
    MH_BEGIN_CHANGES,
    /* It has to run again: it would import by another function, which was not
     * called, or has given the file a variable. */
    MH_BEGIN_AGAIN,
} mh_begin_e;

/* Runs it, with the file's frame on top. */
mh_begin_e mh_begin_run(pTHX_ const mh_kept_begin_t *begin);

/* --- begun.c --- */

/*
 * True if perl is not compiling at the end of a block as the block's statement
 * has it. Its state is noted then.
 */
bool mh_begun_changes(pTHX_ const COP *statement);
/* The last block of a file that has run before perl has to read the file. */
typedef struct mh_kept_done_t {
    size_t stage; /* of the block */
    mh_begin_e last;
} mh_kept_done_t;

/*
 * Perl is about to read a file of which blocks have run. folder: the current
 * one before them, if the file is found by it; or "".
 */
void mh_begun_read(pTHX_ const mh_module_t *module, const mh_kept_done_t *done,
                   const char *folder);
/* Perl has read the file that had that frame, if it was such a file. */
void mh_begun_end(pTHX_ I32 frame);

/* --- exports.c --- */

/* Gives the file's packages the lists of Exporter that its own code will give
 * them, as far as that code is plain. */
void mh_exports_set(pTHX_ const mh_kept_t *kept);
/* Takes them away again. class: the one that has exported. */
void mh_exports_unset(pTHX_ SV *class);

/* --- stage.c --- */

/* A part of a file, up to a block that runs at the `require`, or to the end. */
typedef struct mh_kept_stage_t {
    mh_kept_words_t words;
    mh_kept_names_t names;
    size_t need_count; /* needs of the file that are known at its end */
    mh_kept_begin_t begin;
    mh_kept_globs_t globs; /* of that block's code; the file's has them, too */
} mh_kept_stage_t;

/* Begins the first stage of a file that is about to be compiled. */
void mh_stages_begin(pTHX_ mh_kept_t *kept, const mh_survey_t *before);
/* Around a block that runs at the `require`. */
void mh_stages_enter_block(pTHX_ CV *code);
/* It cannot run ahead, for that reason: dies if such a file cannot be kept. */
void mh_stages_check_own_block(pTHX_ const char *why);
/* It has run now, too. The parents that it has given to a package stay until
 * mh_stages_end(). */
void mh_stages_take_block(pTHX);
/* The block imports by that function. */
void mh_stages_import(const CV *code);
void mh_stages_leave_block(pTHX);
/* True if the file has such a block so far. */
bool mh_stages_run_again(void);
/* The file has been compiled, or cannot be. */
void mh_stages_end(pTHX);
/* Lists the names of the last stage. NULL, or why the file cannot be kept. */
const char *mh_stages_collect(pTHX_ const mh_survey_t *after);

void mh_stages_hide(pTHX_ const mh_kept_t *kept);
void mh_stages_show(pTHX_ const mh_kept_t *kept);

/* --- compile.c --- */

/* A class of the site that the file uses, and the code by which it imported. */
typedef struct mh_kept_import_t {
    SV *class;
    const CV *code; /* NULL: not at all */
} mh_kept_import_t;

struct mh_kept_t {
    char *path;
    mh_asking_t asking; /* the one at its compilation */
    bool own_package;   /* it begins with one */
    struct stat status;
    CV *code; /* has the constants */
    OP *root;
    OP *start;
    mh_kept_stage_t *stages; /* the last one has no block */
    size_t stage_count;
    mh_kept_globs_t globs;
    mh_module_t **needs; /* modules and files that it uses */
    size_t need_count;
    mh_kept_import_t *imports;
    size_t import_count;
    int error; /* $! after its compilation */
    U8 warn;   /* MH_KEPT_WARN bits at its compilation */
    UV overrides;
    bool dies;  /* code died in an eval, so a handler would be called */
    bool stale; /* the file has changed since */
    size_t run; /* stages that have run, from the first; 0: none */
};

/* Finds the globs of all code of the file, and the places of new ones. */
void mh_globs_collect(pTHX_ mh_kept_t *kept, const mh_survey_t *before,
                      const mh_survey_t *after);

/* Call it before any code can change how perl compiles. */
void mh_kept_prepare(void);
/* Stores how perl compiles at present. */
void mh_kept_take_perl(pTHX);
/* True if perl still compiles as it did at mh_kept_take_perl(). */
bool mh_kept_perl_is_same(pTHX);
/* True if nothing but perl and the trace has changed how it parses words. */
bool mh_kept_perl_is_plain(void);

/* @INC by which perl finds the file, and nothing else; NULL: any. */
AV *mh_kept_search(pTHX_ const mh_kept_t *kept, const char *key);

/*
 * Compiles a file, with its names in sight. NULL, or why it cannot be kept.
 * asks(): called with the key of a module that must be shown before. It is
 * shown then, so that one trial finds all modules of the file. NULL: a file
 * that asks for one cannot be kept.
 */
const char *mh_kept_compile(pTHX_ mh_kept_t *kept, const char *key,
                            const mh_survey_t *before,
                            void (*asks)(const char *key));
/* True while a file is compiled ahead. */
bool mh_kept_is_compiling(void);
/* True if the operator that runs asks for that file itself. */
bool mh_kept_begins(void);
/* `require` while a file is compiled ahead: of files that it uses, and of the
 * file itself, which `do` may ask for, too. */
OP *mh_kept_require(pTHX_ Perl_ppaddr_t require, const char *key);
/* Has a module in sight for the file that is compiled. False: it is neither
 * loaded nor hidden. */
bool mh_kept_asks(pTHX_ const char *key);
/* The same for a module that a `use` of the file asks for. */
bool mh_kept_needs(pTHX_ const char *key);
/* The file that is compiled imports by that function. */
void mh_kept_imports(pTHX_ SV *class, const CV *code);
/* True if each later change of the file will give it another date. */
bool mh_kept_is_settled(const struct stat *status);
/* True if the file has not been changed. */
bool mh_kept_same(const struct stat *one, const struct stat *other);

/* --- kept.c --- */

/*
 * Keeps each of a script's files (MH_TAG_ASKED) that can be kept. For each
 * other file, adds a line with the reason to refused. The trace must be off.
 */
void mh_kept_load(pTHX_ const mh_wire_field_t *modules, SV *refused);
/* Puts a kept file into %INC. */
void mh_kept_count_as_loaded(pTHX_ const mh_module_t *module);
/* Frees the names that are out of sight. */
void mh_kept_free(pTHX);

/* --- frame.c --- */

/*
 * `require` for a kept file. False: nothing was done, and perl must read the
 * file. *next: the operator that runs next.
 */
bool mh_kept_run(pTHX_ mh_module_t *module, OP **next);

#endif
