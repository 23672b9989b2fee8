/*
 * broken.h - logs that a script does not compile.
 *
 * Perl's own lines come with each request. This line comes once, with a number.
 * For a missing module, it names the packages that have it, in place of @INC.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_BROKEN_H
#define MEHARI_POOL_MANAGER_SCRIPTS_BROKEN_H

#include "pool/manager/scripts/script.h"

/* said: the lines that perl has printed. */
void mh_broken_say(mh_script_t *script, const char *said);

/*
 * Stores a script's last error, as httpd has reported it (SAID). Without
 * STATUS, the script has ended well, and its response was an error: counts it.
 */
void mh_broken_hear(const mh_wire_message_t *message);

#endif
