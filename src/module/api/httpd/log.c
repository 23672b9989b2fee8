/*
 * log.c - Apache2::Log: messages for the error log, at every level.
 *
 * A message is one line: a newline at its end is left out, and httpd escapes
 * newlines inside. File and line, which httpd shows from level debug on, are
 * those of the Perl statement.
 */
#include "module/api/core/arglist.h"

#include <unistd.h>

#include "module/perl/own_stack.h"
#include "module/perl/interpreter.h"
#include "module/request/context/context.h"

/* The owner of a message: s is always set, r within a request. */
typedef struct {
    request_rec *r;
    server_rec *s;
    int module;
} subject_t;

static subject_t about_request(request_rec *r)
{
    return (subject_t){ r, r->server, APLOG_MODULE_INDEX };
}

static subject_t about_server(server_rec *s)
{
    return (subject_t){ NULL, s, APLOG_MODULE_INDEX };
}

/* mod_perl's older methods name no module: their lines say [:error]. */
static subject_t about_nobody(server_rec *s)
{
    return (subject_t){ NULL, s, APLOG_NO_MODULE };
}

static subject_t subject_of(mh_call_t *call)
{
    mh_object_kind_e kind = call->bound->self;

    if (kind == MH_LOG)
        kind = mh_object_kind(call->self_sv);
    return kind == MH_REQUEST || kind == MH_LOG_REQUEST
               ? about_request(call->self)
               : about_server(call->self);
}

/* Byte for byte what Perl says, with its newline, as mod_perl logs it. */
static void write_line(pTHX_ subject_t about, const char *file, int line,
                       int level, apr_status_t status, SV *message)
{
    STRLEN length;
    const char *text = SvPV(message, length);

    if (length > INT_MAX)
        length = INT_MAX;
    if (about.r != NULL) {
        ap_log_rerror(file, line, about.module, level, status, about.r, "%.*s",
                      (int)length, text);
    } else {
        ap_log_error(file, line, about.module, level, status, about.s, "%.*s",
                     (int)length, text);
    }
}

/* Logs as the Perl statement that made the call. */
static void write_here(pTHX_ subject_t about, int level, SV *message)
{
    write_line(aTHX_ about, CopFILE(PL_curcop), (int)CopLINE(PL_curcop), level,
               0, message);
}

static bool wanted(subject_t about, int level)
{
    if (about.r != NULL)
        return APLOG_R_IS_LEVEL(about.r, level);
    return APLOG_IS_LEVEL(about.s, level);
}

/* The code returns the message; what the code throws is the caller's. */
static SV *message_from_code(pTHX_ SV *code)
{
    return mh_call_apart(aTHX_ code, NULL, 0, G_SCALAR | G_NOARGS);
}

/*
 * $log->LEVEL(LIST) or $log->LEVEL(CODE). The code is called only if the level
 * shows the message.
 */
static SV *log_level(pTHX_ mh_call_t *call)
{
    int level = (int)call->method->number;
    subject_t about = subject_of(call);
    SV *first = call->arg[0];

    if (!wanted(about, level))
        return NULL;
    if (call->nargs == 1 && SvROK(first) && SvTYPE(SvRV(first)) == SVt_PVCV)
        write_here(aTHX_ about, level, message_from_code(aTHX_ first));
    else
        write_here(aTHX_ about, level, mh_arglist_join(aTHX_ call, 0));
    return NULL;
}

static SV *log_mark(pTHX_ mh_call_t *call)
{
    call->list = (AV *)sv_2mortal((SV *)newAV());
    av_push(call->list, newSVpv(CopFILE(PL_curcop), 0));
    av_push(call->list, newSVuv(CopLINE(PL_curcop)));
    return NULL;
}

/* True if the file can be written or made. Otherwise httpd would exit. */
static bool writable(apr_pool_t *pool, const char *file)
{
    const char *slash = strrchr(file, '/');

    if (access(file, F_OK) == 0)
        return access(file, W_OK) == 0;
    if (slash == NULL)
        return access(".", W_OK) == 0;
    return access(apr_pstrmemdup(pool, file, (apr_size_t)(slash - file) + 1),
                  W_OK) == 0;
}

static SV *log_pid(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 0, MH_POOL);
    const char *name = mh_arg_string(aTHX_ call, 1, "");
    const char *file = ap_server_root_relative(pool, name);

    if (file == NULL || !writable(pool, file))
        mh_method_croak(aTHX_ call, "cannot write %s: %s", name,
                        strerror(errno));
    ap_log_pid(pool, file);
    return NULL;
}

static SV *log_of(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;

    return mh_object(aTHX_ MH_LOG_REQUEST, r, r->pool);
}

