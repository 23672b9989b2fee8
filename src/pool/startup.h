/*
 * startup.h - the variables that matter before Perl reads a script.
 *
 * Perl, its locale and the dynamic linker look at them when a process begins:
 * requests that differ in them cannot share a base.
 */
#ifndef MEHARI_POOL_STARTUP_H
#define MEHARI_POOL_STARTUP_H

#include <stdbool.h>

#include "wire/wire.h"

/* More than that is not worth a base of its own. */
#define MH_STARTUP_MAX 4096

typedef struct mh_startup_t {
    char data[MH_STARTUP_MAX]; /* list NAME=value */
    size_t size;
} mh_startup_t;

/*
 * False when only a program that is executed can obey them, or when one is not
 * among the constant: what starts perl for other requests has nothing of one.
 */
bool mh_startup_of(const mh_wire_field_t *environ,
                   const mh_wire_field_t *constant, mh_startup_t *startup);

/* Is the variable's name in the list? entry: NAME=value. */
bool mh_startup_is_constant(const mh_wire_field_t *constant, const char *entry);

/*
 * The environment of a perl of the pool: a PATH, the pool's own variables, and
 * over them those that matter. The list is the caller's to free; without data:
 * no memory.
 */
mh_wire_field_t mh_startup_environ(const mh_wire_field_t *own,
                                   const char *startup, size_t size);

#endif
