/*
 * embedded.c - see embedded.h.
 */
#include "module/config/embedded.h"

typedef struct {
    const server_rec *server;
    const mh_dir_config_t *dir;
} place_t;

/* Places of handlers that a pool's workers can run. */
static apr_array_header_t *places;
static bool needed;

void mh_embedded_reset(void)
{
    places = NULL;
    needed = false;
}

void mh_embedded_note_use(void)
{
    needed = true;
}

static bool pools_can(mh_hook_e hook)
{
    return hook == MH_HOOK_RESPONSE || hook == MH_HOOK_LOG ||
           hook == MH_HOOK_CLEANUP;
}

void mh_embedded_note(cmd_parms *cmd, const mh_dir_config_t *dir,
                      mh_hook_e hook)
{
    /* These handlers run in workers if a child has no other Perl. */
    if (hook == MH_HOOK_CHILD_INIT || hook == MH_HOOK_CHILD_EXIT)
        return;
    if (!pools_can(hook)) {
        needed = true;
        return;
    }
    if (!places)
        places = apr_array_make(cmd->pool, 4, sizeof(place_t));
    APR_ARRAY_PUSH(places, place_t) = (place_t){ cmd->server, dir };
}

/*
 * A section may get its pool from a section around it, which only a request
 * shows. At worst Perl is started for nothing.
 */
static bool has_pool(const place_t *place)
{
    const mh_dir_config_t *all =
        ap_get_module_config(place->server->lookup_defaults, &perl_module);

    return place->dir->cgi.use || all->cgi.use;
}

bool mh_embedded_needed(void)
{
    for (int i = 0; places && i < places->nelts && !needed; i++)
        needed = !has_pool(&APR_ARRAY_IDX(places, i, place_t));
    return needed;
}

bool mh_embedded_has_handlers(void)
{
    return needed || places;
}

/*
 * PerlInterp*: with one interpreter per process there is no pool to size; the
 * values are only reported to code that asks for them. They are checked now, so
 * that a typing error is found at once.
 */
const char *mh_embedded_set_number(cmd_parms *cmd, void *dir, const char *word)
{
    char *end;
    apr_int64_t number = apr_strtoi64(word, &end, 10);

    if (number < 0 || *end || end == word)
        return apr_psprintf(cmd->pool, "MH1107: %s takes a number, not %s",
                            cmd->cmd->name, word);
    mh_server_config(cmd->server)->interp[(intptr_t)cmd->info] = number;
    return NULL;
}

apr_int64_t mh_embedded_number(const server_rec *s, int which)
{
    static const int usual[MH_INTERP_NUMBERS] = {
        [MH_INTERP_START] = 3,           [MH_INTERP_MAX] = 5,
        [MH_INTERP_MIN_SPARE] = 3,       [MH_INTERP_MAX_SPARE] = 3,
        [MH_INTERP_MAX_REQUESTS] = 2000,
    };
    apr_int64_t number = mh_server_config(s)->interp[which];

    return number < 0 ? usual[which] : number;
}

const char *mh_embedded_set_wait(cmd_parms *cmd, void *dir, const char *time)
{
    mh_server_config_t *config = mh_server_config(cmd->server);
    apr_interval_time_t wait = 0;

    if (ap_timeout_parameter_parse(time, &wait, "s") != APR_SUCCESS ||
        wait < apr_time_from_sec(1))
        return apr_psprintf(
            cmd->pool,
            "MH1116: PerlInterpWait takes a time of a second or more, "
            "such as 30s, not %s",
            time);
    config->interp_wait = (int)apr_time_sec(wait);
    config->interp_wait_set = true;
    return NULL;
}
