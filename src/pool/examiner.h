/*
 * examiner.h - a process that finds out whether a script may be fresh.
 *
 * `PerlTier auto` wants proof before a script runs in another way than exactly:
 * a throw-away perl compiles it and looks at what was compiled
 * (lib/Mehari/Explain/Examine.pm). One at a time, beside the requests, which
 * run exactly meanwhile.
 */
#ifndef MEHARI_POOL_EXAMINER_H
#define MEHARI_POOL_EXAMINER_H

#include <stdbool.h>
#include <sys/types.h>

#include "pool/script.h"

void mh_examiner_setup(void);
/* Begins with it; false: there is another, or no process for it. */
bool mh_examiner_start(mh_script_t *script);
/* It has changed, or is no more: what is found out will be for nobody. */
void mh_examiner_forget(const mh_script_t *script);
/* A child of the manager's has ended; false: it was not this. */
bool mh_examiner_ended(pid_t pid);

#endif
