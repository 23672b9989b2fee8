/*
 * request_util.c - Apache2::RequestUtil: methods for a request's configuration,
 * handlers and notes.
 */
#include "module/api/httpd/config_lines.h"
#include "module/api/core/method_table.h"
#include "module/api/httpd/table_access.h"
#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "module/request/context/context.h"
#include "module/request/handler.h"

#include "mpm_common.h"

#include "module/worker/lines.h"
#include "module/worker/refuse.h"
#include "shared/recycle.h"
#include "module/common/role.h"

#include <signal.h>

#define REQUEST(call) ((request_rec *)(call)->self)

/* Directives that .htaccess may have with AllowOverride All. */
#define HTACCESS_DIRECTIVES                                                    \
    (OR_LIMIT | OR_OPTIONS | OR_FILEINFO | OR_AUTHCFG | OR_INDEXES)

/* --- configuration ---------------------------------------------------- */

/*
 * Without a path, httpd's modules take the lines for the server's own, and they
 * would hold for all later requests.
 */
static const char *path_of(request_rec *r, const char *given)
{
    const char *location = mh_dir_config(r)->location;

    if (given != NULL)
        return apr_pstrdup(r->pool, given);
    return location != NULL ? location : "/";
}

static SV *request_util_add_config(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    mh_config_target_t target = {
        .pool = r->pool,
        .server = r->server,
        .override = (int)mh_arg_int(aTHX_ call, 1, HTACCESS_DIRECTIVES),
        .path = path_of(r, mh_arg_string(aTHX_ call, 2, NULL)),
        .override_options = (int)mh_arg_int(
            aTHX_ call, 3, OPT_UNSET | OPT_ALL | OPT_SYM_OWNER | OPT_MULTI),
        .request = r,
        .into = ap_create_per_dir_config(r->pool),
    };
    const ap_directive_t *tree = mh_config_lines(aTHX_ call, 0, &target);

    r->per_dir_config = ap_merge_per_dir_configs(r->pool, r->per_dir_config,
                                                 target.into);
    mh_lines_send(r, tree);
    return NULL;
}

/*
 * The directory's variables, in tables of this request alone, so that the next
 * request does not see its changes. Merging with an empty vector is a copy of
 * the vector, not of what it points to.
 */
static apr_table_t *own_variables(request_rec *r)
{
    mh_dir_config_t *config = mh_dir_config(r);
    apr_table_t *vars = config->vars;

    if (vars == NULL || apr_table_elts(vars)->pool != r->pool) {
        config = apr_pmemdup(r->pool, config, sizeof *config);
        config->vars = vars == NULL ? apr_table_make(r->pool, 2)
                                    : apr_table_copy(r->pool, vars);
        r->per_dir_config = ap_merge_per_dir_configs(
            r->pool, r->per_dir_config, ap_create_per_dir_config(r->pool));
        ap_set_module_config(r->per_dir_config, &perl_module, config);
    }
    return config->vars;
}

static SV *request_util_dir_config(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    const char *key = mh_arg_string(aTHX_ call, 0, NULL);
    const apr_table_t *vars = mh_dir_config(r)->vars;
    const char *value = NULL;

    if (key == NULL || mh_arg_given(call, 1))
        return mh_table_access(aTHX_ call, own_variables(r), r->pool);
    if (vars != NULL)
        value = apr_table_get(vars, key);
    if (value == NULL)
        value = apr_table_get(mh_server_config(r->server)->vars, key);
    return mh_string(aTHX_ value);
}

static SV *document_root(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    SV *before = mh_string(aTHX_ ap_document_root(r));

    if (mh_arg_given(call, 0)) {
        ap_set_document_root(r, apr_pstrdup(r->pool, mh_arg_string(aTHX_ call,
                                                                   0, NULL)));
    }
    return before;
}

static SV *get_limit_req_body(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ ap_get_limit_req_body(REQUEST(call)));
}

