/*
 * environment.c - what is in %ENV, and where writes to it go.
 */
#include "environment.h"

#include "../config/config.h"
#include "../perl/interpreter.h"
#include "environment_tie.h"

static int copy_to_element(pTHX_ SV *hash, MAGIC *mg, SV *element,
                           const char *key, I32 length);
static int clear_hash(pTHX_ SV *hash, MAGIC *mg);
static int set_element(pTHX_ SV *element, MAGIC *mg);
static int clear_element(pTHX_ SV *element, MAGIC *mg);
static void build(pTHX);
static void store(pTHX_ const char *key, const char *value);
static void back_to_base(pTHX);
static void take_base(pTHX);
static void copy_hash(pTHX_ HV *from, HV *to);

static const MGVTBL hash_magic = {.svt_clear = clear_hash,
                                  .svt_copy = copy_to_element};
static const MGVTBL element_magic = {.svt_set = set_element,
                                     .svt_clear = clear_element};

bool mh_environment_waits;

static HV *env;             /* %ENV itself */
static HV *base;            /* what every request begins with */
static bool base_stale;     /* %ENV was written to outside of a request */
static bool changed;        /* %ENV is not the base */
static bool quiet;          /* we are writing, not Perl code */
static mh_context_t *owner; /* whose variables are (or wait to be) in it */

/*
 * Perl's own magic on %ENV writes through to environ at every store; ours
 * (of the same type, which is what makes Perl copy it to new elements) decides
 * where a write goes.
 */
void mh_environment_boot(pTHX_ server_rec *s)
{
    MAGIC *mg;

    env = GvHVn(PL_envgv);
    base = newHV();
    owner = NULL;
    changed = quiet = base_stale = mh_environment_waits = false;
    sv_unmagic((SV *)env, PERL_MAGIC_env);
    hv_clear(env);
    mg = sv_magicext((SV *)env, NULL, PERL_MAGIC_env, &hash_magic, NULL, 0);
    mg->mg_flags |= MGf_COPY;
    mh_environment_tie_boot(aTHX_ env, build);
    quiet = true;
    store(aTHX_ "MOD_PERL", "mod_perl/" MH_COMPAT_VERSION);
    store(aTHX_ "MOD_PERL_API_VERSION", MH_API_VERSION);
    store(aTHX_ "PATH", getenv("PATH"));
    store(aTHX_ "TZ", getenv("TZ"));
    for (int pass = 0; pass < 2; pass++) {
        mh_server_config_t *config = mh_server_config(s);
        const apr_array_header_t *vars
            = apr_table_elts(pass ? config->env : config->pass_env);

        for (int i = 0; i < vars->nelts; i++) {
            apr_table_entry_t *var
                = &APR_ARRAY_IDX(vars, i, apr_table_entry_t);
            store(aTHX_ var->key, var->val);
        }
    }
    quiet = false;
    base_stale = true;
}

void mh_environment_settled(pTHX)
{
    take_base(aTHX);
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
            changed = true;
        }
    }
}

void mh_environment_begin(pTHX_ mh_context_t *context, mh_hook_t hook)
{
    request_rec *r = context->r;

    if (base_stale && !owner)
        take_base(aTHX);
    if (owner != context && changed && !r->main)
        back_to_base(aTHX);
    if (!context->env_server) {
        mh_server_config_t *config = mh_server_config(r->server);

        context->env_server = true;
        overlay(aTHX_ r, config->env);
        overlay(aTHX_ r, config->pass_env);
    }
    if (!context->env_directory && !mh_hook_info(hook)->per_server) {
        context->env_directory = true;
        overlay(aTHX_ r, mh_dir_config(r)->env);
    }
    if (changed)
        owner = context;
}

void mh_environment_offer(pTHX_ mh_context_t *context)
{
    if (owner && owner != context && changed)
        back_to_base(aTHX);
    if (base_stale && !owner)
        take_base(aTHX);
    context->env_wanted = true;
    context->env_built = false;
    owner = context;
    mh_environment_waits = true;
    mh_environment_tie(aTHX);
}

void mh_environment_complete(pTHX_ mh_context_t *context)
{
    PERL_UNUSED_CONTEXT;
    if (!context->env_wanted || context->env_common)
        return;
    /* First: looking up PATH_INFO is a subrequest, which may run Perl. */
    context->env_common = true;
    ap_add_common_vars(context->r);
    ap_add_cgi_vars(context->r);
}

