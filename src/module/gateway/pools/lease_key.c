/*
 * lease_key.c - see lease_key.h.
 */
#include "module/gateway/pools/lease_key.h"

#include <string.h>

#include "shared/startup_names.h"

typedef struct {
    char *data;
    size_t used;
} bytes_t;

static void add_bytes(bytes_t *key, const void *data, size_t size)
{
    if (size)
        memcpy(key->data + key->used, data, size);
    key->used += size;
}

/* The manager looks at these: see its startup_env.h and shebang.h. */
static bool matters(const char *entry)
{
    return mh_startup_names_perl(entry) || mh_startup_names_loader(entry) ||
           !strncmp(entry, "PATH=", 5);
}

mh_lease_key_t mh_lease_key(apr_pool_t *pool, const mh_lease_about_t *about)
{
    size_t length = strlen(about->script) + 1;
    size_t room = length + sizeof(*about->stamp) + sizeof(about->ignored) +
                  sizeof(about->has_words) + about->constant.size +
                  about->environ.size;
    bytes_t key = { apr_palloc(pool, room), 0 };
    const char *entry = NULL;

    add_bytes(&key, about->script, length);
    add_bytes(&key, about->stamp, sizeof(*about->stamp));
    add_bytes(&key, &about->ignored, sizeof(about->ignored));
    add_bytes(&key, &about->has_words, sizeof(about->has_words));
    add_bytes(&key, about->constant.data, about->constant.size);
    while ((entry = mh_wire_next(&about->environ, entry)))
        if (matters(entry))
            add_bytes(&key, entry, strlen(entry) + 1);
    return (mh_lease_key_t){ key.data, key.used };
}
