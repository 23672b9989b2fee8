/*
 * handler.c - from a handler's name to code.
 */
#include "module/request/handler.h"

#include "module/common/role.h"
#include "module/config/config.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/library.h"
#include "module/perl/parent.h"
#include "module/perl/turn.h"
#include "module/common/terminal.h"
#include "module/request/context/context.h"

static const char *compile_source(pTHX_ mh_handler_t *h, apr_pool_t *pool);
static const char *resolve_method(pTHX_ mh_handler_t *h, apr_pool_t *pool);
static const char *resolve_name(pTHX_ mh_handler_t *h, apr_pool_t *pool);
static bool find_sub(pTHX_ mh_handler_t *h, apr_pool_t *pool);
static mh_handler_t *here(mh_handler_t *h);
static void release(mh_handler_t *h);
static bool must_exist(const mh_handler_t *h, server_rec *base);
static const char *resolve(pTHX_ mh_handler_t *h, apr_pool_t *pool);
static apr_status_t pool_gone(void *data);
static const char *package_of(const char *name, apr_pool_t *pool);

bool mh_handlers_exist[MH_HOOKS];

/*
 * Handlers in containers. They are listed, because httpd has no function that
 * walks through containers.
 */
static apr_array_header_t *noted;

mh_handler_t *mh_handler_make(apr_pool_t *pool, const char *name,
                              const ap_directive_t *where)
{
    mh_handler_t *h = apr_pcalloc(pool, sizeof(*h));

    h->pool = pool;
    h->load_early = *name == '+';
    h->never_load = *name == '-';
    if (h->load_early || h->never_load)
        name++;
    h->name = apr_pstrdup(pool, name);
    if (where) {
        h->file = apr_pstrdup(pool, where->filename);
        h->line = where->line_num;
    }
    return h;
}

void mh_handlers_reset(void)
{
    memset(mh_handlers_exist, 0, sizeof(mh_handlers_exist));
    noted = NULL;
}

void mh_handlers_note(mh_handler_t *handler, apr_pool_t *pconf)
{
    if (!noted)
        noted = apr_array_make(pconf, 8, sizeof(mh_handler_t *));
    APR_ARRAY_PUSH(noted, mh_handler_t *) = handler;
}

/* In the current interpreter. */
static const char *resolve_named(mh_handler_t *h, apr_pool_t *pool)
{
    dTHXa(mehari.perl);

    return resolve(aTHX_ here(h), pool);
}

const char *mh_handlers_check(server_rec *s, apr_pool_t *pool)
{
    for (int i = 0; noted && i < noted->nelts; i++) {
        mh_handler_t *h = APR_ARRAY_IDX(noted, i, mh_handler_t *);
        const char *why;

        if (h->never_load)
            continue;
        mh_parent_enter(h->server ? h->server : s);
        why = resolve_named(h, pool);
        mh_parent_leave();
        if (!why)
            continue;
        why = apr_psprintf(pool,
                           "MH1006: failed to resolve handler `%s' (%s:%d): %s",
                           h->name, h->file, h->line, why);
        if (must_exist(h, s))
            return why;
        mh_terminal_warn(s, why);
    }
    return NULL;
}

/*
 * mod_perl starts although handlers do not exist or do not compile, and some
 * configurations name such handlers where no request comes. With + or
 * PerlOptions +Autoload such a handler is an error.
 */
static bool must_exist(const mh_handler_t *h, server_rec *base)
{
    server_rec *s = h->server ? h->server : base;

    return h->must_exist || h->load_early ||
           mh_server_config(s)->options.on & MH_AUTOLOAD;
}

/*
 * A virtual host inherits handlers of the server, and may have an interpreter
 * of its own in which their names mean something else.
 */
static mh_handler_t *copy_here(mh_handler_t *h)
{
    mh_handler_t *copy = h->copy;

    while (copy && copy->generation != mehari.generation &&
           mh_parent_lives(copy->generation))
        copy = copy->copy;
    if (copy)
        return copy;
    copy = apr_pmemdup(h->pool, h, sizeof(*h));
    copy->generation = 0;
    copy->released_with_pool = false;
    copy->code = copy->invocant = NULL;
    copy->glob = NULL;
    copy->method = NULL;
    copy->copy = h->copy;
    return h->copy = copy;
}

