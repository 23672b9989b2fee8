/*
 * auth_provider.c - see auth_provider.h.
 *
 * httpd's providers are C functions without a data pointer. So we find the Perl
 * provider by what httpd leaves: for authn the name in r->notes, for authz the
 * data of our own parse_require_line().
 */
#include "module/request/auth_provider.h"

#include "ap_provider.h"
#include "mod_auth.h"

#include "module/api/core/object.h"
#include "module/config/config.h"
#include "module/config/embedded.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/request/context/context.h"
#include "module/request/environment/environment.h"
#include "module/request/nested.h"
#include "module/request/enter.h"

enum {
    NO_ANSWER = -1,
    LAST_STATUS = 4, /* of authn_status and of authz_status */
    MAX_ARGUMENTS = 5
};

typedef struct {
    mh_auth_e auth;
    const char *name;
    mh_handler_t *check;
    mh_handler_t *second; /* may be NULL */
    authn_provider authn; /* for httpd: one of these two */
    authz_provider authz;
} provider_t;

/* A callback is asked about a request. */
typedef struct {
    request_rec *r;
    const provider_t *provider;
    mh_handler_t *callback;
    const char *words[2]; /* after $r; the second may be NULL */
    char **hash;          /* get_realm_hash's answer, or NULL */
    SV *answer;           /* the scalar in which Perl leaves it */
} question_t;

/* parse_require_line is called with a line of configuration. */
typedef struct {
    cmd_parms *cmd;
    const char *line;
    mh_handler_t *callback;
    apr_pool_t *pool; /* goes when the directive has been obeyed */
    const char *why;  /* fault that the callback reports, or NULL */
} parse_t;

static int ask(question_t *question);
static int call(pTHX_ question_t *question);
static int judge(pTHX_ question_t *question, mh_result_t result);
static bool take_hash(pTHX_ question_t *question);
static void read_hash(pTHX_ void *data);
static void call_parser(pTHX_ void *data);

const mh_auth_names_t mh_auth_names[2] = {
    [MH_AUTHN] = { AUTHN_PROVIDER_GROUP, AUTHN_PROVIDER_VERSION },
    [MH_AUTHZ] = { AUTHZ_PROVIDER_GROUP, AUTHZ_PROVIDER_VERSION },
};

/*
 * Providers by name, for each mh_auth_e; NULL when the configuration has gone.
 */
static apr_hash_t *providers[2];

/* --- finding the provider --------------------------------------------- */

static apr_status_t forget(void *data)
{
    *(apr_hash_t **)data = NULL;
    return APR_SUCCESS;
}

static provider_t *find(mh_auth_e auth, const char *name)
{
    return providers[auth] && name
               ? apr_hash_get(providers[auth], name, APR_HASH_KEY_STRING)
               : NULL;
}

static provider_t *make(mh_auth_e auth, const char *name)
{
    provider_t *p = apr_pcalloc(mehari.pconf, sizeof(*p));

    p->auth = auth;
    p->name = apr_pstrdup(mehari.pconf, name);
    if (!providers[auth]) {
        providers[auth] = apr_hash_make(mehari.pconf);
        apr_pool_cleanup_register(mehari.pconf, &providers[auth], forget,
                                  apr_pool_cleanup_null);
    }
    apr_hash_set(providers[auth], p->name, APR_HASH_KEY_STRING, p);
    return p;
}

/*
 * <AuthnProviderAlias BASE ALIAS> calls the base provider under the alias's
 * name. Only the configuration has the base provider's name. Such sections are
 * legal at its top level alone.
 */
static const char *base_of_alias(const char *alias, apr_pool_t *pool)
{
    for (const ap_directive_t *d = ap_conftree; d; d = d->next) {
        const char *args = d->args;
        const char *base;

        if (strcasecmp(d->directive, "<AuthnProviderAlias") != 0)
            continue;
        args = apr_pstrmemdup(pool, args, strcspn(args, ">"));
        base = ap_getword_conf(pool, &args);
        if (!strcmp(ap_getword_conf(pool, &args), alias))
            return base;
    }
    return NULL;
}

static const provider_t *of_request(request_rec *r)
{
    const char *name = apr_table_get(r->notes, AUTHN_PROVIDER_NAME_NOTE);
    const provider_t *p = NULL;

    while (name && !(p = find(MH_AUTHN, name)))
        name = base_of_alias(name, r->pool);
    if (!p)
        mh_log_rerror(
            APLOG_MARK, APLOG_ERR, 0, r,
            "MH2011: a Perl provider was asked for a password without "
            "being told its name; define it, and aliases of it, in "
            "httpd's configuration files");
    return p;
}

/*
 * httpd leaves the name in one place for Require, and in none for
 * <AuthzProviderAlias>.
 */