static SV *request_util_is_perl_option_enabled(pTHX_ mh_call_t *call)
{
    const char *name = mh_arg_string(aTHX_ call, 0, NULL);
    int enabled = mh_option_enabled(REQUEST(call), REQUEST(call)->server, name);

    if (enabled < 0)
        mh_method_croak(aTHX_ call, "there is no PerlOptions %s", name);
    return mh_int(aTHX_ enabled);
}

static SV *location(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ mh_dir_config(REQUEST(call))->location);
}

/* Merges the <Location> section of that name, as if it matched the URI. */
static SV *location_merge(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    const char *wanted = mh_arg_string(aTHX_ call, 0, NULL);
    core_server_config *config = ap_get_core_module_config(
        r->server->module_config);
    int i;

    mh_refuse_in_worker(aTHX_ call, "configure the place itself");
    for (i = 0; i < config->sec_url->nelts; i++) {
        ap_conf_vector_t *section = APR_ARRAY_IDX(config->sec_url, i,
                                                  ap_conf_vector_t *);
        core_dir_config *core = ap_get_core_module_config(section);

        if (strcmp(core->d, wanted) == 0) {
            r->per_dir_config = ap_merge_per_dir_configs(
                r->pool, r->server->lookup_defaults, section);
            return mh_bool(aTHX_ true);
        }
    }
    return mh_bool(aTHX_ false);
}

/* --- handlers --------------------------------------------------------- */

static mh_hook_e request_hook(pTHX_ mh_call_t *call)
{
    const char *name = mh_arg_string(aTHX_ call, 0, NULL);
    mh_hook_e hook = mh_hook_find(name);

    if (hook == MH_HOOK_NONE)
        mh_method_croak(aTHX_ call, "there is no handler directive %s", name);
    if (hook == MH_HOOK_OPEN_LOGS || hook == MH_HOOK_POST_CONFIG ||
        hook == MH_HOOK_CHILD_INIT || hook == MH_HOOK_CHILD_EXIT ||
        hook == MH_HOOK_PRE_CONNECTION || hook == MH_HOOK_PROCESS_CONNECTION) {
        mh_method_croak(aTHX_ call,
                        "too late to modify %s handlers: it runs for the "
                        "server, not for a request",
                        name);
    }
    if (call->nargs > 1)
        mh_refuse_hook_in_worker(aTHX_ call, hook);
    return hook;
}

static SV *request_util_push_handlers(pTHX_ mh_call_t *call)
{
    mh_hook_e hook = request_hook(aTHX_ call);

    return mh_bool(aTHX_ mh_handlers_push(aTHX_ mh_context(REQUEST(call)), hook,
                                          call->arg[1]));
}

static SV *request_util_set_handlers(pTHX_ mh_call_t *call)
{
    mh_hook_e hook = request_hook(aTHX_ call);

    return mh_bool(aTHX_ mh_handlers_set(aTHX_ mh_context(REQUEST(call)), hook,
                                         call->arg[1]));
}

static SV *request_util_get_handlers(pTHX_ mh_call_t *call)
{
    AV *list = mh_handlers_get(aTHX_ REQUEST(call), request_hook(aTHX_ call));

    return list == NULL ? &PL_sv_undef : sv_2mortal(newRV_inc((SV *)list));
}

/* --- notes ------------------------------------------------------------ */

static SV *request_util_pnotes(pTHX_ mh_call_t *call)
{
    return mh_hash_access(aTHX_ call, &mh_context(REQUEST(call))->pnotes);
}

static SV *request_util_pnotes_kill(pTHX_ mh_call_t *call)
{
    mh_context_t *context = mh_context_peek(REQUEST(call));

    if (context != NULL && context->pnotes != NULL) {
        HV *notes = context->pnotes;

        /* The notes' DESTROY may look for notes. */
        context->pnotes = NULL;
        SvREFCNT_dec_NN((SV *)notes);
    }
    return NULL;
}

/* --- about the request ------------------------------------------------ */

static int add_header(void *data, const char *key, const char *value)
{
    dTHXa(mehari.perl);

    sv_catpvf((SV *)data, "%s: %s\n", key, value);
    return 1;
}

