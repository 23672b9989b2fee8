/*
 * environment.c - what is in %ENV, and where writes to it go.
 *
 * There are two hashes: one with the server's own variables, which is %ENV
 * between requests, and one for requests that want CGI's. Their bodies are
 * exchanged under the one head that Perl code knows (and may have references
 * to), and the scalars of the second are kept from request to request, since
 * most variables have the value they had last time. Filling a fresh hash took
 * 60,000 instructions a request, a third of what the handler cost in all.
 */
#include "module/request/environment/environment.h"

#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "module/request/environment/cgi_variables.h"
#include "module/request/environment/environment_magic.h"
#include "module/request/environment/environment_slots.h"
#include "module/request/environment/tie.h"
#include "module/request/environment/translated.h"
#include "shared/perl/own.h"

static HV *new_body(pTHX);
static void build(pTHX);
static void add_variables(mh_context_t *context);
static void exchange(pTHX);
static void swap_bodies(HV *a, HV *b);
static void store(pTHX_ const char *key, const char *value);
static void back_to_base(pTHX);
static void replace_base(pTHX_ HV *from);
static void take_base(pTHX);
static void copy_hash(pTHX_ HV *from, HV *to);

MH_OWN bool mh_environment_waits;

static MH_OWN HV *env;         /* %ENV itself: the head that Perl code knows */
static MH_OWN HV *other;       /* the head under which the other body waits */
static MH_OWN HV *base;        /* copy of what every request begins with */
static MH_OWN bool full;       /* %ENV has the body with CGI's variables */
static MH_OWN bool base_stale; /* %ENV was written to outside of a request */
static MH_OWN bool base_changed;   /* a request wrote to the server's body */
static MH_OWN mh_context_t *owner; /* its variables are (or wait to be) in it */

/* Requests have these of httpd's own, as if PerlPassEnv named them. */
#define PASSED 2
static const char *const passed[PASSED] = { "PATH", "TZ" };
static MH_OWN const char *passed_value[PASSED];

/* Our magic instead of Perl's (environment_magic.c). */
void mh_environment_boot(pTHX_ server_rec *s)
{
    env = (HV *)SvREFCNT_inc_simple_NN((SV *)GvHVn(PL_envgv));
    other = new_body(aTHX);
    base = newHV();
    owner = NULL;
    full = base_changed = base_stale = mh_environment_waits = false;
    sv_unmagic((SV *)env, PERL_MAGIC_env);
    hv_clear(env);
    mh_environment_magic_add(aTHX_ env);
    mh_environment_slots_boot();
    mh_environment_tie_boot(aTHX_ env, build);
    mh_environment_quiet = true;
    store(aTHX_ "MOD_PERL", "mod_perl/" MH_COMPAT_VERSION);
    store(aTHX_ "MOD_PERL_API_VERSION", MH_API_VERSION);
    for (size_t i = 0; i < PASSED; i++) {
        const char *value = getenv(passed[i]);

        store(aTHX_ passed[i], value);
        passed_value[i] = value ? apr_pstrdup(s->process->pconf, value) : NULL;
    }
    for (int pass = 0; pass < 2; pass++) {
        mh_server_config_t *config = mh_server_config(s);
        const apr_array_header_t *vars = apr_table_elts(
            pass ? config->env : config->pass_env);

        for (int i = 0; i < vars->nelts; i++) {
            apr_table_entry_t *var = &APR_ARRAY_IDX(vars, i, apr_table_entry_t);
            store(aTHX_ var->key, var->val);
        }
    }
    mh_environment_quiet = false;
    base_stale = true;
}

static HV *new_body(pTHX)
{
    HV *body = newHV();

    mh_environment_magic_add(aTHX_ body);
    return body;
}

void mh_environment_set(pTHX_ const char *key, const char *value)
{
    store(aTHX_ key, value);
    base_stale = true;
}

/* A variable of PerlSetEnv that Perl code changed keeps the new value. */
void mh_environment_to_config(pTHX_ server_rec *s)
{
    apr_table_t *vars = mh_server_config(s)->env;
    const apr_array_header_t *list = apr_table_elts(vars);

    for (int i = 0; i < list->nelts; i++) {
        const char *key = APR_ARRAY_IDX(list, i, apr_table_entry_t).key;
        SV **value = hv_fetch(env, key, strlen(key), FALSE);

        if (value && SvOK(*value))
            apr_table_set(vars, key, SvPV_nolen(*value));
    }
}

static void overlay(pTHX_ request_rec *r, const apr_table_t *vars)
{
    const apr_array_header_t *list = vars ? apr_table_elts(vars) : NULL;

    for (int i = 0; list && i < list->nelts; i++) {
        apr_table_entry_t *var = &APR_ARRAY_IDX(list, i, apr_table_entry_t);

        apr_table_set(r->subprocess_env, var->key, var->val);
        if (!mh_environment_waits) {
            store(aTHX_ var->key, var->val);
            base_changed |= !full;
        }
    }
}

