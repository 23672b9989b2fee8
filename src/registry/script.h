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
 * compile, or ended while it was compiled; perl has said why on STDERR. One
 * whose first line has -T is not compiled in a process that does not taint.
 */
mh_script_t *mh_script_compile(pTHX_ const char *file,
                               const apr_finfo_t *finfo);

/* NULL: it is compiled only in the process that it runs in. */
mh_program_t *mh_script_program(mh_script_t *script);

/* It needs a process of its own (apart.h). */
bool mh_script_is_apart(const mh_script_t *script);
void mh_script_set_apart(mh_script_t *script);

/* Its first line has -T, and this process does not taint. */
bool mh_script_wants_taint(pTHX_ const char *file);

/* In that process: -T is in force. */
void mh_script_taint(pTHX);

/* Frees it: it cannot run any more. */
void mh_script_forget(pTHX_ mh_script_t *script);

/* All of them. */
void mh_scripts_forget(pTHX);

#endif