void mh_environment_fill(pTHX_ mh_context_t *context)
{
    context->env_wanted = true;
    owner = context;
    mh_environment_untie(aTHX);
    build(aTHX);
}

/* %ENV is untied: CGI's variables, then all that httpd's modules have set. */
static void build(pTHX)
{
    const apr_array_header_t *list;

    mh_environment_waits = false;
    if (!owner || owner->env_built)
        return;
    owner->env_built = true;
    mh_environment_complete(aTHX_ owner);
    list = apr_table_elts(owner->r->subprocess_env);
    changed = true;
    for (int i = 0; i < list->nelts; i++) {
        apr_table_entry_t *var = &APR_ARRAY_IDX(list, i, apr_table_entry_t);
        store(aTHX_ var->key, var->val);
    }
}

void mh_environment_mentioned(pTHX_ SV *sv)
{
    HV *hash = NULL;

    if (isGV_with_GP(sv))
        hash = GvHV((GV *)sv);
    else if (SvROK(sv))
        hash = (HV *)SvRV(sv);
    if (hash != env)
        return;
    mh_environment_untie(aTHX);
    build(aTHX);
}

/*
 * A subrequest that has ended leaves %ENV to the request around it, which
 * finds its own values again in its subprocess_env.
 */
void mh_environment_end(pTHX_ mh_context_t *context)
{
    mh_context_t *outer = mehari.current;

    if (owner != context)
        return;
    mh_environment_untie(aTHX);
    mh_environment_waits = false;
    owner = NULL;
    if (changed)
        back_to_base(aTHX);
    if (outer && outer != context && outer->env_wanted)
        mh_environment_offer(aTHX_ outer);
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
    quiet = true;
    hv_clear(env);
    copy_hash(aTHX_ base, env);
    quiet = false;
    changed = false;
}

static void take_base(pTHX)
{
    hv_clear(base);
    copy_hash(aTHX_ env, base);
    base_stale = false;
}

/* No key is made a scalar: nobody frees temporaries between requests. */
static void copy_hash(pTHX_ HV *from, HV *to)
{
    HE *entry;

    hv_iterinit(from);
    while ((entry = hv_iternext(from)))
        (void)hv_store(to, HeKEY(entry),
                       HeKUTF8(entry) ? -HeKLEN(entry) : HeKLEN(entry),
                       newSVsv(HeVAL(entry)), 0);
}

/* Magic: writes by Perl code. */

static int copy_to_element(pTHX_ SV *hash, MAGIC *mg, SV *element,
                           const char *key, I32 length)
{
    PERL_UNUSED_ARG(hash);
    PERL_UNUSED_ARG(mg);
    sv_magicext(element, NULL, PERL_MAGIC_envelem, &element_magic, key,
                length);
    return 1;
}

static void written(pTHX)
{
    PERL_UNUSED_CONTEXT;
    if (mehari.current) {
        changed = true;
        owner = mehari.current;
    } else {
        base_stale = true;
    }
}

static const char *element_key(pTHX_ MAGIC *mg)
{
    return mg->mg_len == HEf_SVKEY ? SvPV_nolen((SV *)mg->mg_ptr)
                                   : mg->mg_ptr;
}

static int set_element(pTHX_ SV *element, MAGIC *mg)
{
    const char *key = element_key(aTHX_ mg);
    const char *value = SvOK(element) ? SvPV_nolen(element) : "";

    written(aTHX);
    if (mehari.current)
        apr_table_set(mehari.current->r->subprocess_env, key, value);
    else
        setenv(key, value, 1);
    return 0;
}

static int clear_element(pTHX_ SV *element, MAGIC *mg)
{
    const char *key = element_key(aTHX_ mg);

    PERL_UNUSED_ARG(element);
    if (quiet)
        return 0;
    written(aTHX);
    if (mehari.current)
        apr_table_unset(mehari.current->r->subprocess_env, key);
    else
        unsetenv(key);
    return 0;
}

static int clear_hash(pTHX_ SV *hash, MAGIC *mg)
{
    PERL_UNUSED_ARG(hash);
    PERL_UNUSED_ARG(mg);
    if (quiet)
        return 0;
    written(aTHX);
    if (mehari.current)
        apr_table_clear(mehari.current->r->subprocess_env);
    return 0;
}
