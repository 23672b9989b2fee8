/*
 * modperl.c - see modperl.h.
 */
#include "module/abi/modperl.h"

#include "module/api/apr/bucket.h"
#include "module/api/core/object.h"
#include "module/api/core/method_table.h"
#include "module/config/config.h"
#include "module/custom/custom_module.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/perl/turn.h"
#include "module/request/context/context.h"
#include "module/request/environment/environment.h"
#include "module/request/handler.h"
#include "module/request/hold.h"
#include "module/request/nested.h"
#include "module/request/enter.h"

typedef struct {
    mh_handler_t *handler;
    request_rec *r; /* NULL outside of requests */
    server_rec *s;
    AV *list;
    apr_pool_t *pool;
} callback_t;

/* --- interpreters ------------------------------------------------------- */

/*
 * Modules give the interpreter back by macros that count for themselves, so
 * that may never happen. The request keeps the interpreter until its end.
 */
modperl_interp_t *modperl_interp_select(request_rec *r, conn_rec *c,
                                        server_rec *s)
{
    static modperl_interp_t only;

    if (r != NULL) {
        if (mh_enter_perl(r, MH_HOOK_NONE) != OK)
            return NULL;
        mh_turn_keep(mh_context(mh_hold_root(r)));
        mh_leave_perl();
        mh_parent_stay(r);
    }
    only.perl = mehari.perl;
    only.refcnt = 1;
    return only.perl == NULL ? NULL : &only;
}

apr_status_t modperl_interp_unselect(void *data)
{
    return APR_SUCCESS;
}

modperl_interp_t *modperl_interp_pool_select(apr_pool_t *pool, server_rec *s)
{
    return modperl_interp_select(NULL, NULL, s);
}

modperl_interp_t *modperl_thx_interp_get(PerlInterpreter *perl)
{
    return modperl_interp_select(NULL, NULL, mehari.server);
}

apr_pool_t *modperl_global_get_pconf(void)
{
    return mehari.pconf;
}

server_rec *modperl_global_get_server_rec(void)
{
    return mehari.server;
}

/* --- objects ------------------------------------------------------------ */

/* The kind of that class, or of the class from which it is derived. */
static mh_object_kind_e kind_of(pTHX_ const char *classname)
{
    SV *name = sv_2mortal(newSVpv(classname, 0));
    mh_object_kind_e derived = MH_NONE;

    for (int kind = MH_NONE + 1; kind < MH_KINDS; kind++) {
        const char *package = mh_class(kind)->package;

        if (strcmp(package, classname) == 0)
            return kind;
        if (derived == MH_NONE && sv_derived_from(name, package))
            derived = kind;
    }
    return derived;
}

/*
 * A derived class gets a new object. Blessing the object that httpd's structure
 * already has would change its class for everybody.
 */
static SV *derived_object(pTHX_ mh_object_kind_e kind, const char *classname,
                          void *ptr)
{
    apr_pool_t *pool = mh_object_alloc_pool(kind, ptr);
    SV *object = mh_object_owned(aTHX_ kind, ptr, pool);

    return sv_bless(object, gv_stashpv(classname, GV_ADD));
}

SV *modperl_ptr2obj(pTHX_ char *classname, void *ptr)
{
    mh_object_kind_e kind = kind_of(aTHX_ classname);
    apr_pool_t *pool;

    if (kind == MH_NONE || ptr == NULL)
        return sv_setref_pv(newSV(0), classname, ptr);
    if (strcmp(mh_class(kind)->package, classname) != 0)
        return newSVsv(derived_object(aTHX_ kind, classname, ptr));
    if (kind == MH_REQUEST)
        return newSVsv(mh_object_request(aTHX_ ptr));
    pool = mh_object_alloc_pool(kind, ptr);
    return newSVsv(mh_object(aTHX_ kind, ptr, pool));
}

SV *modperl_hash_tie(pTHX_ const char *classname, SV *owner, void *table)
{
    return newSVsv(mh_object_table(aTHX_ table, apr_table_elts(table)->pool));
}

