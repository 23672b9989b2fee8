/*
 * proof.h - a proof that a load would do the same in another state.
 *
 * A module that the configuration does not name is loaded ahead only with this
 * proof. First, its files, and all that it loads, lie in perl's own library
 * folders. Second, it is loaded twice, in a fork from a state that differs in
 * all that a script sets without a name of its own ($_, $@, $!, $0, @ARGV, $1,
 * caller, @_), and both loads have brought the same: names, values, operators.
 * Third, each operator of the load is examined. One that names a variable of
 * main, or draws a random number, bars the module. Other packages that are
 * named are noted, with their content.
 *
 * The module is shown to a script only when variables that change the work of
 * operators have their usual values, and those packages hold what they did
 * before the load or after it. In all other cases perl loads it. With a handler
 * for __DIE__ or __WARN__ it is shown if the load sets none and does not die in
 * an eval; one that warns is never loaded ahead.
 *
 * A module that asks where the process is, for the umask or the selected
 * handle, is barred. A module that names @INC is shown if @INC is as before its
 * load. A module that names %INC is shown if the elements that it looked at are
 * as before, or all elements if it listed them.
 *
 * Files that perl loads for a load are part of it. The proof is for all of them
 * together, from the first operator to the last. A module that was shown to the
 * load has a proof of its own.
 *
 * Runs in bases, zygotes and children.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_PROOF_H
#define MEHARI_POOL_PERL_PRELOAD_PROOF_H

#include "pool/perl/preload/part.h"

/* --- digest.c --- */

/* The digest of a package that is too large to compare. */
#define MH_DIGEST_NONE 1

/*
 * Digest of a package without packages below it; 0: nothing but names. between:
 * without addresses, for a comparison of two processes.
 */
UV mh_digest_of_package(pTHX_ HV *stash, bool between);

/* The value of a constant in compiled code. */
SV *mh_digest_constant(const OP *op, const CV *code);

/* --- record.c --- */

/* Begins to examine each operator that runs. */
void mh_record_begin(pTHX);
/* Takes the present handlers for __DIE__ and __WARN__ as those of the load. */
void mh_record_handlers(pTHX);
/* True if others were set for a while. */
bool mh_record_sets_handlers(void);
/* NULL, or the operation that bars the module. */
const char *mh_record_end(pTHX);
/*
 * True if %SIG was named; if @INC was named; if %INC was named, not only by
 * keys.
 */
bool mh_record_has_signals(void);
bool mh_record_has_search(void);
bool mh_record_has_modules(void);
/* The keys by which %INC was looked at; the last is NULL. */
const char *const *mh_record_keys(void);
/* Calls see for each package that was named; stash: NULL if not there. */
void mh_record_packages(pTHX_ void (*see)(pTHX_ const char *name, HV *stash,
                                          void *context),
                        void *context);

/* A set of packages, with their content at a load. */

typedef struct mh_proof_t mh_proof_t;

/* Makes a folder one of perl's own library folders. */
void mh_proof_add_folder(const char *folder);
/* True if the real path of a file lies in one of these folders. */
bool mh_proof_is_perls(const char *path);

/*
 * Changes the state that a script sets, in a process that ends soon. @ARGV and
 * %ENV stay, because code that looks at them is stopped.
 */
void mh_proof_vary(pTHX);

/* A state that equals that before a load, except for the load's own survey. */
typedef struct mh_prior_t {
    const mh_survey_t *survey;
    HV *modules;  /* %INC: a copy */
    UV search;    /* @INC, as one number */
    HV *packages; /* former contents of packages that it may fill */
} mh_prior_t;

/* The survey must stay at its address. */
void mh_prior_take(pTHX_ mh_prior_t *prior, const mh_survey_t *survey);
void mh_prior_free(pTHX_ mh_prior_t *prior);

/* Two states of all that was noted: before the load, and after it. */
mh_proof_t *mh_proof_new(pTHX_ const mh_prior_t *prior);
void mh_proof_free(mh_proof_t *proof);
/* The module's load dies in an eval, or sets handlers. */
void mh_proof_dies(mh_proof_t *proof);
/* True if all that was noted has the same values. proof: NULL is true. */
bool mh_proof_holds(pTHX_ const mh_proof_t *proof);
/*
 * True if no handler of the script would have been called. proof: NULL knows of
 * no load.
 */
bool mh_proof_fits_handlers(pTHX_ const mh_proof_t *proof);
/* Begins to look at many proofs; nothing is changed until the last. */
void mh_proof_begin(void);
/* Digest of the load's result; MH_DIGEST_NONE: cannot be compared. */
UV mh_proof_digest(pTHX_ const mh_survey_t *before, const mh_survey_t *after);
/* True if variables that change operators are perl's defaults. */
bool mh_proof_state_is_plain(pTHX);

#endif
