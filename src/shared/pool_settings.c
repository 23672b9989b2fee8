/*
 * pool_settings.c - see pool_settings.h.
 */
#include "shared/pool_settings.h"

#include <string.h>

size_t mh_pool_settings_write(const mh_pool_settings_t *settings, char *buffer,
                              size_t size)
{
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, size, MH_WIRE_POOL, 0);
    mh_wire_put_string(&writer, MH_TAG_POOL_NAME, settings->name);
    mh_wire_put_string(&writer, MH_TAG_POOL_PERL, settings->perl);
    if (settings->httpd)
        mh_wire_put_string(&writer, MH_TAG_POOL_HTTPD, settings->httpd);
    if (settings->library)
        mh_wire_put_string(&writer, MH_TAG_POOL_LIBRARY, settings->library);
    if (settings->profile)
        mh_wire_put_string(&writer, MH_TAG_POOL_PROFILE, settings->profile);
    mh_wire_put(&writer, MH_TAG_POOL_NUMBERS, &settings->numbers,
                sizeof(settings->numbers));
    mh_wire_put(&writer, MH_TAG_POOL_ENVIRON, settings->environ.data,
                settings->environ.size);
    mh_wire_put(&writer, MH_TAG_POOL_PRELOAD, settings->preload.data,
                settings->preload.size);
    if (settings->vetted)
        mh_wire_put_string(&writer, MH_TAG_POOL_VETTED, settings->vetted);
    mh_wire_put_number(&writer, MH_TAG_IGNORED, settings->ignored);
    mh_wire_put(&writer, MH_TAG_POOL_GROUPS, settings->groups.data,
                settings->groups.size);
    return mh_wire_end(&writer);
}

const char *mh_pool_settings_read(const mh_wire_message_t *message,
                                  mh_pool_settings_t *settings)
{
    memset(settings, 0, sizeof(*settings));
    if (message->type != MH_WIRE_POOL)
        return "it is not a settings of a pool";
    settings->name = mh_wire_string(message, MH_TAG_POOL_NAME);
    settings->perl = mh_wire_string(message, MH_TAG_POOL_PERL);
    settings->httpd = mh_wire_string(message, MH_TAG_POOL_HTTPD);
    settings->library = mh_wire_string(message, MH_TAG_POOL_LIBRARY);
    settings->profile = mh_wire_string(message, MH_TAG_POOL_PROFILE);
    settings->environ = message->field[MH_TAG_POOL_ENVIRON];
    settings->preload = message->field[MH_TAG_POOL_PRELOAD];
    settings->vetted = mh_wire_string(message, MH_TAG_POOL_VETTED);
    settings->ignored = mh_wire_number(message, MH_TAG_IGNORED, 0);
    settings->groups = message->field[MH_TAG_POOL_GROUPS];
    if (!settings->name || !settings->perl)
        return "it names no pool or no perl";
    if (!mh_wire_copy(message, MH_TAG_POOL_NUMBERS, &settings->numbers,
                      sizeof(settings->numbers)))
        return "its numbers are another release's";
    return NULL;
}
