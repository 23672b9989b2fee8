/*
 * pool_settings.c - see pool_settings.h.
 */
#include "shared/pool_settings.h"

#include <string.h>

/* The settings that are texts, as they stand in TEXTS. */
#define TEXTS 6

static void texts_of(mh_pool_settings_t *settings, const char **texts[TEXTS])
{
    const char **list[TEXTS] = { &settings->name,    &settings->perl,
                                 &settings->httpd,   &settings->library,
                                 &settings->profile, &settings->vetted };

    memcpy(texts, list, sizeof(list));
}

void mh_pool_settings_put(mh_wire_writer_t *writer, mh_pool_settings_t settings)
{
    const char **texts[TEXTS];
    const char *strings[TEXTS];

    texts_of(&settings, texts);
    for (int i = 0; i < TEXTS; i++)
        strings[i] = *texts[i];
    mh_wire_put_list(writer, MH_TAG_TEXTS, strings, TEXTS);
    mh_wire_put(writer, MH_TAG_POOL_NUMBERS, &settings.numbers,
                sizeof(settings.numbers));
    mh_wire_put_field(writer, MH_TAG_ENVIRON, &settings.environ);
    mh_wire_put_field(writer, MH_TAG_FILES, &settings.preload);
    mh_wire_put_field(writer, MH_TAG_POOL_GROUPS, &settings.groups);
}

size_t mh_pool_settings_write(const mh_pool_settings_t *settings, char *buffer,
                              size_t size)
{
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, size, MH_WIRE_POOL, 0);
    mh_pool_settings_put(&writer, *settings);
    return mh_wire_end(&writer);
}

const char *mh_pool_settings_read(const mh_wire_message_t *message,
                                  mh_pool_settings_t *settings)
{
    const char **texts[TEXTS];
    const char *text = NULL;

    memset(settings, 0, sizeof(*settings));
    if (message->type != MH_WIRE_POOL)
        return "it is not a settings of a pool";
    texts_of(settings, texts);
    for (int i = 0; i < TEXTS; i++) {
        text = mh_wire_next(&message->field[MH_TAG_TEXTS], text);
        if (!text)
            break;
        *texts[i] = *text ? text : NULL;
    }
    settings->environ = message->field[MH_TAG_ENVIRON];
    settings->preload = message->field[MH_TAG_FILES];
    settings->groups = message->field[MH_TAG_POOL_GROUPS];
    if (!settings->name || !settings->perl)
        return "it names no pool or no perl";
    if (!mh_wire_copy(message, MH_TAG_POOL_NUMBERS, &settings->numbers,
                      sizeof(settings->numbers)))
        return "its numbers are another release's";
    return NULL;
}
