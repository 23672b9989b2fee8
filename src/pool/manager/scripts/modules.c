/*
 * modules.c - see modules.h.
 */
#include "pool/manager/scripts/modules.h"

#include <stdlib.h>
#include <string.h>

mh_wire_field_t mh_modules_field(const mh_modules_t *modules)
{
    return (mh_wire_field_t){ modules->data, modules->size };
}

/* The key, and the path that follows it; NULL at the end, or if the list is
 * malformed. */
static const char *next_pair(const mh_wire_field_t *list, const char *path,
                             const char **next_path)
{
    const char *key = mh_wire_next(list, path);

    *next_path = key ? mh_wire_next(list, key) : NULL;
    return *next_path ? key : NULL;
}

static const char *find(const mh_modules_t *modules, const char *key,
                        const char **path)
{
    mh_wire_field_t list = mh_modules_field(modules);
    const char *at = NULL;
    const char *found;

    while ((found = next_pair(&list, at, path))) {
        if (!strcmp(found, key))
            return found;
        at = *path;
    }
    return NULL;
}

bool mh_modules_has(const mh_modules_t *modules, const char *key)
{
    const char *path;

    return find(modules, key, &path) != NULL;
}

static bool append(mh_modules_t *modules, const char *key, const char *path)
{
    size_t key_size = strlen(key) + 1;
    size_t path_size = strlen(path) + 1;
    size_t size = modules->size + key_size + path_size;
    char *more;

    if (!*key || !*path || size > MH_MODULES_MAX)
        return false;
    more = realloc(modules->data, size);
    if (!more)
        return false;
    memcpy(more + modules->size, key, key_size);
    memcpy(more + modules->size + key_size, path, path_size);
    modules->data = more;
    modules->size = (uint32_t)size;
    return true;
}

bool mh_modules_add(mh_modules_t *modules, const mh_wire_field_t *list)
{
    const char *path = NULL;
    const char *key;
    bool added = false;

    while ((key = next_pair(list, path, &path)))
        if (!mh_modules_has(modules, key))
            added |= append(modules, key, path);
    return added;
}

void mh_modules_clear(mh_modules_t *modules)
{
    free(modules->data);
    modules->data = NULL;
    modules->size = 0;
}