static provider_t *of_directive(cmd_parms *cmd)
{
    const char *args = cmd->directive->args;
    void *name = NULL;

    if (!strcasecmp(cmd->directive->directive, "<AuthzProviderAlias"))
        name = ap_getword_conf(cmd->temp_pool, &args);
    else
        apr_pool_userdata_get(&name, AUTHZ_PROVIDER_NAME_NOTE, cmd->temp_pool);
    return find(MH_AUTHZ, name);
}

/* --- what httpd calls ------------------------------------------------- */

static authn_status check_password(request_rec *r, const char *user,
                                   const char *password)
{
    const provider_t *p = of_request(r);
    question_t question = { .r = r,
                            .provider = p,
                            .callback = p ? p->check : NULL,
                            .words = { user, password } };
    int answer = p ? ask(&question) : NO_ANSWER;

    return answer == NO_ANSWER ? AUTH_GENERAL_ERROR : (authn_status)answer;
}

static authn_status get_realm_hash(request_rec *r, const char *user,
                                   const char *realm, char **hash)
{
    const provider_t *p = of_request(r);
    question_t question = { .r = r,
                            .provider = p,
                            .callback = p ? p->second : NULL,
                            .words = { user, realm },
                            .hash = hash };
    int answer = p && p->second ? ask(&question) : NO_ANSWER;

    return answer == NO_ANSWER ? AUTH_GENERAL_ERROR : (authn_status)answer;
}

static authz_status check_authorization(request_rec *r, const char *line,
                                        const void *parsed)
{
    const provider_t *p = parsed;
    question_t question = { .r = r, .provider = p, .words = { line, NULL } };
    int answer = NO_ANSWER;

    if (p) {
        question.callback = p->check;
        answer = ask(&question);
    }
    return answer == NO_ANSWER ? AUTHZ_GENERAL_ERROR : (authz_status)answer;
}

static const char *parse_require_line(cmd_parms *cmd, const char *line,
                                      const void **parsed)
{
    provider_t *p = of_directive(cmd);
    parse_t parse = { .cmd = cmd, .line = line };

    *parsed = p;
    if (!p)
        return "MH1123: httpd does not name the Perl provider";
    if (!p->second)
        return NULL;
    if (!mehari.perl)
        return "MH1124: Perl is not running";
    parse.callback = p->second;
    apr_pool_create(&parse.pool, cmd->temp_pool);
    mh_parent_enter(cmd->server);
    {
        dTHXa(mehari.perl);

        ENTER;
        SAVETMPS;
        if (!mh_call_c(aTHX_ call_parser, &parse))
            parse.why = apr_pstrcat(cmd->pool,
                                    "MH1125: ", mh_error_text(aTHX_ cmd->pool),
                                    NULL);
        FREETMPS;
        LEAVE;
    }
    mh_parent_leave();
    apr_pool_destroy(parse.pool);
    return mh_message(cmd->pool, parse.why);
}

/* --- calling Perl ----------------------------------------------------- */

/* As a phase does it. A status of httpd, or NO_ANSWER. */
static int ask(question_t *question)
{
    request_rec *r = question->r;
    mh_hook_e hook = question->provider->auth == MH_AUTHN ? MH_HOOK_AUTHEN
                                                          : MH_HOOK_AUTHZ;
    int outer_hook;
    mh_context_t *context;
    mh_nested_t nested;
    int answer;

    if (mh_enter_perl(r, hook) != OK)
        return NO_ANSWER;
    outer_hook = mehari.hook;
    context = mh_context(r);
    {
        dTHXa(mehari.perl);

        mh_nested_enter(aTHX_ & nested, context);
        if (mh_dir_config(r)->options.on & MH_GLOBAL_REQUEST)
            mh_context_global(context);
        mehari.hook = hook;
        ENTER;
        SAVETMPS;
        mh_environment_begin(aTHX_ context, hook);
        answer = call(aTHX_ question);
        FREETMPS;
        LEAVE;
        mehari.hook = outer_hook;
        mh_nested_leave(aTHX_ & nested, context);
    }
    mh_leave_perl();
    return answer;
}

/* ($r, user, password), ($r, user, realm, \$hash) or ($r, line) */
static int call(pTHX_ question_t *question)
{
    request_rec *r = question->r;
    SV *args[MAX_ARGUMENTS];
    mh_result_t result;
    const char *why;
    SV *invocant;
    SV *code = mh_handler_code(aTHX_ question->callback, &invocant, r->pool,
                               &why);
    int n = 0;

    if (!code) {
        mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "MH2012: provider %s: %s",
                      question->provider->name, why);
        return NO_ANSWER;
    }
    if (invocant)
        args[n++] = invocant;
    args[n++] = mh_object_request(aTHX_ r);
    args[n++] = sv_2mortal(newSVpv(question->words[0], 0));
    if (question->words[1])
        args[n++] = sv_2mortal(newSVpv(question->words[1], 0));
    if (question->hash) {
        question->answer = sv_2mortal(newSVpvs(""));
        args[n++] = sv_2mortal(newRV_inc(question->answer));
    }
    result = mh_call(aTHX_ code, args, n);
    return judge(aTHX_ question, result);
}

