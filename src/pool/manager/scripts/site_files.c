/*
 * site_files.c - see site_files.h.
 */
#include "pool/manager/scripts/site_files.h"

#include <stdlib.h>
#include <string.h>

mh_wire_field_t mh_site_files_field(const mh_site_files_t *files)
{
    return (mh_wire_field_t){ files->data, files->size };
}

/* The key, and the way that follows it; NULL at the end, or if the list is
 * malformed. */
static const char *next_pair(const mh_wire_field_t *list, const char *way,
                             const char **next_way)
{
    const char *key = mh_wire_next(list, way);

    *next_way = key ? mh_wire_next(list, key) : NULL;
    return *next_way ? key : NULL;
}

static const char *find(const mh_site_files_t *files, const char *key,
                        const char **way)
{
    mh_wire_field_t list = mh_site_files_field(files);
    const char *at = NULL;
    const char *found;

    while ((found = next_pair(&list, at, way))) {
        if (!strcmp(found, key))
            return found;
        at = *way;
    }
    return NULL;
}

bool mh_site_files_has(const mh_site_files_t *files, const char *key)
{
    const char *way;

    return find(files, key, &way) != NULL;
}

static bool append(mh_site_files_t *files, const char *key, const char *way)
{
    size_t key_size = strlen(key) + 1;
    size_t way_size = strlen(way) + 1;
    size_t size = files->size + key_size + way_size;
    char *more;

    if (!*key || !*way || size > MH_SITE_FILES_MAX)
        return false;
    more = realloc(files->data, size);
    if (!more)
        return false;
    memcpy(more + files->size, key, key_size);
    memcpy(more + files->size + key_size, way, way_size);
    files->data = more;
    files->size = (uint32_t)size;
    return true;
}

bool mh_site_files_add(mh_site_files_t *files, const mh_wire_field_t *list)
{
    const char *way = NULL;
    const char *key;
    bool added = false;

    while ((key = next_pair(list, way, &way)))
        if (!mh_site_files_has(files, key))
            added |= append(files, key, way);
    return added;
}

void mh_site_files_clear(mh_site_files_t *files)
{
    free(files->data);
    files->data = NULL;
    files->size = 0;
}
