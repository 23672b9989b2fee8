/*
 * variable.c - functions of libc that look at the environment.
 *
 * environ is guarded. A variable that is asked for by name is answered from the
 * view. A function that itself reads known variables of environ is lent only
 * these. Every other function meets the guard.
 */
#include "pool/perl/trace/libc.h"
#include "pool/perl/environ/variable.h"

#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#include "pool/rollback/change.h"

static char *look(const char *name, char *(*real)(const char *name))
{
    const char *value = mh_guard_is_closed() ? mh_variable_value(name) : NULL;

    return mh_guard_is_closed() ? (char *)value : real(name);
}

MH_TRACED(char *, getenv, (const char *name))
{
    return look(name, real_getenv);
}

MH_TRACED(char *, secure_getenv, (const char *name))
{
    return look(name, real_secure_getenv);
}

/* perl calls it for an assignment to %ENV, or changes environ: assignment.h. */
#define SETS(name, parameters, arguments)                                      \
    MH_TRACED(int, name, parameters)                                           \
    {                                                                          \
        if (!real_##name)                                                      \
            mh_trace_find_real();                                              \
        if (mh_watching() && !mh_guard_lends())                                \
            mh_trace_unshareable("changes the environment");                   \
        return real_##name arguments;                                          \
    }

SETS(setenv, (const char *name, const char *value, int replace),
     (name, value, replace))
SETS(putenv, (char *variable), (variable))

/* --- functions that are lent parts of environ --- */

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

/* Variables that name the place of a locale's files. */
static const char *const path_names[] = { "LOCPATH", NULL };

static const char *const zone_names[] = { "TZ", "TZDIR", NULL };

static char **lend(const char *const *names)
{
    return mh_guard_is_closed() ? mh_variable_lend(names) : NULL;
}

static void give_back(char **own)
{
    if (own)
        mh_variable_give_back(own);
}

/*
 * The empty name stands for the environment's locale. If a compilation stopped
 * in libc, the lock of the locales would never be released.
 */
static char **lend_locale(const char *locale)
{
    if (!locale)
        return NULL;
    return lend(locale[0] ? path_names : locale_names);
}

MH_TRACED(char *, setlocale, (int category, const char *locale))
{
    char **own;
    char *name;

    own = lend_locale(locale);
    name = real_setlocale(category, locale);
    give_back(own);
    if (locale) {
        mh_change_locale(LC_GLOBAL_LOCALE);
        mh_change_mappings();
    }
    return name;
}

MH_TRACED(locale_t, newlocale, (int mask, const char *locale, locale_t base))
{
    char **own = lend_locale(locale);
    locale_t made = real_newlocale(mask, locale, base);

    give_back(own);
    mh_change_locale(made);
    return made;
}

/*
 * libc translates its message by the locale. If that stopped the compilation,
 * the message would be lost, because libraries are loaded then, too.
 */

MH_TRACED(char *, dlerror, (void))
{
    char **own = lend(locale_names);
    char *message = real_dlerror();

    give_back(own);
    return message;
}

/* --- the time zone --- */

static char **lend_zone(void)
{
    if (mh_watching() && mh_guard_is_closed() && !mh_variable_value("TZ"))
        mh_trace_note_path(MH_FILE_CONTENTS, AT_FDCWD, "/etc/localtime");
    return lend(zone_names);
}

/* A function that turns a given time into the parts of a date. */
#define ZONED(type, name, parameters, arguments)                               \
    MH_TRACED(type, name, parameters)                                          \
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

MH_TRACED(void, tzset, (void))
{
    char **own = lend_zone();

    real_tzset();
    give_back(own);
}
