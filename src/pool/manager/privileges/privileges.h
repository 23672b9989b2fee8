/*
 * privileges.h - the manager gives up its privileges before it does anything
 * else.
 *
 * httpd's parent may be root. If any step fails, the manager ends. So no Perl
 * of a pool ever runs with a privilege that the pool was not given.
 */
#ifndef MEHARI_POOL_MANAGER_PRIVILEGES_PRIVILEGES_H
#define MEHARI_POOL_MANAGER_PRIVILEGES_PRIVILEGES_H

#include <stdbool.h>
#include <stddef.h>

#include "shared/pool_settings.h"

/* Takes the pool's identity and limits; false, and a sentence, if any fails. */
bool mh_privileges_take(const mh_pool_settings_t *settings, char *why,
                        size_t size);

/*
 * Restores httpd's limits where the manager has its own. Call it in a forked
 * process that will run a script.
 */
void mh_privileges_restore_limits(void);

#endif
