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

/* Variables that decide the order of keys in hashes: perlrun(1). */
typedef struct order_t {
    const char *seed;    /* PERL_HASH_SEED; NULL: there is none */
    const char *perturb; /* PERL_PERTURB_KEYS */
} order_t;

static void note_order(const char *entry, order_t *order)
{
    static const char seed[] = "PERL_HASH_SEED=";
    static const char perturb[] = "PERL_PERTURB_KEYS=";

    if (!strncmp(entry, seed, sizeof(seed) - 1))
        order->seed = entry;
    if (!strncmp(entry, perturb, sizeof(perturb) - 1))
        order->perturb = entry;
}

static bool is_value(const char *entry, const char *number, const char *word)
{
    const char *value = entry ? strchr(entry, '=') + 1 : "";

    return !strcmp(value, number) || !strcmp(value, word);
}

/*
 * Returns the variable that asks for an order which depends on all hashes since
 * perl's start, or on a seed that is new in each perl; NULL: there is none.
 */
static const char *asks_for_new_perl(const order_t *order)
{
    if (is_value(order->perturb, "1", "RANDOM"))
        return NULL;
    if (is_value(order->perturb, "2", "DETERMINISTIC"))
        return order->perturb;
    if (is_value(order->perturb, "0", "NO"))
        return order->seed ? NULL : order->perturb;
    return is_value(order->seed, "0", "0") ? NULL : order->seed;
}

const char *mh_startup_env_of(const mh_wire_field_t *environ,
                              const mh_wire_field_t *constant,
                              mh_startup_t *startup)
{
    const char *entry = NULL;
    order_t order = { NULL, NULL };

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
        note_order(entry, &order);
    }
    return asks_for_new_perl(&order);
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
