/*
 * witness_variable.c - functions of libc that look at the environment.
 *
 * environ is guarded. What is asked for by name is answered from the view; a
 * function that reads environ itself, and of which we know what it reads, is
 * lent one of these variables alone. Every other one meets the guard.
 */
#include "exact/witness_libc.h"

#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <time.h>
#include <wchar.h>

#include "rollback/change.h"

MH_REAL(char *, getenv, (const char *name));
MH_REAL(char *, secure_getenv, (const char *name));

static char *look(const char *name, char *(*real)(const char *name))
{
    const char *value = mh_guard_is_closed() ? mh_witness_variable(name) : NULL;

    return mh_guard_is_closed() ? (char *)value : real(name);
}

char *getenv(const char *name)
{
    return look(name, real_getenv);
}

char *secure_getenv(const char *name)
{
    return look(name, real_secure_getenv);
}

#define CHANGES "changes the environment"

MH_TELLS(int, setenv, (const char *name, const char *value, int replace),
         (name, value, replace), CHANGES)
MH_TELLS(int, unsetenv, (const char *name), (name), CHANGES)
MH_TELLS(int, putenv, (char *variable), (variable), CHANGES)
MH_TELLS(int, clearenv, (void), (), CHANGES)

/* --- those that are lent some of it --- */

static const char *const locale_names[] = { "LC_ALL",
                                            "LC_COLLATE",
                                            "LC_CTYPE",
                                            "LC_MESSAGES",
                                            "LC_MONETARY",
                                            "LC_NUMERIC",
                                            "LC_TIME",
                                            "LC_PAPER",
                                            "LC_NAME",
                                            "LC_ADDRESS",
                                            "LC_TELEPHONE",
                                            "LC_MEASUREMENT",
                                            "LC_IDENTIFICATION",
                                            "LANG",
                                            "LANGUAGE",
                                            "LOCPATH",
                                            NULL };

static const char *const zone_names[] = { "TZ", "TZDIR", NULL };

static char **lend(const char *const *names)
{
    return mh_guard_is_closed() ? mh_witness_lend(names) : NULL;
}

static void give_back(char **own)
{
    if (own)
        mh_witness_give_back(own);
}

MH_REAL(char *, setlocale, (int category, const char *locale));
MH_REAL(locale_t, newlocale, (int mask, const char *locale, locale_t base));

/* The empty name stands for what the environment says. */
char *setlocale(int category, const char *locale)
{
    char **own;
    char *name;

    if (mh_witness_whose() == MH_WHOSE_MODULE)
        mh_witness_tell("asks for the locale, or sets it");
    own = locale && !locale[0] ? lend(locale_names) : NULL;
    name = real_setlocale(category, locale);
    give_back(own);
    if (locale)
        mh_change_mappings();
    return name;
}

locale_t newlocale(int mask, const char *locale, locale_t base)
{
    char **own = locale && !locale[0] ? lend(locale_names) : NULL;
    locale_t made = real_newlocale(mask, locale, base);

    give_back(own);
    return made;
}

/* --- the time zone --- */

static char **lend_zone(void)
{
    if (mh_watching() && mh_guard_is_closed() && !mh_witness_variable("TZ"))
        mh_witness_note_path(MH_FILE_CONTENTS, AT_FDCWD, "/etc/localtime");
    return lend(zone_names);
}

/* A function that turns a time that it is given into the parts of a date. */
#define ZONED(type, name, parameters, arguments)                               \
    MH_REAL(type, name, parameters);                                           \
    type name parameters                                                       \
    {                                                                          \
        char **own = lend_zone();                                              \
        type result = real_##name arguments;                                   \
                                                                               \
        give_back(own);                                                        \
        return result;                                                         \
    }

ZONED(struct tm *, localtime, (const time_t *time), (time))
ZONED(struct tm *, localtime_r,
      (const time_t *restrict time, struct tm *restrict parts), (time, parts))
ZONED(struct tm *, gmtime, (const time_t *time), (time))
ZONED(struct tm *, gmtime_r,
      (const time_t *restrict time, struct tm *restrict parts), (time, parts))
ZONED(time_t, mktime, (struct tm * parts), (parts))
ZONED(time_t, timegm, (struct tm * parts), (parts))
ZONED(time_t, timelocal, (struct tm * parts), (parts))
ZONED(char *, ctime, (const time_t *time), (time))
ZONED(char *, ctime_r, (const time_t *restrict time, char *restrict to),
      (time, to))
ZONED(size_t, strftime,
      (char *restrict to, size_t size, const char *restrict format,
       const struct tm *restrict parts),
      (to, size, format, parts))
ZONED(size_t, strftime_l,
      (char *restrict to, size_t size, const char *restrict format,
       const struct tm *restrict parts, locale_t locale),
      (to, size, format, parts, locale))
ZONED(size_t, wcsftime,
      (wchar_t *restrict to, size_t size, const wchar_t *restrict format,
       const struct tm *restrict parts),
      (to, size, format, parts))

MH_REAL(void, tzset, (void));

void tzset(void)
{
    char **own = lend_zone();

    real_tzset();
    give_back(own);
}
