/*
 * privileges.h - what the manager gives up before it does anything else.
 *
 * httpd's parent may be root. Whatever step fails, the manager ends: no Perl of
 * a pool ever runs with a privilege that the pool was not given.
 */
#ifndef MEHARI_POOL_PRIVILEGES_H
#define MEHARI_POOL_PRIVILEGES_H

#include <stdbool.h>
#include <stddef.h>

#include "pool/definition.h"

/* Takes the pool's identity and limits; false, and a sentence, if any fails. */
bool mh_privileges_take(const mh_definition_t *definition, char *why,
                        size_t size);

/*
 * In a forked process that will run a script: limits that are the manager's
 * own become httpd's again.
 */
void mh_privileges_restore_limits(void);

#endif