static SV *as_string(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    SV *text = sv_newmortal();

    sv_setpvf(text, "%s\n", r->the_request);
    apr_table_do(add_header, text, r->headers_in, NULL);
    sv_catpvf(text, "\n%s %s\n", r->protocol,
              r->status_line != NULL ? r->status_line
                                     : ap_get_status_line(r->status));
    apr_table_do(add_header, text, r->headers_out, NULL);
    apr_table_do(add_header, text, r->err_headers_out, NULL);
    sv_catpvs(text, "\n");
    return text;
}

static SV *get_server_name(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ ap_get_server_name(REQUEST(call)));
}

static SV *get_server_port(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ ap_get_server_port(REQUEST(call)));
}

static SV *psignature(pTHX_ mh_call_t *call)
{
    return mh_string(
        aTHX_ ap_psignature(mh_arg_string(aTHX_ call, 0, ""), REQUEST(call)));
}

static SV *no_cache(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    int before = r->no_cache;

    if (!mh_arg_given(call, 0))
        return mh_int(aTHX_ before);
    r->no_cache = mh_arg_bool(aTHX_ call, 0, false);
    if (r->no_cache) {
        apr_table_setn(r->headers_out, "Pragma", "no-cache");
        apr_table_setn(r->headers_out, "Cache-control", "no-cache");
    } else {
        apr_table_unset(r->headers_out, "Pragma");
        apr_table_unset(r->headers_out, "Cache-control");
    }
    return mh_int(aTHX_ before);
}

static SV *set_basic_credentials(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    char *pair = apr_pstrcat(r->pool, mh_arg_string(aTHX_ call, 0, ""), ":",
                             mh_arg_string(aTHX_ call, 1, ""), NULL);

    apr_table_setn(r->headers_in, "Authorization",
                   apr_pstrcat(r->pool, "Basic ",
                               ap_pbase64encode(r->pool, pair), NULL));
    return NULL;
}

/*
 * The child ends after this request, as it does in a graceful restart: prefork
 * leaves its loop at this signal without dropping the request.
 */
static SV *child_terminate(pTHX_ mh_call_t *call)
{
    if (mh_role_is_worker()) {
        mh_recycle_due();
        return NULL;
    }
    if (mehari.threaded) {
        mh_method_croak(aTHX_ call, "Can't run 'child_terminate' in a threaded "
                                    "mpm: other requests share this process");
    }
    REQUEST(call)->connection->keepalive = AP_CONN_CLOSE;
    raise(AP_SIG_GRACEFUL);
    return NULL;
}

/* --- the file --------------------------------------------------------- */

static void check_status(pTHX_ apr_status_t status, request_rec *r,
                         const char *what)
{
    if (status != APR_SUCCESS) {
        mh_croak_status(aTHX_ status,
                        apr_psprintf(r->pool, "slurp_filename('%s') / %s",
                                     r->filename, what));
    }
}

static SV *slurp_filename(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    SV *content = newSV(0);
    SV *reference = sv_2mortal(newRV_noinc(content));
    apr_status_t status;
    apr_finfo_t info;
    apr_file_t *file;
    apr_size_t length;

    if (r->filename == NULL)
        mh_method_croak(aTHX_ call, "the request has no file yet");
    status = apr_file_open(&file, r->filename, APR_READ | APR_BINARY, 0,
                           r->pool);
    check_status(aTHX_ status, r, "opening");
    status = apr_file_info_get(&info, APR_FINFO_SIZE, file);
    if (status == APR_SUCCESS) {
        sv_setpvs(content, "");
        SvGROW(content, (STRLEN)info.size + 1);
        status = apr_file_read_full(file, SvPVX(content), (apr_size_t)info.size,
                                    &length);
        if (APR_STATUS_IS_EOF(status))
            status = APR_SUCCESS; /* it became shorter */
    }
    apr_file_close(file);
    check_status(aTHX_ status, r, "reading");
    SvPVX(content)[length] = '\0';
    SvCUR_set(content, length);
    if (mh_arg_bool(aTHX_ call, 0, true))
        SvTAINTED_on(content);
    return reference;
}