/*
 * Nothing and undef mean no, as with mod_perl. exit() is not an answer:
 * `Require not` would turn a no into a yes.
 */
static int judge(pTHX_ question_t *question, mh_result_t result)
{
    request_rec *r = question->r;
    const char *name = question->provider->name;
    const char *group = mh_auth_names[question->provider->auth].group;

    if (result.outcome == MH_CALL_DIED) {
        mh_error_report(aTHX_ r, NULL);
        return NO_ANSWER;
    }
    if (result.outcome == MH_CALL_EXIT) {
        mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "MH2013: provider %s called exit() instead of answering",
                      name);
        return NO_ANSWER;
    }
    if (result.status < 0 || result.status > LAST_STATUS) {
        mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "MH2014: provider %s returned %" IVdf
                      ", which is none of the "
                      "constants :%s_status of Apache2::Const",
                      name, result.status, group);
        return NO_ANSWER;
    }
    if (question->hash && result.status == AUTH_USER_FOUND &&
        !take_hash(aTHX_ question))
        return NO_ANSWER;
    return (int)result.status;
}

/* httpd reads the hash without checking whether there is one. */
static bool take_hash(pTHX_ question_t *question)
{
    *question->hash = NULL;
    if (!mh_call_c(aTHX_ read_hash, question)) {
        mh_error_report(aTHX_ question->r, NULL);
        return false;
    }
    if (!*question->hash)
        mh_log_rerror(
            APLOG_MARK, APLOG_ERR, 0, question->r,
            "MH2015: provider %s returned AUTH_USER_FOUND and left no hash "
            "in the scalar that its last argument refers to",
            question->provider->name);
    return *question->hash != NULL;
}

/* The answer may be tied or an object, whose text is made by Perl. */
static void read_hash(pTHX_ void *data)
{
    question_t *question = data;
    const char *text;

    SvGETMAGIC(question->answer);
    if (!SvOK(question->answer))
        return;
    text = SvPV_nomg_nolen(question->answer);
    if (*text)
        *question->hash = apr_pstrdup(question->r->pool, text);
}

/* sub($parms, $line); its return value, if any, is an error message. */
static void call_parser(pTHX_ void *data)
{
    parse_t *parse = data;
    const char *why;
    SV *invocant;
    SV *code = mh_handler_code(aTHX_ parse->callback, &invocant, parse->pool,
                               &why);
    SV *args[3];
    SV *value;
    int count = 0;

    if (!code)
        croak("%s", why);
    if (invocant)
        args[count++] = invocant;
    args[count++] = mh_object(aTHX_ MH_CMD_PARMS, parse->cmd, parse->pool);
    args[count++] = sv_2mortal(newSVpv(parse->line, 0));
    value = mh_call_scalar(aTHX_ code, args, count);
    SvGETMAGIC(value);
    if (SvOK(value) && *(why = SvPV_nomg_nolen(value)))
        parse->why = apr_pstrcat(parse->cmd->pool, "MH1126: ", why, NULL);
}

/* --- registering ------------------------------------------------------ */

apr_status_t mh_auth_provider_add(mh_auth_e auth, const char *name,
                                  mh_handler_t *check, mh_handler_t *second,
                                  int type)
{
    const mh_auth_names_t *httpd = &mh_auth_names[auth];
    provider_t *p = find(auth, name);
    const void *record;

    if (!p)
        p = make(auth, name);
    p->check = check;
    p->second = second;
    /* AuthDigestProvider refuses a provider without get_realm_hash. */
    p->authn.check_password = check_password;
    p->authn.get_realm_hash = second ? get_realm_hash : NULL;
    p->authz.check_authorization = check_authorization;
    p->authz.parse_require_line = parse_require_line;
    record = auth == MH_AUTHN ? (const void *)&p->authn : &p->authz;
    /* httpd counts registrations, so it must not see one of them twice. */
    if (ap_lookup_provider(httpd->group, p->name, httpd->version) == record)
        return APR_SUCCESS;
    return ap_register_auth_provider(mehari.pconf, httpd->group, p->name,
                                     httpd->version, record, type);
}

static const char *add(cmd_parms *cmd, mh_auth_e auth, const char *name,
                       const char *what)
{
    mh_handler_t *handler = mh_handler_make(cmd->pool, what, cmd->directive);

    handler->must_exist = true; /* httpd asks it about access */
    mh_config_note_use();
    mh_embedded_note_use();
    mh_handlers_note(handler, cmd->pool);
    mh_auth_provider_add(auth, name, handler, NULL, AP_AUTH_INTERNAL_PER_CONF);
    return NULL;
}

const char *mh_auth_provider_authn(cmd_parms *cmd, void *dir, const char *name,
                                   const char *handler)
{
    return add(cmd, MH_AUTHN, name, handler);
}

const char *mh_auth_provider_authz(cmd_parms *cmd, void *dir, const char *name,
                                   const char *handler)
{
    return add(cmd, MH_AUTHZ, name, handler);
}
