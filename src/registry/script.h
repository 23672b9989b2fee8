/*
 * script.h - the scripts that Mehari::Fresh has compiled in this process, by
 * file name, and the files that they were compiled from.
 *
 * A script lives until one of those changes, or until the interpreter ends.
 */
#ifndef MEHARI_REGISTRY_SCRIPT_H
#define MEHARI_REGISTRY_SCRIPT_H

#include "../mehari.h"
#include "fresh/program.h"

typedef struct mh_script_t mh_script_t;

/*
 * NULL: it is not compiled, or its files have changed since. finfo is what
 * the file is now.
 */
mh_script_t *mh_script_find(pTHX_ const char *file, const apr_finfo_t *finfo);

/*
 * Compiles it in the current directory, which is its own. NULL: it does not
 * compile, or ended while it was compiled; perl has said why on STDERR.
 */
mh_script_t *mh_script_compile(pTHX_ const char *file,
                               const apr_finfo_t *finfo);

mh_program_t *mh_script_program(mh_script_t *script);

/* Frees it: it cannot run any more. */
void mh_script_forget(pTHX_ mh_script_t *script);

/* All of them. */
void mh_scripts_forget(pTHX);

#endif
