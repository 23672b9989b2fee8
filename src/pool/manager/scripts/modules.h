/*
 * modules.h - a list of modules, as MH_TAG_MODULES: key of %INC, path, key,
 * path. Runs in the manager. The list comes from user code, so it is bounded,
 * and every entry is checked.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_MODULES_H
#define MEHARI_POOL_MANAGER_SCRIPTS_MODULES_H

#include <stdbool.h>

#include "shared/wire/wire.h"

/* Bytes of one list: it travels with an environment in one message. */
#define MH_MODULES_MAX (24 * 1024)

typedef struct mh_modules_t {
    char *data; /* malloc()ed; NULL: empty */
    uint32_t size;
} mh_modules_t;

mh_wire_field_t mh_modules_field(const mh_modules_t *modules);
bool mh_modules_has(const mh_modules_t *modules, const char *key);
/* Adds the modules that are not in the list yet; returns whether there were
 * any. */
bool mh_modules_add(mh_modules_t *modules, const mh_wire_field_t *list);
void mh_modules_clear(mh_modules_t *modules);

#endif
