/*
 * startup_env.h - the variables that matter before Perl reads a script, and the
 * signals that are ignored then.
 *
 * Perl, its locale and the dynamic linker look at the variables when a process
 * begins, and Perl keeps the first value of a signal in %SIG. So requests that
 * differ in these cannot share a base.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_STARTUP_ENV_H
#define MEHARI_POOL_MANAGER_SCRIPTS_STARTUP_ENV_H

#include <stdbool.h>

#include "shared/wire/wire.h"

/* Longer lists are not worth a base of their own. */
#define MH_STARTUP_MAX 4096

typedef struct mh_startup_t {
    char data[MH_STARTUP_MAX]; /* list NAME=value */
    size_t size;
    uint64_t ignored; /* as in the request */
} mh_startup_t;

/*
 * Collects the variables. Returns a variable, if there is one, for which the
 * script must be executed: only a new program can obey it, or it is not
 * constant. A perl that is started for other requests must have nothing of one
 * request.
 */
const char *mh_startup_env_of(const mh_wire_field_t *environ,
                              const mh_wire_field_t *constant,
                              mh_startup_t *startup);

/* True if the variable's name is in the list. entry: NAME=value. */
bool mh_startup_env_is_constant(const mh_wire_field_t *constant,
                                const char *entry);

/*
 * The environment of a perl of the pool: a PATH, the pool's own variables, and
 * over them those that matter. The caller frees the list; data is NULL if there
 * was no memory.
 */
mh_wire_field_t mh_startup_env_environ(const mh_wire_field_t *own,
                                       const char *startup, size_t size);

#endif
