/*
 * hidden_proof.h - that a load would do the same in another state.
 *
 * A module that nobody asked to be loaded ahead is, only where that is shown:
 *   - its files, and all that it loads, lie in perl's own library folders;
 *   - it is loaded twice, in a fork from a state that differs in all that a
 *     script sets without a name of its own ($_, $@, $!, $0, @ARGV, $1, caller,
 *     @_), and both have brought the same: names, values, operators;
 *   - while it loads, each operator is looked at. One that names a variable of
 *     main, or draws a random number, bars it. The other packages that are
 *     named are noted, with what is in them.
 * It is shown to a script only when no handler is set, variables that change
 * what operators do have their usual values, and those packages hold what they
 * did. In all other cases perl loads it.
 *
 * Nor is one that asks where the process is, for the umask or the
 * selected handle; one that names %INC or @INC is shown when they are as before
 * its load.
 *
 * Runs in bases, zygotes and children.
 */
#ifndef MEHARI_HIDDEN_PROOF_H
#define MEHARI_HIDDEN_PROOF_H

#include "exact/hidden_part.h"

/* --- hidden_digest.c --- */

/* There is more than can be compared. */
#define MH_DIGEST_NONE 1

/*
 * All that a package holds, but for packages below it; 0: nothing but names.
 * between: what two processes must have in common, without addresses.
 */
UV mh_digest_of_package(pTHX_ HV *stash, bool between);

/* --- hidden_record.c --- */

/* Looks at each operator that runs from here on. */
void mh_record_begin(pTHX);
/* NULL, or what was seen that bars a module. */
const char *mh_record_end(pTHX);
/* %SIG was named; %INC or @INC was. */
bool mh_record_has_signals(void);
bool mh_record_has_modules(void);
/* The packages of which something was named; stash: NULL if not there. */
void mh_record_packages(pTHX_ void (*see)(pTHX_ const char *name, HV *stash,
                                          void *context),
                        void *context);

/* --- hidden_proof.c --- */

typedef struct mh_proof_t mh_proof_t;

/* For tests: a folder beside perl's own. Not copied. */
void mh_proof_add_folder(const char *folder);
/* It lies, by its real path, in a library folder of perl's own. */
bool mh_proof_is_perls(const char *path);

/*
 * Gives what a script sets another value, in a process that ends soon. Not
 * @ARGV and %ENV: who looks at them is stopped.
 */
void mh_proof_vary(pTHX);
/* What %INC and @INC hold, as one number. */
UV mh_proof_modules(pTHX);
/*
 * The packages that were noted, as they are after the load; modules: what it is
 * before it.
 */
mh_proof_t *mh_proof_new(pTHX_ const mh_survey_t *before, UV modules);
/* They hold what they did. proof: NULL is true. */
bool mh_proof_holds(pTHX_ const mh_proof_t *proof);
/* What the load has brought; MH_DIGEST_NONE: cannot be compared. */
UV mh_proof_digest(pTHX_ const mh_survey_t *before, const mh_survey_t *after);
/* No handler is set, and what changes operators is as perl has it. */
bool mh_proof_state_is_plain(pTHX);

#endif