/* --- functions -------------------------------------------------------- */

static SV *get_status_line(pTHX_ mh_call_t *call)
{
    return mh_string(
        aTHX_ ap_get_status_line((int)mh_arg_int(aTHX_ call, 0, 0)));
}

static SV *global_request(pTHX_ mh_call_t *call)
{
    mh_context_t *before = mehari.global;

    if (!mh_arg_given(call, 0))
        return mh_object_request(aTHX_ mh_object_global_request(aTHX));
    mh_context_global(mh_context(mh_arg_object(aTHX_ call, 0, MH_REQUEST)));
    return before == NULL ? &PL_sv_undef : mh_object_request(aTHX_ before->r);
}

static const mh_method_t request_util_methods[] = {
    MH_METHOD("add_config", "r|iSi", request_util_add_config,
              "Apply configuration lines to the rest of this request"),
    MH_METHOD("as_string", "", as_string,
              "Request line, headers of the request and of the response"),
    MH_METHOD("child_terminate", "", child_terminate,
              "End this child process after the request"),
    MH_METHOD("dir_config", "|sS", request_util_dir_config,
              "The variables of PerlSetVar and PerlAddVar"),
    MH_METHOD_WHEN("document_root", "|s", document_root, MH_UNTHREADED,
                   "The DocumentRoot of this request"),
    MH_METHOD("get_handlers", "s", request_util_get_handlers,
              "The handlers of a phase, as code references"),
    MH_METHOD("get_limit_req_body", "", get_limit_req_body,
              "The limit of LimitRequestBody in bytes; 0 for none"),
    MH_METHOD("get_server_name", "", get_server_name,
              "The server's name for URLs (see UseCanonicalName)"),
    MH_METHOD("get_server_port", "", get_server_port,
              "The server's port for URLs (see UseCanonicalName)"),
    MH_METHOD_OF_REQUEST(
        "is_initial_req", ap_is_initial_req,
        "False for a subrequest and after an internal redirect"),
    MH_METHOD("is_perl_option_enabled", "s",
              request_util_is_perl_option_enabled,
              "True if that PerlOptions is on here"),
    MH_METHOD("location", "", location,
              "The path of the <Location> section, or undef"),
    MH_METHOD("location_merge", "s", location_merge,
              "Apply that <Location> section to this request"),
    MH_METHOD("no_cache", "|b", no_cache,
              "Tell clients and proxies not to keep the response"),
    MH_METHOD("pnotes", "|s*", request_util_pnotes,
              "Perl values that handlers of this request share"),
    MH_METHOD("pnotes_kill", "", request_util_pnotes_kill,
              "Remove all pnotes now"),
    MH_METHOD("psignature", "s", psignature,
              "The line of ServerSignature, after a prefix"),
    MH_METHOD("push_handlers", "s*", request_util_push_handlers,
              "Add handlers to a phase of this request"),
    MH_METHOD("set_basic_credentials", "ss", set_basic_credentials,
              "Set the Authorization header as a client would"),
    MH_METHOD("set_handlers", "s*", request_util_set_handlers,
              "Replace the handlers of a phase of this request"),
    MH_METHOD("slurp_filename", "|b", slurp_filename,
              "A reference to the content of the file"),
    MH_END
};

static const mh_method_t request_util_functions[] = {
    MH_METHOD("get_status_line", "i", get_status_line,
              "The usual status line of a status: 200 OK"),
    MH_METHOD("request", ".|R", global_request,
              "The current request (PerlOptions +GlobalRequest)"),
    MH_END,
};

const mh_api_t mh_api_request_util[] = {
    { "Apache2::RequestUtil", MH_REQUEST, request_util_methods },
    { "Apache2::RequestUtil", MH_NONE, request_util_functions },
    MH_API_END,
};
