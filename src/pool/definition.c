/*
 * definition.c - see definition.h.
 */
#include "pool/definition.h"

#include <string.h>

size_t mh_definition_write(const mh_definition_t *definition, char *buffer,
                           size_t size)
{
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, size, MH_WIRE_POOL, 0);
    mh_wire_put_string(&writer, MH_TAG_POOL_NAME, definition->name);
    mh_wire_put_string(&writer, MH_TAG_POOL_PERL, definition->perl);
    if (definition->httpd)
        mh_wire_put_string(&writer, MH_TAG_POOL_HTTPD, definition->httpd);
    if (definition->library)
        mh_wire_put_string(&writer, MH_TAG_POOL_LIBRARY, definition->library);
    if (definition->profile)
        mh_wire_put_string(&writer, MH_TAG_POOL_PROFILE, definition->profile);
    mh_wire_put(&writer, MH_TAG_POOL_NUMBERS, &definition->numbers,
                sizeof(definition->numbers));
    mh_wire_put(&writer, MH_TAG_POOL_ENVIRON, definition->environ.data,
                definition->environ.size);
    mh_wire_put(&writer, MH_TAG_POOL_PRELOAD, definition->preload.data,
                definition->preload.size);
    mh_wire_put(&writer, MH_TAG_POOL_GROUPS, definition->groups.data,
                definition->groups.size);
    return mh_wire_end(&writer);
}

const char *mh_definition_read(const mh_wire_message_t *message,
                               mh_definition_t *definition)
{
    memset(definition, 0, sizeof(*definition));
    if (message->type != MH_WIRE_POOL)
        return "it is no definition of a pool";
    definition->name = mh_wire_string(message, MH_TAG_POOL_NAME);
    definition->perl = mh_wire_string(message, MH_TAG_POOL_PERL);
    definition->httpd = mh_wire_string(message, MH_TAG_POOL_HTTPD);
    definition->library = mh_wire_string(message, MH_TAG_POOL_LIBRARY);
    definition->profile = mh_wire_string(message, MH_TAG_POOL_PROFILE);
    definition->environ = message->field[MH_TAG_POOL_ENVIRON];
    definition->preload = message->field[MH_TAG_POOL_PRELOAD];
    definition->groups = message->field[MH_TAG_POOL_GROUPS];
    if (!definition->name || !definition->perl)
        return "it names no pool or no perl";
    if (!mh_wire_copy(message, MH_TAG_POOL_NUMBERS, &definition->numbers,
                      sizeof(definition->numbers)))
        return "its numbers are another release's";
    return NULL;
}
