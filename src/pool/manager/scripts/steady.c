/*
 * steady.c - see steady.h.
 */
#include "pool/manager/scripts/steady.h"

#include <stdlib.h>
#include <string.h>

#include "pool/manager/scripts/startup_env.h"

/*
 * If more than one request in this many is executed because of another value,
 * the values change. OFTEN in argv.c has the reason.
 */
#define OFTEN 16
/* Limit of changes of the values; afterwards zygotes stop at a look at one. */
#define CHANGES 3
/* Limit of the bytes of NAME=value; only the name of a longer one is kept. */
#define LONGEST 256

typedef struct variable_t {
    const char *name;
    bool personal; /* zygotes never get its value, only its absence */
} variable_t;

static const variable_t variables[] = {
    { "AUTH_TYPE", true },       { "HTTPS", false },
    { "HTTP_HOST", false },      { "PATH_INFO", true },
    { "PATH_TRANSLATED", true }, { "REMOTE_IDENT", true },
    { "REMOTE_USER", true },     { "REQUEST_SCHEME", false },
    { "SCRIPT_NAME", false },    { "SERVER_ADDR", false },
    { "SERVER_NAME", false },    { "SERVER_PORT", false },
};

#define COUNT (sizeof(variables) / sizeof(*variables))

static const variable_t *find(const char *entry)
{
    size_t length = strcspn(entry, "=");

    for (size_t i = 0; i < COUNT; i++)
        if (!strncmp(variables[i].name, entry, length) &&
            !variables[i].name[length])
            return &variables[i];
    return NULL;
}

bool mh_steady_has(const char *entry)
{
    return find(entry) != NULL;
}

static void add(mh_steady_t *steady, const char *entry)
{
    const variable_t *variable = find(entry);
    size_t size = strlen(entry) + 1;

    if (!variable)
        return;
    if (variable->personal || size > LONGEST) {
        entry = variable->name;
        size = strlen(entry) + 1;
    }
    memcpy(steady->values + steady->size, entry, size);
    steady->size += (uint32_t)size;
}

static void shrink(mh_steady_t *steady)
{
    char *less = steady->size ? realloc(steady->values, steady->size) : NULL;

    if (less)
        steady->values = less;
}

/* The list fits: none of its entries is longer than the request's. */
void mh_steady_take(mh_steady_t *steady, const mh_request_t *request)
{
    const mh_wire_field_t *constant = &request->message.field[MH_TAG_CONSTANT];
    const char *entry = NULL;

    if (steady->values)
        return;
    steady->size = 0;
    steady->values = malloc(request->environ.size + 1);
    while (steady->values && (entry = mh_wire_next(&request->environ, entry)))
        if (!mh_startup_env_is_constant(constant, entry))
            add(steady, entry);
    shrink(steady);
}

mh_wire_field_t mh_steady_list(const mh_steady_t *steady)
{
    return (mh_wire_field_t){ steady->values, steady->size };
}

bool mh_steady_differs(mh_steady_t *steady, uint64_t runs)
{
    return ++steady->others * (uint64_t)OFTEN > runs;
}

bool mh_steady_renew(mh_steady_t *steady)
{
    if (steady->changes == CHANGES)
        return false;
    free(steady->values);
    steady->values = NULL;
    steady->others = 0;
    steady->changes++;
    return true;
}

void mh_steady_forget(mh_steady_t *steady)
{
    free(steady->values);
    *steady = (mh_steady_t){ 0 };
}
