/*
 * startup_names.c - see startup_names.h.
 */
#include "shared/startup_names.h"

#include <string.h>

static bool begins(const char *entry, const char *name)
{
    return !strncmp(entry, name, strlen(name));
}

bool mh_startup_names_perl(const char *entry)
{
    switch (entry[0]) {
    case 'P':
        return begins(entry, "PERL");
    case 'L':
        return begins(entry, "LC_") || begins(entry, "LANG=") ||
               begins(entry, "LANGUAGE=") || begins(entry, "LOCPATH=") ||
               begins(entry, MH_STARTUP_LIBRARIES);
    default:
        return false;
    }
}

bool mh_startup_names_loader(const char *entry)
{
    switch (entry[0]) {
    case 'L':
        return begins(entry, "LD_") && !begins(entry, MH_STARTUP_LIBRARIES);
    case 'M':
        return begins(entry, "MALLOC_");
    case 'G':
        return begins(entry, "GLIBC_TUNABLES=");
    default:
        return false;
    }
}
