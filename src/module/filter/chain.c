/*
 * chain.c - putting filters into httpd's chains: those that the configuration
 * names, when a request or a connection begins, and those that Perl adds.
 */
#include "module/filter/filter.h"

#include "http_connection.h"

#include "module/api/core/method_table.h"
#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "module/request/output.h"
#include "module/perl/turn.h"
#include "module/filter/attributes.h"
#include "module/request/enter.h"

/* httpd's functions for one of the two directions. */
typedef struct {
    mh_hook_e hook;
    ap_filter_rec_t *(*find)(const char *name);
    ap_filter_t *(*add)(ap_filter_rec_t *rec, void *ctx, request_rec *r,
                        conn_rec *c);
    ap_filter_t *(*add_name)(const char *name, void *ctx, request_rec *r,
                             conn_rec *c);
    void (*remove)(ap_filter_t *link);
    const char *method; /* method name for errors, if Perl adds the filter */
} direction_t;

static const direction_t directions[2] = {
    { MH_HOOK_OUTPUT_FILTER, ap_get_output_filter_handle,
      ap_add_output_filter_handle, ap_add_output_filter,
      ap_remove_output_filter, "Apache2::Filter::add_output_filter" },
    { MH_HOOK_INPUT_FILTER, ap_get_input_filter_handle,
      ap_add_input_filter_handle, ap_add_input_filter, ap_remove_input_filter,
      "Apache2::Filter::add_input_filter" },
};

/* Our own filters: [input][connection]. */
static ap_filter_rec_t *records[2][2];

static apr_status_t release(void *data);
static void insert_all(const apr_array_header_t *list, bool input,
                       request_rec *r, conn_rec *c);
static void insert_name(const char *name, bool input, request_rec *r,
                        conn_rec *c);
static void insert_handler(mh_handler_t *handler, bool input, request_rec *r,
                           conn_rec *c);
static void insert_found(mh_handler_t *handler, bool input, request_rec *r,
                         conn_rec *c);
static mh_filter_t *insert(mh_handler_t *handler, bool input, request_rec *r,
                           conn_rec *c);

mh_filter_t *mh_filter_at(const ap_filter_t *link)
{
    for (int i = 0; link && i < 4; i++)
        if (link->frec == records[i / 2][i % 2])
            return link->ctx;
    return NULL;
}

static mh_filter_t *insert(mh_handler_t *handler, bool input, request_rec *r,
                           conn_rec *c)
{
    apr_pool_t *pool = r ? r->pool : c->pool;
    mh_filter_t *filter = apr_pcalloc(pool, sizeof(*filter));

    filter->handler = handler;
    filter->input = input;
    filter->generation = mehari.generation;
    filter->link = directions[input].add(records[input][r == NULL], filter, r,
                                         c);
    /* ctx is freed before the request ends. */
    apr_pool_pre_cleanup_register(pool, filter, release);
    return filter;
}

static apr_status_t release(void *data)
{
    mh_filter_t *filter = data;
    SV *ctx = filter->ctx;

    filter->ctx = NULL;
    if (!mehari.elsewhere)
        mh_turn_discard(ctx, filter->generation);
    return APR_SUCCESS;
}

/* --- filters of the configuration --------------------------------------- */

static void insert_filters(request_rec *r)
{
    for (int input = 0; input < 2; input++) {
        mh_hook_e hook = directions[input].hook;

        if (mh_handlers_exist[hook] && mh_hook_enabled(r->server, hook))
            insert_all(mh_handlers_of_request(r, hook), input, r,
                       r->connection);
    }
}

/* Filters of the server itself; the attributes of their subs select them. */
static int pre_connection(conn_rec *c, void *socket)
{
    const mh_dir_config_t *dir =
        ap_get_module_config(c->base_server->lookup_defaults, &perl_module);

    for (int input = 0; input < 2; input++) {
        mh_hook_e hook = directions[input].hook;

        if (mh_handlers_exist[hook] && mh_hook_enabled(c->base_server, hook))
            insert_all(dir->handlers[hook], input, NULL, c);
    }
    return OK;
}

static void insert_all(const apr_array_header_t *list, bool input,
                       request_rec *r, conn_rec *c)
{
    for (int i = 0; list && i < list->nelts; i++) {
        mh_handler_t *handler = APR_ARRAY_IDX(list, i, mh_handler_t *);

        if (handler->httpds)
            insert_name(handler->name, input, r, c);
        else
            insert_handler(handler, input, r, c);
    }
}

static bool is_in_chain(const ap_filter_t *link, const ap_filter_rec_t *rec)
{
    while (link && link->frec != rec)
        link = link->next;
    return link != NULL;
}

/*
 * A list may have filters of both kinds, and a request uses the list of its
 * server. So a filter that the connection has already is not inserted again.
 * httpd logs a name that it does not know.
 */
