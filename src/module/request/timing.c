/*
 * timing.c - see timing.h.
 */
#include "module/request/timing.h"

#include <ctype.h>
#include <stdlib.h>

#include "module/config/config.h"
#include "shared/clock.h"

#define MS 1e6 /* ns */

#define HANDLERS "perl-timing"
#define WALL "perl-time"
#define CPU "perl-cpu"

const char *const mh_timing_notes[] = { HANDLERS, WALL, CPU, NULL };

bool mh_timing_is_on(request_rec *r)
{
    return mh_dir_config(r)->timing >= MH_TIMING_LOG;
}

void mh_timing_begin(mh_timing_t *timing, request_rec *r)
{
    timing->mode = mh_dir_config(r)->timing;
    if (timing->mode < MH_TIMING_LOG)
        return;
    timing->wall = (int64_t)mh_clock(CLOCK_MONOTONIC);
    timing->cpu = (int64_t)mh_clock(CLOCK_THREAD_CPUTIME_ID);
}

/*
 * A name for a quoted string in a header. Code in the configuration counts as a
 * name, too.
 */
static const char *quoted(const char *name, apr_pool_t *p)
{
    char *text = apr_palloc(p, 2 * strlen(name) + 1);
    char *at = text;

    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            *at++ = '\\';
        *at++ = *name < ' ' || *name > '~' ? '?' : *name;
    }
    *at = '\0';
    return text;
}

/* "PerlFixupHandler" is the phase fixup. */
static const char *phase(mh_hook_e hook, apr_pool_t *p)
{
    char *name = apr_pstrdup(p, mh_hook_info(hook)->option);

    for (char *at = name; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return name;
}

static void add_up(request_rec *r, const char *note, double ms)
{
    const char *before = apr_table_get(r->notes, note);

    apr_table_setn(r->notes, note,
                   apr_psprintf(r->pool, "%.3f",
                                (before ? atof(before) : 0) + ms));
}

void mh_timing_end(const mh_timing_t *timing, request_rec *r, mh_hook_e hook,
                   const char *name)
{
    double wall, cpu;
    const char *place, *who;

    if (timing->mode < MH_TIMING_LOG)
        return;
    wall = (double)((int64_t)mh_clock(CLOCK_MONOTONIC) - timing->wall) / MS;
    cpu = (double)((int64_t)mh_clock(CLOCK_THREAD_CPUTIME_ID) - timing->cpu) /
          MS;
    place = phase(hook, r->pool);
    who = name ? name : "sub";
    apr_table_mergen(r->notes, HANDLERS,
                     apr_psprintf(r->pool, "%s %s %.3f/%.3f", place, who, wall,
                                  cpu));
    add_up(r, WALL, wall);
    add_up(r, CPU, cpu);
    if (timing->mode == MH_TIMING_ON)
        apr_table_mergen(r->err_headers_out, "Server-Timing",
                         apr_psprintf(r->pool,
                                      "%s;desc=\"%s\";dur=%.3f;cpu=%.3f", place,
                                      quoted(who, r->pool), wall, cpu));
}

const char *mh_timing_set(cmd_parms *cmd, void *dir_, const char *word)
{
    mh_dir_config_t *dir = dir_;

    if (!strcasecmp(word, "On"))
        dir->timing = MH_TIMING_ON;
    else if (!strcasecmp(word, "Log"))
        dir->timing = MH_TIMING_LOG;
    else if (!strcasecmp(word, "Off"))
        dir->timing = MH_TIMING_OFF;
    else
        return "MH1410: PerlTiming takes On, Log or Off";
    return NULL;
}
