/* definition.c - the settings that the manager reads when it starts. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "shared/pool_settings.h"

static void feed(const char *data, size_t size)
{
    static char buffer[MH_WIRE_MAX];
    mh_wire_message_t message;
    mh_pool_settings_t definition;
    mh_pool_settings_t again;
    size_t length;
    bool same;

    if (mh_wire_parse(data, size, &message) ||
        mh_pool_settings_read(&message, &definition))
        return;
    length = mh_pool_settings_write(&definition, buffer, sizeof(buffer));
    /*
     * A field that the manager does not know, or an empty one, is missing from
     * the result.
     */
    if (!length)
        return;
    same = !mh_wire_parse(buffer, length, &message) &&
           !mh_pool_settings_read(&message, &again);
    mh_fuzz_expect(same, "what was written can be read");
    if (!same)
        return;
    mh_fuzz_expect(!strcmp(definition.name, again.name) &&
                       !strcmp(definition.perl, again.perl),
                   "it names the same");
    mh_fuzz_expect(!memcmp(&definition.numbers, &again.numbers,
                           sizeof(again.numbers)),
                   "its numbers are the same");
}

void mh_fuzz_definition(const char *data, size_t size)
{
    mh_fuzz_each_length(data, size, feed);
}

/* Without lists, and with them. */
size_t mh_fuzz_definition_example(int number, char *buffer, size_t size)
{
    static const char environ[] = "LANG=C\0A=";
    static const char preload[] = "CGI\0/srv/start.pl";
    mh_pool_settings_t settings = { .name = "default",
                                    .perl = "/usr/bin/perl" };

    if (number > 1)
        return 0;
    memset(&settings.numbers, 1, sizeof(settings.numbers));
    if (number) {
        settings.environ = (mh_wire_field_t){ environ, sizeof(environ) };
        settings.preload = (mh_wire_field_t){ preload, sizeof(preload) };
    }
    return mh_pool_settings_write(&settings, buffer,
                                  size < MH_WIRE_MAX ? size : MH_WIRE_MAX);
}
