/*
 * startup_env.c - see startup_env.h.
 */
#include "pool/manager/scripts/startup_env.h"

#include <stdlib.h>
#include <string.h>

#include "shared/startup_names.h"

bool mh_startup_env_is_constant(const mh_wire_field_t *constant,
                                const char *entry)
{
    const char *sign = strchr(entry, '=');
    const char *name = NULL;

    while (sign && (name = mh_wire_next(constant, name)))
        if (!strncmp(name, entry, (size_t)(sign - entry)) &&
            !name[sign - entry])
            return true;
    return false;
}

const char *mh_startup_env_of(const mh_wire_field_t *environ,
                              const mh_wire_field_t *constant,
                              mh_startup_t *startup)
{
    const char *entry = NULL;

    startup->size = 0;
    while ((entry = mh_wire_next(environ, entry))) {
        size_t size;

        if (mh_startup_names_loader(entry))
            return entry;
        if (!mh_startup_names_perl(entry))
            continue;
        size = strlen(entry) + 1;
        if (!mh_startup_env_is_constant(constant, entry) ||
            size > sizeof(startup->data) - startup->size)
            return entry;
        memcpy(startup->data + startup->size, entry, size);
        startup->size += size;
    }
    return NULL;
}

static void put(char **to, const char *data, size_t size)
{
    if (size)
        memcpy(*to, data, size);
    *to += size;
}

mh_wire_field_t mh_startup_env_environ(const mh_wire_field_t *own,
                                       const char *startup, size_t size)
{
    static const char path[] = "PATH=/usr/local/bin:/usr/bin:/bin";
    size_t all = sizeof(path) + own->size + size;
    char *list = malloc(all);
    mh_wire_field_t field = { list, (uint32_t)all };

    if (!list)
        return (mh_wire_field_t){ 0 };
    put(&list, path, sizeof(path));
    put(&list, own->data, own->size);
    put(&list, startup, size);
    return field;
}
