/*
 * server_rec.c - Apache2::ServerRec and Apache2::Process: the fields of a
 * (virtual) server and of the process.
 */
#include "module/api/core/method_table.h"
#include "module/perl/interpreter.h"

#define SERVER(call) ((server_rec *)(call)->self)

/* A C pointer for any module that uses the field. 0 stands for NULL. */
static SV *server_rec_context(pTHX_ mh_call_t *call)
{
    server_rec *s = SERVER(call);
    SV *before = mh_int(aTHX_ PTR2IV(s->context));

    if (mh_arg_given(call, 0))
        s->context = INT2PTR(void *, mh_arg_int(aTHX_ call, 0, 0));
    return before;
}

static SV *process(pTHX_ mh_call_t *call)
{
    process_rec *process = SERVER(call)->process;

    return mh_object(aTHX_ MH_PROCESS, process, process->pool);
}

static SV *is_virtual(pTHX_ mh_call_t *call)
{
    SV *before = mh_int(aTHX_ SERVER(call)->is_virtual);

    if (mh_arg_given(call, 0))
        SERVER(call)->is_virtual = (char)mh_arg_int(aTHX_ call, 0, 0);
    return before;
}

static SV *path(pTHX_ mh_call_t *call)
{
    server_rec *s = SERVER(call);
    SV *before = mh_string(aTHX_ s->path);
    const char *wanted;

    if (mh_arg_given(call, 0)) {
        /* httpd takes an empty path for a prefix of all URIs. */
        wanted = mh_arg_string(aTHX_ call, 0, NULL);
        s->path = wanted == NULL ? NULL
                                 : apr_pstrdup(s->process->pconf, wanted);
        s->pathlen = wanted == NULL ? 0 : (int)strlen(wanted);
    }
    return before;
}

static SV *port(pTHX_ mh_call_t *call)
{
    server_rec *s = SERVER(call);
    SV *before = mh_int(aTHX_ s->port);
    IV wanted;

    if (mh_arg_given(call, 0)) {
        wanted = mh_arg_int(aTHX_ call, 0, 0);
        if (wanted < 0 || wanted > 65535) {
            mh_method_croak(aTHX_ call,
                            "argument 1 must be a port from 0 to 65535, not "
                            "%" IVdf,
                            wanted);
        }
        s->port = (apr_port_t)wanted;
    }
    return before;
}

/* Each child has read the value already and would not see a change. */
static SV *server_scheme(pTHX_ mh_call_t *call)
{
    server_rec *s = SERVER(call);
    SV *before = mh_string(aTHX_ s->server_scheme);

    if (mh_arg_given(call, 0)) {
        if (!mehari.starting) {
            mh_method_croak(aTHX_ call,
                            "can be set only while the server starts");
        }
        s->server_scheme = apr_pstrdup(s->process->pconf,
                                       mh_arg_string(aTHX_ call, 0, NULL));
    }
    return before;
}

/* clang-format off */
#define FIELD(name, type, member, doc) \
    MH_FIELD_WHEN(name, MH_FIELD_##type, server_rec, member, MH_RW, \
                  MH_UNTHREADED, doc)

static const mh_method_t server_rec_methods[] = {
    MH_FIELD("addrs", MH_FIELD_SERVER_ADDR, server_rec, addrs, MH_RO,
             "The addresses of the virtual host, an Apache2::ServerAddr"),
    MH_METHOD("context", "|i", server_rec_context,
              "A C pointer that a module keeps for others, as a number"),
    FIELD("error_fname", FILLED, error_fname, "The file of ErrorLog"),
    MH_METHOD_WHEN("is_virtual", "|i", is_virtual, MH_UNTHREADED,
                   "True for a virtual host"),
    FIELD("keep_alive", INT, keep_alive, "True if KeepAlive is on"),
    FIELD("keep_alive_max", INT, keep_alive_max,
          "MaxKeepAliveRequests"),
    FIELD("keep_alive_timeout", INT64, keep_alive_timeout,
          "KeepAliveTimeout in microseconds"),
    FIELD("limit_req_fields", INT, limit_req_fields,
          "LimitRequestFields"),
    FIELD("limit_req_fieldsize", INT, limit_req_fieldsize,
          "LimitRequestFieldSize"),
    FIELD("limit_req_line", INT, limit_req_line,
          "LimitRequestLine"),
    MH_FIELD("lookup_defaults", MH_FIELD_CONF_VECTOR, server_rec,
             lookup_defaults, MH_RO,
             "The default per-directory configuration"),
    MH_FIELD("module_config", MH_FIELD_CONF_VECTOR, server_rec,
             module_config, MH_RO,
             "The modules' configuration for this server"),
    FIELD("names", ARRAY, names,
          "The names of ServerAlias, an APR::ArrayHeader object"),
    MH_FIELD("next", MH_FIELD_SERVER, server_rec, next, MH_RO,
             "The next server in the list, or undef"),
    MH_METHOD_WHEN("path", "|S", path, MH_UNTHREADED, "The path of ServerPath"),
    MH_METHOD_WHEN("port", "|i", port, MH_UNTHREADED, "The port for redirects"),
    MH_METHOD("process", "", process,
              "The process of the server, an Apache2::Process object"),
    FIELD("server_admin", FILLED, server_admin,
          "The mail address of ServerAdmin"),
    FIELD("server_hostname", FILLED, server_hostname,
          "The name of ServerName"),
    MH_METHOD("server_scheme", "|s", server_scheme,
              "The scheme of ServerName, or undef"),
    FIELD("timeout", INT64, timeout,
          "Timeout in microseconds"),
    FIELD("wild_names", ARRAY, wild_names,
          "The wildcard names of ServerAlias, an APR::ArrayHeader"),
    MH_END
};

#undef FIELD

static const mh_method_t process_methods[] = {
    MH_FIELD("pconf", MH_FIELD_POOL, process_rec, pconf, MH_RO,
             "The pool of the configuration: cleared at a restart"),
    MH_FIELD("pool", MH_FIELD_POOL, process_rec, pool, MH_RO,
             "The pool that lasts as long as the server"),
    MH_FIELD("short_name", MH_FIELD_STRING, process_rec, short_name, MH_RO,
             "The name of the server's program: apache2, httpd"),
    MH_END
};
/* clang-format on */

const mh_api_t mh_api_server_rec[] = {
    { "Apache2::ServerRec", MH_SERVER, server_rec_methods },
    { "Apache2::Process", MH_PROCESS, process_methods },
    MH_API_END,
};