static void insert_name(const char *name, bool input, request_rec *r,
                        conn_rec *c)
{
    const direction_t *direction = &directions[input];
    ap_filter_rec_t *rec = direction->find(name);
    bool of_connection = rec && rec->ftype >= AP_FTYPE_CONNECTION;
    ap_filter_t *chain = input ? c->input_filters : c->output_filters;

    if (r ? !of_connection || !is_in_chain(chain, rec) : of_connection)
        direction->add_name(name, NULL, r, c);
}

/*
 * A filter that cannot be inserted fails its request: unfiltered data must not
 * go through.
 */
static void insert_handler(mh_handler_t *handler, bool input, request_rec *r,
                           conn_rec *c)
{
    int status;

    if (!mehari.perl && !r)
        return; /* no connection filters before a Perl has read them */
    status = mh_filter_enter(r, c);
    if (status != OK) {
        insert(handler, input, r, c)->failed = status;
        return;
    }
    insert_found(handler, input, r, c);
    mh_leave_perl();
}

static void insert_found(mh_handler_t *handler, bool input, request_rec *r,
                         conn_rec *c)
{
    const char *why = NULL;
    mh_filter_t *filter;
    unsigned kind;
    SV *invocant;
    SV *init = NULL;
    SV *code;

    {
        dTHXa(mehari.perl);

        code = mh_handler_code(aTHX_ handler, &invocant, c->pool, &why);
        kind = code ? mh_filter_attributes(code) : 0;
        /* A list may have both kinds. This filter is inserted elsewhere. */
        if (!(kind & MH_FILTER_OF_CONNECTION) != (r != NULL))
            return;
        if (code)
            init = mh_filter_init_handler(aTHX_ code, c->pool, &why);
        filter = insert(handler, input, r, c);
        if (why) {
            mh_log_cerror(APLOG_MARK, APLOG_ERR, 0, c, "MH2017: filter %s: %s",
                          mh_filter_name(handler), why);
            filter->failed = HTTP_INTERNAL_SERVER_ERROR;
        } else if (init) {
            filter->failed = mh_filter_init(aTHX_ filter, init);
        }
    }
}

/* --- filters added by Perl ---------------------------------------------- */

static void check_kind(pTHX_ SV *code, mh_handler_t *handler, bool request)
{
    unsigned kind = mh_filter_attributes(code);
    const char *name = mh_filter_name(handler);

    if (!request && !(kind & MH_FILTER_OF_CONNECTION))
        croak("Can't add connection filter handler '%s' since it doesn't have "
              "the FilterConnectionHandler attribute set",
              name);
    if (request && kind && !(kind & MH_FILTER_OF_REQUEST) &&
        kind != MH_FILTER_HAS_INIT)
        croak("Can't add request filter handler '%s' since it doesn't have "
              "the FilterRequestHandler attribute set",
              name);
}

void mh_filter_add(pTHX_ SV *what, bool input, request_rec *r, conn_rec *c)
{
    apr_pool_t *pool = r ? r->pool : c->pool;
    mh_handler_t *handler = mh_handler_from_sv(aTHX_ what, pool);
    mh_filter_t *filter;
    const char *why;
    SV *invocant;
    SV *code = mh_handler_code(aTHX_ handler, &invocant, pool, &why);
    SV *init;
    int status;

    if (!code)
        croak("cannot add the filter %s: %s", handler->name, why);
    check_kind(aTHX_ code, handler, r != NULL);
    init = mh_filter_init_handler(aTHX_ code, pool, &why);
    if (why)
        croak("cannot add the filter: %s", why);
    filter = insert(handler, input, r, c);
    if (!init)
        return;
    status = mh_filter_init(aTHX_ filter, init);
    if (status == OK)
        return;
    directions[input].remove(filter->link);
    mh_croak_status(aTHX_ status, directions[input].method);
}

/* --- registration ----------------------------------------------------- */

static bool is_filter(const ap_filter_t *link)
{
    return mh_filter_at(link) != NULL;
}

void mh_filters_register(void)
{
    static const char *const names[2][2] = {
        { "MODPERL_REQUEST_OUTPUT", "MODPERL_CONNECTION_OUTPUT" },
        { "MODPERL_REQUEST_INPUT", "MODPERL_CONNECTION_INPUT" },
    };
    static const ap_filter_type types[2] = { AP_FTYPE_RESOURCE,
                                             AP_FTYPE_CONNECTION };

    mh_output_filters_by(is_filter);
    for (int of = 0; of < 2; of++) {
        records[0][of] = ap_register_output_filter(names[0][of],
                                                   mh_filter_output, NULL,
                                                   types[of]);
        records[1][of] = ap_register_input_filter(names[1][of], mh_filter_input,
                                                  NULL, types[of]);
    }
    ap_hook_insert_filter(insert_filters, NULL, NULL, APR_HOOK_LAST);
    ap_hook_pre_connection(pre_connection, NULL, NULL, APR_HOOK_FIRST);
}