SV *modperl_hash_tied_object_rv(pTHX_ const char *classname, SV *sv)
{
    const MAGIC *tie;

    if (!sv_isobject(sv) || !sv_derived_from(sv, classname))
        croak("argument is not a blessed reference (expecting an %s derived "
              "object)",
              classname);
    if (SvTYPE(SvRV(sv)) != SVt_PVHV)
        return sv;
    tie = SvRMAGICAL(SvRV(sv)) ? mg_find(SvRV(sv), PERL_MAGIC_tied) : NULL;
    if (tie)
        return tie->mg_obj;
    warn("a hash of the class %s is not tied", classname);
    return &PL_sv_undef;
}

void *modperl_hash_tied_object(pTHX_ const char *classname, SV *sv)
{
    SV *object = modperl_hash_tied_object_rv(aTHX_ classname, sv);

    if (mh_object_kind(sv) == MH_TABLE)
        return mh_object_ptr(aTHX_ sv, MH_TABLE, "a method", 0);
    return SvROK(object) ? INT2PTR(void *, SvIV(SvRV(object))) : NULL;
}

/* The name of the asking sub, for messages. */
static const char *call_of(pTHX_ CV *cv)
{
    GV *gv = cv == NULL ? NULL : CvGV(cv);

    return gv == NULL
               ? "a method"
               : SvPV_nolen(sv_2mortal(newSVpvf("$r->%s()", GvNAME(gv))));
}

request_rec *modperl_xs_sv2request_rec(pTHX_ SV *sv, char *classname, CV *cv)
{
    SvGETMAGIC(sv);
    return mh_object_ptr(aTHX_ sv, MH_REQUEST, call_of(aTHX_ cv), 0);
}

request_rec *modperl_sv2request_rec(pTHX_ SV *sv)
{
    return modperl_xs_sv2request_rec(aTHX_ sv, NULL, NULL);
}

server_rec *modperl_sv2server_rec(pTHX_ SV *sv)
{
    if (SvROK(sv))
        return mh_object_ptr(aTHX_ sv, MH_SERVER, "a method", 0);
    return mehari.global == NULL ? mehari.server : mehari.global->r->server;
}

request_rec *modperl_global_request(pTHX_ SV *sv)
{
    request_rec *before = NULL;

    if (GIMME_V != G_VOID)
        before = mh_object_global_request(aTHX);
    else if (mehari.global != NULL)
        before = mehari.global->r;
    if (sv != NULL)
        mh_context_global(mh_context(modperl_sv2request_rec(aTHX_ sv)));
    return before;
}

apr_bucket *modperl_bucket_sv_create(pTHX_ apr_bucket_alloc_t *list, SV *sv,
                                     apr_off_t offset, apr_size_t length)
{
    return mh_bucket_scalar(aTHX_ sv, offset, length, list);
}

int modperl_threaded_mpm(void)
{
    return mehari.threaded;
}

int modperl_threads_started(void)
{
    return mehari.threaded && !mehari.starting;
}

int modperl_is_running(void)
{
    return mehari.perl != NULL;
}

SV *modperl_module_config_get_obj(pTHX_ SV *module, server_rec *s,
                                  ap_conf_vector_t *vector)
{
    SV *object = mh_custom_module_config(aTHX_ module, s, vector);

    return object == NULL ? &PL_sv_undef : object;
}

void modperl_croak(pTHX_ apr_status_t rc, const char *function)
{
    mh_croak_status(aTHX_ rc, function);
}

/* --- handlers ----------------------------------------------------------- */

modperl_handler_t *modperl_handler_new(apr_pool_t *pool, const char *name)
{
    return (modperl_handler_t *)mh_handler_make(pool, name, NULL);
}

modperl_handler_t *modperl_handler_new_from_sv(pTHX_ apr_pool_t *pool, SV *sv)
{
    return (modperl_handler_t *)mh_handler_from_sv(aTHX_ sv, pool);
}

const char *modperl_handler_name(modperl_handler_t *handler)
{
    return ((mh_handler_t *)handler)->name;
}