static void pass(request_rec *r)
{
    for (size_t i = 0; i < PASSED; i++)
        if (passed_value[i] && !apr_table_get(r->subprocess_env, passed[i]))
            apr_table_setn(r->subprocess_env, passed[i], passed_value[i]);
}

void mh_environment_begin(pTHX_ mh_context_t *context, mh_hook_e hook)
{
    request_rec *r = context->r;

    if (base_stale && !owner)
        take_base(aTHX);
    if (owner != context && !r->main)
        back_to_base(aTHX);
    if (!context->env_server) {
        mh_server_config_t *config = mh_server_config(r->server);

        context->env_server = true;
        pass(r);
        overlay(aTHX_ r, config->env);
        overlay(aTHX_ r, config->pass_env);
    }
    if (!context->env_directory && mh_hook_info(hook)->scope == MH_SCOPE_ANY) {
        context->env_directory = true;
        overlay(aTHX_ r, mh_dir_config(r)->env);
    }
    if (base_changed)
        owner = context;
}

void mh_environment_offer(pTHX_ mh_context_t *context)
{
    if (owner && owner != context)
        back_to_base(aTHX);
    if (base_stale && !owner)
        take_base(aTHX);
    context->env_wanted = true;
    context->env_built = false;
    owner = context;
    mh_environment_slots_unread();
    mh_environment_waits = true;
    mh_environment_tie(aTHX);
}

void mh_environment_complete(pTHX_ mh_context_t *context)
{
    if (!context->env_wanted)
        return;
    if (owner == context)
        mh_environment_settle(aTHX);
    add_variables(context);
    if (!context->env_translate)
        return;
    /*
     * This comes first, because looking up PATH_INFO is a subrequest, which may
     * run Perl.
     */
    context->env_translate = false;
    mh_cgi_variables_translate(context->r);
    if (full && owner == context)
        mh_environment_translated_make(aTHX_ env);
}

static void add_variables(mh_context_t *context)
{
    if (!context->env_wanted || context->env_common)
        return;
    context->env_common = true;
    context->env_translate = mh_cgi_variables_add(context->r);
}

void mh_environment_fill(pTHX_ mh_context_t *context)
{
    context->env_wanted = true;
    owner = context;
    mh_environment_untie(aTHX);
    /* A second call brings in what the table has got since the first. */
    context->env_built = false;
    mh_environment_slots_unread();
    build(aTHX);
}

mh_context_t *mh_environment_waiting(pTHX)
{
    bool nothing = !full && owner && !owner->env_built;

    return nothing && GvHV(PL_envgv) == env ? owner : NULL;
}

SV *mh_environment_element(pTHX_ const char *key, const char *value, int *place)
{
    SV *element;

    mh_environment_quiet = true;
    element = mh_environment_slots_read(aTHX_ other, key, value, place);
    mh_environment_quiet = false;
    return element;
}

void mh_environment_settle(pTHX)
{
    if (full || !owner || owner->env_built || !mh_environment_slots_reading())
        return;
    mh_environment_untie(aTHX);
    build(aTHX);
}

/* %ENV is untied: CGI's variables, then all that httpd's modules have set. */
static void build(pTHX)
{
    mh_context_t *context = owner;

    mh_environment_waits = false;
    if (!context || context->env_built)
        return;
    context->env_built = true;
    add_variables(context);
    mh_environment_quiet = true;
    if (!full)
        exchange(aTHX);
    mh_environment_slots_fill(aTHX_ env, base, context->r->subprocess_env);
    if (context->env_translate) {
        mh_environment_translated_put(aTHX_ env, context);
        mh_environment_waits = true;
    }
    mh_environment_quiet = false;
}

static void exchange(pTHX)
{
    swap_bodies(env, other);
    full = !full;
}

/* Data::Swap's way: body, flags but not the reference count, and array. */
static void swap_bodies(HV *a, HV *b)
{
    HV head = *a;

    a->sv_any = b->sv_any;
    a->sv_flags = b->sv_flags;
    a->sv_u = b->sv_u;
    b->sv_any = head.sv_any;
    b->sv_flags = head.sv_flags;
    b->sv_u = head.sv_u;
}

void mh_environment_mentioned(pTHX_ SV *sv)
{
    HV *hash = NULL;

    if (isGV_with_GP(sv))
        hash = GvHV((GV *)sv);
    else if (SvROK(sv))
        hash = (HV *)SvRV(sv);
    if (hash != env || !mh_environment_waits)
        return;
    mh_environment_untie(aTHX);
    build(aTHX);
    mh_environment_waits = false;
    if (full)
        mh_environment_translated_make(aTHX_ env);
}