/* The class stands for the main server. */
static SV *log_of_server(pTHX_ mh_call_t *call)
{
    SV *sv = call->self_sv;
    bool is_class = !SvROK(sv) && SvOK(sv) &&
                    sv_derived_from(sv, mh_class(MH_SERVER)->package);
    server_rec *s = is_class
                        ? mehari.server
                        : mh_object_ptr(aTHX_ sv, MH_SERVER,
                                        mh_method_name(aTHX_ call->bound), 0);

    return mh_object(aTHX_ MH_LOG_SERVER, s, s->process->pconf);
}

/*
 * In mod_perl these messages are lines of the server, without the request; so
 * they are here.
 */
static SV *request_message(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;

    write_here(aTHX_ about_nobody(r->server), (int)call->method->number,
               mh_arglist_join(aTHX_ call, 0));
    return NULL;
}

/* The given server, else that of the current request, else the base server. */
static SV *server_message(pTHX_ mh_call_t *call)
{
    server_rec *s = NULL;
    int first = 1;

    if (call->nargs > 0)
        s = mh_object_peek(aTHX_ call->arg[0], MH_SERVER);
    if (s == NULL) {
        s = mehari.current != NULL ? mehari.current->r->server : mehari.server;
        first = 0;
    }
    write_here(aTHX_ about_nobody(s), (int)call->method->number,
               mh_arglist_join(aTHX_ call, first));
    return NULL;
}

static SV *log_reason(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;
    const char *reason = mh_arg_string(aTHX_ call, 0, "");
    const char *file = mh_arg_string(aTHX_ call, 1, r->uri);

    write_here(aTHX_ about_nobody(r->server), APLOG_ERR,
               sv_2mortal(newSVpvf(
                   "access to %s failed for %s, reason: %s",
                   file != NULL ? file : r->uri,
                   ap_get_useragent_host(r, REMOTE_NOLOOKUP, NULL), reason)));
    return NULL;
}

/* $r->log_rerror and $s->log_serror. */
static SV *log_full(pTHX_ mh_call_t *call)
{
    const char *file = mh_arg_string(aTHX_ call, 0, "");
    int line = (int)mh_arg_int(aTHX_ call, 1, 0);
    int level = (int)mh_arg_int(aTHX_ call, 2, 0);
    apr_status_t status = (apr_status_t)mh_arg_int(aTHX_ call, 3, 0);

    write_line(aTHX_ subject_of(call), file, line, level, status,
               mh_arglist_join(aTHX_ call, 4));
    return NULL;
}

static const mh_method_t level_methods[] = {
    MH_METHOD_NUMBER("emerg", "*@", log_level, APLOG_EMERG,
                     "log at level emerg"),
    MH_METHOD_NUMBER("alert", "*@", log_level, APLOG_ALERT,
                     "log at level alert"),
    MH_METHOD_NUMBER("crit", "*@", log_level, APLOG_CRIT, "log at level crit"),
    MH_METHOD_NUMBER("error", "*@", log_level, APLOG_ERR, "log at level error"),
    MH_METHOD_NUMBER("warn", "*@", log_level, APLOG_WARNING,
                     "log at level warn"),
    MH_METHOD_NUMBER("notice", "*@", log_level, APLOG_NOTICE,
                     "log at level notice"),
    MH_METHOD_NUMBER("info", "*@", log_level, APLOG_INFO, "log at level info"),
    MH_METHOD_NUMBER("debug", "*@", log_level, APLOG_DEBUG,
                     "log at level debug"),
    MH_METHOD("LOG_MARK", ":", log_mark, "file and line of the caller"),
    MH_METHOD("log_pid", ":Ps", log_pid, "write the process id to a file"),
    MH_END,
};

static const mh_method_t log_request_methods[] = {
    MH_METHOD("log", "", log_of, "the request's log object"),
    MH_METHOD_NUMBER("log_error", "@", request_message, APLOG_ERR,
                     "log at level error"),
    MH_METHOD_NUMBER("warn", "@", request_message, APLOG_WARNING,
                     "log at level warn"),
    MH_METHOD("log_reason", "s|S", log_reason,
              "log that access to a file failed, and why"),
    MH_METHOD("log_rerror", "siii@", log_full,
              "log with a file, line, level and status of your choice"),
    MH_END,
};

static const mh_method_t server_methods[] = {
    MH_METHOD("log_serror", "siii@", log_full,
              "log with a file, line, level and status of your choice"),
    /* These need no object, only the class; warn can be imported. */
    MH_METHOD("log", ".", log_of_server, "the server's log object"),
    MH_METHOD_NUMBER("log_error", ":@", server_message, APLOG_ERR,
                     "log at level error"),
    MH_METHOD_NUMBER("warn", ":@", server_message, APLOG_WARNING,
                     "log at level warn"),
    MH_END,
};

const mh_api_t mh_api_log[] = {
    /* The objects of $r->log and $s->log inherit these. */
    { "Apache2::Log", MH_LOG, level_methods },
    { "Apache2::Log", MH_REQUEST, log_request_methods },
    { "Apache2::Log", MH_SERVER, server_methods },
    MH_API_END,
};