static mh_handler_t *here(mh_handler_t *h)
{
    return mh_parents && h->generation && h->generation != mehari.generation &&
                   h->name && mh_parent_lives(h->generation)
               ? copy_here(h)
               : h;
}

/* The end of the words of a package's or a sub's name. */
static const char *after_name(const char *name)
{
    const char *at = name;

    while (isWORDCHAR_A(*at) || *at & 0x80 ||
           (at > name && at[0] == ':' && at[1] == ':' &&
            (isWORDCHAR_A(at[2]) || at[2] & 0x80)))
        at += *at == ':' ? 2 : 1;
    return at;
}

/*
 * Only names of packages or subs pass: `require` would turn other text, with
 * slashes and dots, into a path.
 */
static bool is_name(const char *name)
{
    const char *at = name + (*name == '$');
    const char *end = after_name(at);

    if (end == at || isDIGIT_A(*at))
        return false;
    if (end[0] == '-' && end[1] == '>') {
        at = end + 2;
        end = after_name(at);
        return end > at && !*end;
    }
    return !*end && *name != '$';
}

static const char *resolve(pTHX_ mh_handler_t *h, apr_pool_t *pool)
{
    const char *why;

    if (h->generation == mehari.generation &&
        (h->method || h->code || (h->glob && GvCV(h->glob))))
        return NULL;
    if (!h->name)
        return "this code is in another interpreter: name a sub instead";
    release(h);
    if (!strncmp(h->name, "sub", 3) && strchr(" \t{", h->name[3]))
        why = compile_source(aTHX_ h, pool);
    else if (!is_name(h->name))
        why = "this is not the name of a Perl package, sub or method";
    else if (strstr(h->name, "->"))
        why = resolve_method(aTHX_ h, pool);
    else
        why = resolve_name(aTHX_ h, pool);
    h->generation = mehari.generation;
    if (!h->released_with_pool)
        apr_pool_cleanup_register(h->pool, h, pool_gone, apr_pool_cleanup_null);
    h->released_with_pool = true;
    if (why)
        release(h);
    return why;
}

/* Code of an earlier interpreter has gone with it. */
static void release(mh_handler_t *h)
{
    mh_turn_discard(h->code, h->generation);
    mh_turn_discard((SV *)h->glob, h->generation);
    mh_turn_discard(h->invocant, h->generation);
    h->code = NULL;
    h->glob = NULL;
    h->invocant = NULL;
    h->method = NULL;
}

/*
 * Called at the end of the request, or configuration, that named the handler.
 */
static apr_status_t pool_gone(void *data)
{
    release(data);
    return APR_SUCCESS;
}

static void run_source(pTHX_ void *handler)
{
    mh_handler_t *h = handler;
    SV *source = sv_2mortal(newSVpvf("package Mehari::Anonymous;%s", h->name));

    h->code = newSVsv(mh_call_source(aTHX_ source, G_SCALAR));
}

/* The source is from the server's configuration: directives.c sees to it. */
static const char *compile_source(pTHX_ mh_handler_t *h, apr_pool_t *pool)
{
    if (!mh_call_c(aTHX_ run_source, h))
        return mh_error_text(aTHX_ pool);
    if (SvROK(h->code) && SvTYPE(SvRV(h->code)) == SVt_PVCV)
        return NULL;
    SvREFCNT_dec(h->code);
    h->code = NULL;
    return "this is not an anonymous sub";
}

static const char *resolve_method(pTHX_ mh_handler_t *h, apr_pool_t *pool)
{
    const char *arrow = strstr(h->name, "->");
    const char *class = apr_pstrmemdup(pool, h->name, arrow - h->name);
    SV *invocant;
    HV *stash;

    if (*class == '$') {
        SV *object;

        if (!h->never_load)
            mh_require_module(aTHX_ package_of(class + 1, pool), pool);
        object = get_sv(class + 1, 0);
        if (!object || !SvROK(object) || !SvOBJECT(SvRV(object)))
            return apr_psprintf(pool, "%s holds no object", class);
        invocant = newSVsv(object);
        stash = SvSTASH(SvRV(object));
    } else {
        const char *why = NULL;

        stash = gv_stashpv(class, 0);
        if ((!stash || !gv_fetchmethod_autoload(stash, arrow + 2, FALSE)) &&
            !h->never_load)
            why = mh_require_module(aTHX_ class, pool);
        stash = gv_stashpv(class, 0);
        if (!stash)
            return why ? why
                       : apr_psprintf(pool, "there is no package %s", class);
        invocant = newSVpv(class, 0);
    }
    h->method = apr_pstrdup(pool, arrow + 2);
    h->invocant = invocant;
    if (!gv_fetchmethod(stash, h->method)) {
        h->method = NULL;
        return apr_psprintf(pool, "mehari cannot find the method %s in %s",
                            arrow + 2, class);
    }
    h->method = arrow + 2;
    return NULL;
}

