/*
 * witness_variable.c - functions of libc that look at the environment.
 */
#include "exact/witness_libc.h"

#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <time.h>

MH_REAL(char *, getenv, (const char *name));
MH_REAL(char *, secure_getenv, (const char *name));
MH_REAL(char *, setlocale, (int category, const char *locale));
MH_REAL(locale_t, newlocale, (int mask, const char *locale, locale_t base));

char *getenv(const char *name)
{
    if (mh_watching())
        mh_witness_note_variable(name, real_getenv(name));
    return real_getenv(name);
}

char *secure_getenv(const char *name)
{
    if (mh_watching())
        mh_witness_note_variable(name, real_secure_getenv(name));
    return real_secure_getenv(name);
}

/* The empty name stands for what the environment says. */
static void before_locale(const char *locale)
{
    static const char *const names[] = {
        "LC_ALL",     "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY",
        "LC_NUMERIC", "LC_TIME",    "LANG",     "LANGUAGE",    "LOCPATH"
    };

    if (!locale || locale[0])
        return;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        mh_witness_note_variable(names[i], real_getenv(names[i]));
}

char *setlocale(int category, const char *locale)
{
    if (mh_watching())
        before_locale(locale);
    mh_witness_mark |= locale != NULL;
    return real_setlocale(category, locale);
}

locale_t newlocale(int mask, const char *locale, locale_t base)
{
    if (mh_watching())
        before_locale(locale);
    mh_witness_mark = true;
    return real_newlocale(mask, locale, base);
}

/* --- the time zone --- */

static void before_zone(void)
{
    const char *zone = real_getenv("TZ");

    mh_witness_note_variable("TZ", zone);
    if (!zone)
        mh_witness_note_path(MH_FILE_CONTENTS, AT_FDCWD, "/etc/localtime");
}

/* A function that turns a time that it is given into the parts of a date. */
#define ZONED(type, name, parameters, arguments)                               \
    MH_REAL(type, name, parameters);                                           \
    type name parameters                                                       \
    {                                                                          \
        if (mh_watching())                                                     \
            before_zone();                                                     \
        return real_##name arguments;                                          \
    }

ZONED(struct tm *, localtime, (const time_t *time), (time))
ZONED(struct tm *, localtime_r,
      (const time_t *restrict time, struct tm *restrict parts), (time, parts))
ZONED(time_t, mktime, (struct tm * parts), (parts))
ZONED(char *, ctime, (const time_t *time), (time))
ZONED(char *, ctime_r, (const time_t *restrict time, char *restrict to),
      (time, to))
