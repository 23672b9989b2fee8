/*
 * zone.c - see zone.h.
 */
#include "zone.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool changed;
static char *before; /* NULL: there was none */

static void set(const char *zone)
{
    if (zone)
        setenv("TZ", zone, 1);
    else
        unsetenv("TZ");
}

void mh_zone_set(const char *zone)
{
    const char *now = getenv("TZ");

    if (now == zone || (now && zone && !strcmp(now, zone)))
        return;
    if (!changed)
        before = now ? strdup(now) : NULL;
    changed = true;
    set(zone);
}

void mh_zone_restore(void)
{
    if (!changed)
        return;
    set(before);
    tzset();
    free(before);
    before = NULL;
    changed = false;
}
