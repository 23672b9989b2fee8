/*
 * broken.c - see broken.h.
 */
#include "pool/manager/scripts/broken.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "pool/manager/common/counters.h"
#include "shared/scoreboard.h"

#define LOST "Can't locate "
#define SAID_MAX 4096
#define MODULE_MAX 128

/*
 * Debian's packages whose names do not follow from those of their modules.
 * lib/Mehari/Explain/Missing.pm has them, too: t/explain/missing.t compares.
 */
static const struct {
    const char *module;
    const char *package;
} packages[] = {
    { "CGI", "libcgi-pm-perl" },
    { "CGI::Carp", "libcgi-pm-perl" },
    { "CGI::Cookie", "libcgi-pm-perl" },
    { "CGI::Util", "libcgi-pm-perl" },
    { "DBD::SQLite", "libdbd-sqlite3-perl" },
    { "HTML::Entities", "libhtml-parser-perl" },
    { "HTML::HeadParser", "libhtml-parser-perl" },
    { "HTML::Parser", "libhtml-parser-perl" },
    { "HTML::TokeParser", "libhtml-parser-perl" },
    { "HTTP::Headers", "libhttp-message-perl" },
    { "HTTP::Message", "libhttp-message-perl" },
    { "HTTP::Request", "libhttp-message-perl" },
    { "HTTP::Response", "libhttp-message-perl" },
    { "LWP", "libwww-perl" },
    { "LWP::Simple", "libwww-perl" },
    { "LWP::UserAgent", "libwww-perl" },
    { "Mail::Address", "libmailtools-perl" },
    { "Mail::Internet", "libmailtools-perl" },
    { "Mail::Mailer", "libmailtools-perl" },
    { "Mail::Send", "libmailtools-perl" },
    { "YAML::XS", "libyaml-libyaml-perl" },
};

/* "My/Own.pm in @INC ..." gives My::Own. False: that is no module. */
static bool read_module(const char *at, char *module)
{
    size_t size = strcspn(at, " ");
    char *to = module;

    if (size < 4 || size > MODULE_MAX ||
        strncmp(at + size - 3, ".pm", 3) != 0 ||
        strncmp(at + size, " in @INC", 8) != 0)
        return false;
    for (; strncmp(at, ".pm ", 4) != 0; at++) {
        if (!isalnum((unsigned char)*at) && *at != '_' && *at != '/')
            return false;
        *to++ = *at == '/' ? ':' : *at;
        if (*at == '/')
            *to++ = ':';
    }
    *to = '\0';
    return true;
}

static void name_package(const char *module, char *package, size_t size)
{
    size_t i;
    char *to = package + 3;

    for (i = 0; i < sizeof(packages) / sizeof(packages[0]); i++)
        if (!strcmp(packages[i].module, module)) {
            snprintf(package, size, "%s", packages[i].package);
            return;
        }
    snprintf(package, size, "lib");
    for (; *module; module++) {
        module += module[0] == ':';
        *to++ = strchr(":_", *module) ? '-' : tolower((unsigned char)*module);
    }
    memcpy(to, "-perl", 6);
}

/* The end of perl's line: " at FILE line N." */
static const char *place_of(const char *line)
{
    const char *place = "";
    const char *at = line;

    while ((at = strstr(at, ") at ")))
        place = ++at;
    return place;
}

static void say_missing(mh_script_t *script, const char *line,
                        const char *module)
{
    char package[MODULE_MAX + 16];
    char why[SAID_MAX];

    name_package(module, package, sizeof(package));
    snprintf(why, sizeof(why),
             "the module %s was not found (cpan %s; on Debian it should be in "
             "%s)%.500s",
             module, module, package, place_of(line));
    mh_script_say(script, "MH4320: ", "does not compile", why, why);
}

/* CGI::Carp puts "[time] script: " before each line. */
static const char *after_stamp(const char *line)
{
    const char *time = *line == '[' ? strpbrk(line, "]\n") : NULL;
    const char *name = time && *time == ']' ? strpbrk(time, ":\n") : NULL;

    return name && !strncmp(name, ": ", 2) ? name + 2 : line;
}

static bool begins(const char *line, const char *const *with)
{
    line = after_stamp(line);
    for (; *with; with++)
        if (!strncmp(line, *with, strlen(*with)))
            return true;
    return false;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* A line that perl prints after the line of an error in a script or module. */
static bool ends_compilation(const char *line)
{
    static const char *const ends[] = { "BEGIN failed--",
                                        "Compilation failed in require", NULL };

    return begins(line, ends);
}

/*
 * The line of perl's error: perl may have printed warnings before. A message of
 * die() has no form, but perl's next line has.
 */
static const char *error_line(const char *said)
{
    static const char *const errors[] = {
        "syntax error",   "Global symbol", "Bareword ",   "Can't ",
        "Missing right ", "Unmatched ",    "Not enough ", "Too many ",
        "Type of arg ",   "Unrecognized ", NULL
    };

    for (const char *line = said; *line; line = next_line(line))
        if (begins(line, errors) || ends_compilation(next_line(line)))
            return line;
    return said;
}

void mh_broken_say(mh_script_t *script, const char *said)
{
    const char *error = after_stamp(error_line(said));
    char module[2 * MODULE_MAX + 1];
    char line[SAID_MAX];

    snprintf(line, sizeof(line), "%.*s", (int)strcspn(error, "\n"), error);
    if (!strncmp(line, LOST, strlen(LOST)) &&
        read_module(line + strlen(LOST), module))
        say_missing(script, line, module);
    else
        mh_script_say(script, "MH3097: ", "does not compile", line, line);
}

/* The script's process has ended well, so its run counts as no error yet. */
static void count_error(const mh_script_t *script)
{
    mh_counters_count(MH_COUNT_ERRORS);
    mh_scoreboard_failed(mh_counters_board(), script->row, mh_scoreboard_now());
}

void mh_broken_hear(const mh_wire_message_t *message)
{
    const char *path = mh_wire_string(message, MH_TAG_SCRIPT);
    const char *text = mh_wire_string(message, MH_TAG_TEXT);
    const char *first = mh_wire_string(message, MH_TAG_OUTPUT);
    uint64_t status = mh_wire_number(message, MH_TAG_STATUS, 0);
    mh_script_t *script = path && text ? mh_script_of_path(path, NULL) : NULL;

    if (!script)
        return;
    if (first && status & MH_ENDED_UNCOMPILED)
        mh_broken_say(script, first);
    if (first && (status & MH_ENDED_UNCOMPILED || ends_compilation(text)))
        text = after_stamp(error_line(first));
    if (!message->field[MH_TAG_STATUS].data)
        count_error(script);
    mh_scoreboard_error(script->row, text, mh_scoreboard_now());
}
