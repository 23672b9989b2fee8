/*
 * broken.h - a script that does not compile: its line in the log.
 *
 * Perl's own lines come with each request. This one comes once, with a number;
 * for a module that is not there it has the names of its packages in place of
 * all of @INC.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_BROKEN_H
#define MEHARI_POOL_MANAGER_SCRIPTS_BROKEN_H

#include "pool/manager/scripts/script.h"

/* said: what perl has written; its first line counts. */
void mh_broken_say(mh_script_t *script, const char *said);

#endif
