/*
 * modperl_request.c - see modperl_request.h.
 */
#include "module/abi/modperl_request.h"

#include <errno.h>

#include "module/abi/method_call.h"
#include "module/api/core/object.h"
#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "module/perl/turn.h"
#include "module/request/context/context.h"
#include "module/request/environment/environment.h"
#include "module/request/handler.h"
#include "module/request/input.h"
#include "module/worker/server_facts.h"

/* --- what methods do ---------------------------------------------------- */

SV *modperl_dir_config(pTHX_ request_rec *r, server_rec *s, char *key,
                       SV *value)
{
    SV *name = key ? sv_2mortal(newSVpv(key, 0)) : NULL;

    if (!r && !s)
        return newSV(0);
    if (!r)
        return mh_abi_method(aTHX_ "Apache2::ServerRec::dir_config",
                             mh_object_server(aTHX_ s), name, value);
    return mh_abi_method(aTHX_ "Apache2::RequestRec::dir_config",
                         mh_object_request(aTHX_ r), name, value);
}

SV *modperl_slurp_filename(pTHX_ request_rec *r, int tainted)
{
    return mh_abi_method(aTHX_ "Apache2::RequestRec::slurp_filename",
                         mh_object_request(aTHX_ r), boolSV(tainted), NULL);
}

void modperl_env_request_populate(pTHX_ request_rec *r)
{
    mh_environment_fill(aTHX_ mh_context(r));
}

int modperl_config_is_perl_option_enabled(pTHX_ request_rec *r, server_rec *s,
                                          const char *name)
{
    int enabled = mh_option_enabled(r, s, name);

    if (enabled < 0)
        croak("PerlOptions %s is not a %s option", name,
              r ? "directory" : "server");
    return enabled;
}

SSize_t modperl_request_read(pTHX_ request_rec *r, char *buffer, Size_t length)
{
    Size_t total = 0;
    apr_size_t got = 1;

    while (total < length && got) {
        if (mh_input_read(r, buffer + total, length - total, &got)) {
            errno = EIO;
            return -1;
        }
        total += got;
    }
    return (SSize_t)total;
}

int modperl_restart_count(void)
{
    return mh_server_facts_restarts(mehari.restarts);
}

apr_pool_t *modperl_server_pool(void)
{
    return mehari.pconf;
}

apr_pool_t *modperl_server_user_pool(void)
{
    return mehari.pconf;
}

/* --- notes -------------------------------------------------------------- */

/*
 * mod_perl's macros take the address of the notes from its structure for a
 * request, whose first field they are. With our own structure the address is
 * our context, or NULL.
 */
static request_rec *request_of(const modperl_pnotes_t *notes)
{
    request_rec *r = mehari.current ? mehari.current->r : NULL;

    while (r && notes && (const void *)mh_context_peek(r) != notes)
        r = r->main ? r->main : r->prev;
    return r;
}

/* The object that has these notes; NULL: they are the caller's own. */
static SV *owner_of(pTHX_ const modperl_pnotes_t *notes, const apr_pool_t *pool,
                    const char **class)
{
    request_rec *r = request_of(notes);

    if (!r)
        return NULL;
    if (!notes && pool == r->connection->pool) {
        *class = "Apache2::Connection";
        return mh_object_connection(aTHX_ r->connection);
    }
    *class = "Apache2::RequestRec";
    return mh_object_request(aTHX_ r);
}

static SV *notes_method(pTHX_ const char *class, const char *name, SV *object,
                        SV *key, SV *value)
{
    SV *full = sv_2mortal(newSVpvf("%s::%s", class, name));

    return mh_abi_method(aTHX_ SvPV_nolen(full), object, key, value);
}

static apr_status_t drop_notes(void *data)
{
    modperl_pnotes_t *notes = data;
    HV *hash = notes->pnotes;

    notes->pnotes = NULL;
    notes->pool = NULL;
    mh_turn_discard((SV *)hash, mehari.generation);
    return APR_SUCCESS;
}

static void begin_notes(modperl_pnotes_t *notes, apr_pool_t *pool)
{
    dTHXa(mehari.perl);

    notes->pnotes = newHV();
    notes->pool = pool;
    apr_pool_cleanup_register(pool, notes, drop_notes, apr_pool_cleanup_null);
}

SV *modperl_pnotes(pTHX_ modperl_pnotes_t *notes, SV *key, SV *value,
                   apr_pool_t *pool)
{
    const char *class;
    SV *owner = owner_of(aTHX_ notes, pool, &class);
    HE *entry;

    if (owner)
        return notes_method(aTHX_ class, "pnotes", owner, key, value);
    if (!notes->pnotes)
        begin_notes(notes, pool);
    if (!key)
        return newRV_inc((SV *)notes->pnotes);
    if (value && !hv_store_ent(notes->pnotes, key, SvREFCNT_inc(value), 0))
        SvREFCNT_dec(value);
    entry = hv_fetch_ent(notes->pnotes, key, 0, 0);
    return entry ? SvREFCNT_inc(HeVAL(entry)) : &PL_sv_undef;
}

void modperl_pnotes_kill(void *data)
{
    dTHXa(mehari.perl);
    modperl_pnotes_t *notes = data;
    const char *class;
    SV *owner = owner_of(aTHX_ notes, NULL, &class);

    if (owner)
        SvREFCNT_dec(
            notes_method(aTHX_ class, "pnotes_kill", owner, NULL, NULL));
    else if (notes && notes->pnotes)
        apr_pool_cleanup_run(notes->pool, notes, drop_notes);
}

/* --- the global request ------------------------------------------------- */

apr_status_t modperl_tls_get_request_rec(request_rec **r)
{
    *r = mehari.global ? mehari.global->r : NULL;
    return APR_SUCCESS;
}

void modperl_global_request_set(request_rec *r)
{
    mh_context_global(mh_context(r));
}

void modperl_global_request_obj_set(pTHX_ SV *sv)
{
    modperl_global_request_set(modperl_sv2request_rec(aTHX_ sv));
}

void modperl_global_request_cfg_set(request_rec *r)
{
    if (mh_dir_config(r)->options.on & MH_GLOBAL_REQUEST)
        modperl_global_request_set(r);
}

/* --- handlers ----------------------------------------------------------- */

static bool add(pTHX_ request_rec *r, server_rec *s, mh_hook_e hook,
                SV *handlers, bool push)
{
    if (r && push)
        return mh_handlers_push(aTHX_ mh_context(r), hook, handlers);
    if (r)
        return mh_handlers_set(aTHX_ mh_context(r), hook, handlers);
    return push ? mh_server_handlers_push(aTHX_ s, hook, handlers)
                : mh_server_handlers_set(aTHX_ s, hook, handlers);
}

int modperl_handler_perl_add_handlers(pTHX_ request_rec *r, conn_rec *c,
                                      server_rec *s, apr_pool_t *pool,
                                      const char *name, SV *handlers,
                                      modperl_handler_action_e action)
{
    mh_hook_e hook = mh_hook_find(name);

    if (hook == MH_HOOK_NONE || action == MODPERL_GET || (!r && !s))
        return 0;
    return add(aTHX_ r, s, hook, handlers, action == MODPERL_PUSH);
}