void mh_environment_end(pTHX_ mh_context_t *context)
{
    if (owner != context)
        return;
    back_to_base(aTHX);
    if (GvHV(PL_envgv) == env || mehari.current)
        return;
    /* *ENV = \%other */
    SvREFCNT_dec((SV *)GvHV(PL_envgv));
    GvHV(PL_envgv) = (HV *)SvREFCNT_inc_simple_NN((SV *)env);
}

void mh_environment_rest(pTHX)
{
    if (!owner)
        return;
    owner->env_server = owner->env_directory = false;
    back_to_base(aTHX);
}

void mh_environment_push(pTHX_ mh_environment_t *outer)
{
    mh_environment_settle(aTHX);
    outer->owner = owner;
    outer->waits = mh_environment_waits;
    outer->full = full;
    outer->body = NULL;
    mh_environment_untie(aTHX);
    mh_environment_waits = false;
    if (full) {
        exchange(aTHX);
        outer->body = other;
        other = new_body(aTHX);
        mh_environment_slots_disturbed();
    } else if (base_changed || (SvOOK(env) && HvRITER_get(env) != -1)) {
        outer->body = new_body(aTHX);
        swap_bodies(env, outer->body);
    }
    if (outer->body) {
        replace_base(aTHX_ outer->body);
        base_changed = true;
    }
}

void mh_environment_pop(pTHX_ mh_environment_t *outer, mh_context_t *inner)
{
    back_to_base(aTHX);
    /* The inner request's next phase needs both again. */
    inner->env_server = inner->env_directory = false;
    owner = outer->owner;
    if (outer->full) {
        SvREFCNT_dec((SV *)other);
        other = outer->body;
        exchange(aTHX);
        mh_environment_slots_disturbed();
    } else if (outer->body) {
        swap_bodies(env, outer->body);
        SvREFCNT_dec((SV *)outer->body);
        base_changed = true;
    }
    if (outer->waits) {
        mh_environment_waits = true;
        mh_environment_tie(aTHX);
    }
}

/* A store of ours: Perl's hv_store() attaches magic but does not call it. */
static void store(pTHX_ const char *key, const char *value)
{
    SV *sv;

    if (!value)
        return;
    sv = newSVpv(value, 0);
    SvTAINTED_on(sv);
    (void)hv_store(env, key, strlen(key), sv, 0);
}

static void back_to_base(pTHX)
{
    mh_environment_untie(aTHX);
    mh_environment_waits = false;
    mh_environment_translated_end();
    mh_environment_slots_unread();
    owner = NULL;
    if (full)
        exchange(aTHX);
    if (!base_changed)
        return;
    replace_base(aTHX_ base);
    base_changed = false;
}

/* The server's body, under %ENV, gets these variables. */
static void replace_base(pTHX_ HV *from)
{
    mh_environment_quiet = true;
    hv_clear(env);
    hv_iterinit(env);
    copy_hash(aTHX_ from, env);
    mh_environment_quiet = false;
}

static void take_base(pTHX)
{
    hv_clear(base);
    copy_hash(aTHX_ env, base);
    mh_environment_slots_disturbed();
    base_stale = false;
}

/*
 * A tainted value stays tainted, which assignment outside of a statement
 * forgets.
 */
static SV *copy_value(pTHX_ SV *value)
{
    SV *copy = newSVsv(value);

    if (SvTAINTED(value))
        SvTAINTED_on(copy);
    return copy;
}

/*
 * Storing leaves temporaries, which nobody frees between requests. Perl code
 * may be in the middle of an iteration over `from`: its iterator is not used.
 */
static void copy_hash(pTHX_ HV *from, HV *to)
{
    HE **buckets = HvARRAY(from);

    ENTER;
    SAVETMPS;
    for (STRLEN i = 0; buckets && i <= HvMAX(from); i++)
        for (HE *entry = buckets[i]; entry; entry = HeNEXT(entry))
            if (HeVAL(entry) != &PL_sv_placeholder)
                (void)hv_store(to, HeKEY(entry),
                               HeKUTF8(entry) ? -HeKLEN(entry) : HeKLEN(entry),
                               copy_value(aTHX_ HeVAL(entry)), 0);
    FREETMPS;
    LEAVE;
}

void mh_environment_written(pTHX)
{
    if (full) {
        mh_environment_slots_disturbed();
    } else if (mehari.current) {
        base_changed = true;
        owner = mehari.current;
    } else {
        base_stale = true;
    }
}

void mh_environment_added(pTHX)
{
    if (full)
        mh_environment_slots_disturbed();
}