static SV *argument(pTHX_ char *classname, void *ptr)
{
    if (ptr == NULL)
        return newSV(0);
    if (strcmp(classname, "PV") == 0)
        return newSVpv(ptr, 0);
    if (strcmp(classname, "IV") == 0)
        return newSViv(PTR2IV(ptr));
    if (strcmp(classname, "HV") == 0)
        return newRV_noinc(ptr);
    return modperl_ptr2obj(aTHX_ classname, ptr);
}

void modperl_handler_make_args(pTHX_ AV **list, ...)
{
    va_list rest;
    char *classname;

    if (*list == NULL)
        *list = newAV();
    va_start(rest, list);
    while ((classname = va_arg(rest, char *)) != NULL)
        av_push(*list, argument(aTHX_ classname, va_arg(rest, void *)));
    va_end(rest);
}

/*
 * $@ is logged here, because it may be restored before the caller looks at it.
 */
static int failed(pTHX_ callback_t *callback)
{
    int status = mh_error_report(aTHX_ callback->r, callback->s);

    CLEAR_ERRSV();
    return status;
}

static int call(pTHX_ callback_t *callback)
{
    const char *why;
    SV *invocant;
    SV *code = mh_handler_code(aTHX_ callback->handler, &invocant,
                               callback->pool, &why);
    SSize_t count = callback->list == NULL ? 0 : av_count(callback->list);
    SV *holder = sv_2mortal(newSV(sizeof(SV *) * (size_t)(count + 1)));
    SV **args = (SV **)SvPVX(holder);
    mh_result_t result;
    int n = 0;

    if (code == NULL) {
        mh_log_error(APLOG_MARK, APLOG_ERR, 0, callback->s, "MH2021: %s", why);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (invocant != NULL)
        args[n++] = invocant;
    for (SSize_t i = 0; i < count; i++) {
        SV **value = av_fetch(callback->list, i, 0);

        args[n++] = value == NULL ? &PL_sv_undef : *value;
    }
    result = mh_call(aTHX_ code, args, n);
    if (result.outcome == MH_CALL_DIED)
        return failed(aTHX_ callback);
    return result.outcome == MH_CALL_OK ? (int)result.status : OK;
}

/*
 * Calls the handler in the request's present phase. Outside of our own phases
 * the phase is taken for authentication, because such modules do that.
 */
static int call_in_request(pTHX_ callback_t *callback)
{
    mh_context_t *context = mh_context(callback->r);
    int outer_hook = mehari.hook;
    mh_nested_t nested;
    int status;

    mh_nested_enter(aTHX_ & nested, context);
    if (mh_dir_config(callback->r)->options.on & MH_GLOBAL_REQUEST)
        mh_context_global(context);
    if (mehari.hook == MH_HOOK_NONE)
        mehari.hook = MH_HOOK_AUTHEN;
    ENTER;
    SAVETMPS;
    mh_environment_begin(aTHX_ context, mehari.hook);
    status = call(aTHX_ callback);
    FREETMPS;
    LEAVE;
    mehari.hook = outer_hook;
    mh_nested_leave(aTHX_ & nested, context);
    return status;
}

int modperl_callback(pTHX_ modperl_handler_t *handler, apr_pool_t *pool,
                     request_rec *r, server_rec *s, AV *list)
{
    callback_t callback = { (mh_handler_t *)handler, r, s, list, pool };
    int status;

    if (s == NULL)
        callback.s = r != NULL ? r->server : mehari.server;
    if (r != NULL) {
        status = mh_enter_perl(r, MH_HOOK_NONE);
        if (status == OK) {
            status = call_in_request(aTHX_ & callback);
            mh_leave_perl();
        }
        return status;
    }
    ENTER;
    SAVETMPS;
    status = call(aTHX_ & callback);
    FREETMPS;
    LEAVE;
    return status;
}

int modperl_errsv(pTHX_ int status, request_rec *r, server_rec *s)
{
    if (!SvROK(ERRSV) && !SvTRUE(ERRSV))
        return status;
    if (mh_is_exit(aTHX))
        return OK;
    mh_error_report(aTHX_ r, s != NULL ? s : mehari.server);
    return status;
}