static const char *in_worker(void)
{
    return mh_role_is_worker()
               ? "; workers of a pool do not run <Perl> sections: write a "
                 "package of theirs into a file for PerlRequire"
               : "";
}

/*
 * A name may be a sub or a package. Try existing code first. Then load the
 * module of that name, then the module in front of the last "::".
 */
static const char *resolve_name(pTHX_ mh_handler_t *h, apr_pool_t *pool)
{
    const char *package = package_of(h->name, pool);
    const char *why;

    if (find_sub(aTHX_ h, pool))
        return NULL;
    if (h->never_load)
        return apr_psprintf(pool,
                            "mehari cannot find it: %s is not loaded, "
                            "and - forbids to load it",
                            h->name);
    why = mh_require_module(aTHX_ h->name, pool);
    if (why && !mh_require_not_found(why, h->name))
        return why;
    if (find_sub(aTHX_ h, pool))
        return NULL;
    /* The module may define the sub later: start, as mod_perl does. */
    if (!why)
        return apr_psprintf(pool,
                            "the module %s is loaded but has no sub "
                            "handler; write one, or name another sub of it",
                            h->name);
    if (strNE(package, "main")) {
        const char *again = mh_require_module(aTHX_ package, pool);

        if (again && !mh_require_not_found(again, package))
            return again;
        if (find_sub(aTHX_ h, pool))
            return NULL;
        if (!again)
            return apr_psprintf(pool,
                                "the module %s is loaded but has no sub %s; "
                                "write one, or check the spelling",
                                package, h->name + strlen(package) + 2);
    }
    return apr_psprintf(pool,
                        "%s; there is no sub %s and no sub %s::handler "
                        "either: check the spelling, or add its folder with "
                        "PerlSwitches -I/folder (- in front of the name: do "
                        "not look now)%s",
                        why, h->name, h->name, in_worker());
}

static bool find_sub(pTHX_ mh_handler_t *h, apr_pool_t *pool)
{
    const char *class = NULL;
    CV *cv = get_cv(h->name, 0);
    GV *glob = NULL;

    if (cv && (CvROOT(cv) || CvISXSUB(cv))) {
        glob = gv_fetchpv(h->name, 0, SVt_PVCV);
        class = package_of(h->name, pool);
    } else {
        HV *stash = gv_stashpv(h->name, 0);

        glob = stash ? gv_fetchmeth_autoload(stash, "handler", 7, 0) : NULL;
        class = h->name;
    }
    if (!glob || !(cv = GvCV(glob)) || !(CvROOT(cv) || CvISXSUB(cv)))
        return false;
    h->glob = (GV *)SvREFCNT_inc_simple_NN((SV *)glob);
    if (CvMETHOD(cv))
        h->invocant = newSVpv(class, 0);
    return true;
}

static const char *package_of(const char *name, apr_pool_t *pool)
{
    const char *last = NULL;

    for (const char *p = name; (p = strstr(p, "::")); p += 2)
        last = p;
    return last ? apr_pstrmemdup(pool, name, last - name) : "main";
}

SV *mh_handler_code(pTHX_ mh_handler_t *h, SV **invocant, apr_pool_t *pool,
                    const char **why)
{
    h = here(h);
    *invocant = NULL;
    *why = resolve(aTHX_ h, pool);
    if (*why)
        return NULL;
    *invocant = h->invocant;
    if (h->code)
        return h->code;
    if (h->glob)
        return (SV *)GvCV(h->glob);
    if (h->invocant) {
        HV *stash = SvROK(h->invocant) ? SvSTASH(SvRV(h->invocant))
                                       : gv_stashsv(h->invocant, 0);
        GV *found = stash ? gv_fetchmethod(stash, h->method) : NULL;

        if (found)
            return (SV *)GvCV(found);
    }
    *why = apr_psprintf(pool, "mehari cannot find the method %s", h->name);
    return NULL;
}
