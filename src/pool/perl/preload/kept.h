/*
 * kept.h - files of data that are compiled ahead, and run at their `require`.
 *
 * A site's own code never runs ahead of a request. A file that only assigns
 * constants to variables is compiled without running anything, so its compiled
 * form can be kept: the file's `require` then runs it, in the frame in which
 * perl would have run it after reading and compiling the file.
 *
 * A file is kept if its compilation says no words but those of quotes (so no
 * code runs, no function is called, and no name of a function matters), brings
 * no warning, and leaves only operators that assign constants to variables of
 * main, new or not. That is tried in a fork first.
 *
 * It is run if perl's search finds the same unchanged file, the names still
 * mean the same variables, empty and without magic, and perl would compile as
 * it did: no code but the file's own is run, and nobody looks on. Otherwise
 * perl reads the file, as it does for a second `require`.
 *
 * kept.c compiles files, tree.c examines what was compiled, names.c has its
 * variables, and frame.c runs it. Files are kept in zygotes, and run in
 * children.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_KEPT_H
#define MEHARI_POOL_PERL_PRELOAD_KEPT_H

#include "pool/perl/preload/part.h"

/* Switches that change what perl warns of. */
#define MH_KEPT_WARN (PL_dowarn & (G_WARN_ON | G_WARN_ALL_MASK))

/* A variable's name that a kept file has. */
typedef struct mh_kept_name_t {
    GV *gv;
    bool fresh; /* the file brings it: it is out of sight until then */
} mh_kept_name_t;

typedef struct mh_kept_names_t {
    mh_kept_name_t *list;
    size_t count;
} mh_kept_names_t;

struct mh_kept_t {
    char *path;
    struct stat status;
    CV *code; /* has the constants */
    OP *root;
    OP *start;
    mh_kept_names_t names;
    int error; /* $! after its compilation */
    U8 warn;   /* MH_KEPT_WARN at its compilation */
    bool used;
};

/* --- kept.c --- */

/* Before any code could change how perl compiles. */
void mh_kept_prepare(void);

/*
 * Keeps those of a script's modules (MH_TAG_MODULES) that can be. The trace
 * must be off.
 */
void mh_kept_load(pTHX_ const mh_wire_field_t *modules);
/* True while a file is compiled ahead. */
bool mh_kept_is_compiling(void);
/* `require` for that file: compiles it with the given operator, and ends it. */
OP *mh_kept_compile(pTHX_ Perl_ppaddr_t require);
/* True if perl would compile files as it did when they were kept. */
bool mh_kept_perl_is_same(pTHX);
/* True if the file has not been changed. */
bool mh_kept_same(const struct stat *one, const struct stat *other);

/* --- names.c --- */

/* Adds a name that code has. */
void mh_names_add(mh_kept_names_t *names, GV *gv);
/*
 * Adds the names of files ("_<FILE") that are new since the survey: a perl
 * without threads has one for each that it compiles.
 */
void mh_names_add_files(pTHX_ mh_kept_names_t *names,
                        const mh_survey_t *before);
/* Takes out of sight what is new since the survey. */
void mh_names_hide(pTHX_ mh_kept_names_t *names, const mh_survey_t *before);
/*
 * True if the names still mean the same variables, no code runs when one is
 * read or assigned to, and new names would still be new.
 */
bool mh_names_are_same(pTHX_ const mh_kept_names_t *names);
/* Puts new names into sight. */
void mh_names_show(pTHX_ const mh_kept_names_t *names);

/* --- tree.c --- */

/*
 * True if the operators only assign constants to variables of main, which are
 * added to the names.
 */
bool mh_tree_is_data(pTHX_ const OP *root, mh_kept_names_t *names);

/* --- frame.c --- */

/*
 * `require` for a kept file: the operator that runs next, or NULL, and nothing
 * was done: perl must read the file.
 */
OP *mh_kept_run(pTHX_ mh_module_t *module);

#endif
