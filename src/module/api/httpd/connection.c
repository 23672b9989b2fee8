/*
 * connection.c - Apache2::Connection: the fields of a connection, and its
 * notes (Apache2::ConnectionUtil).
 */
#include "module/api/apr/bucket.h"

#include "module/worker/stream.h"
#include "module/api/httpd/filter_link.h"
#include "module/api/httpd/table_access.h"
#include "module/perl/interpreter.h"
#include "module/perl/turn.h"
#include "module/worker/refuse.h"

#define CONNECTION(call) ((conn_rec *)(call)->self)

static SV *aborted(pTHX_ mh_call_t *call)
{
    mh_stream_look();
    return mh_int(aTHX_ CONNECTION(call)->aborted);
}

static SV *bucket_alloc(pTHX_ mh_call_t *call)
{
    conn_rec *c = CONNECTION(call);

    mh_bucket_home_note(c->bucket_alloc, c->pool);
    return mh_object_shared(aTHX_ MH_BUCKET_ALLOC, c->bucket_alloc, c->pool);
}

static SV *client_socket(pTHX_ mh_call_t *call)
{
    conn_rec *c = CONNECTION(call);
    SV *before;

    mh_refuse_in_worker(aTHX_ call, "read the request by $r->read and write "
                                    "the response by $r->print");
    before = mh_object(aTHX_ MH_SOCKET, ap_get_conn_socket(c), c->pool);
    if (mh_arg_given(call, 0)) {
        ap_set_core_module_config(c->conn_config,
                                  mh_arg_object(aTHX_ call, 0, MH_SOCKET));
    }
    return before;
}

static SV *keepalive(pTHX_ mh_call_t *call)
{
    conn_rec *c = CONNECTION(call);
    SV *before = mh_int(aTHX_ c->keepalive);
    IV wanted;

    if (mh_arg_given(call, 0)) {
        wanted = mh_arg_int(aTHX_ call, 0, AP_CONN_UNKNOWN);
        if (wanted != AP_CONN_UNKNOWN && wanted != AP_CONN_CLOSE &&
            wanted != AP_CONN_KEEPALIVE) {
            mh_method_croak(aTHX_ call,
                            "argument 1 must be CONN_UNKNOWN, CONN_CLOSE or "
                            "CONN_KEEPALIVE, not %" IVdf,
                            wanted);
        }
        c->keepalive = (ap_conn_keepalive_e)wanted;
    }
    return before;
}

static SV *get_remote_host(pTHX_ mh_call_t *call)
{
    int type = (int)mh_arg_int(aTHX_ call, 0, REMOTE_NAME);
    void *config = NULL;

    if (mh_arg_given(call, 1) && SvOK(call->arg[1]))
        config = mh_arg_object(aTHX_ call, 1, MH_CONF_VECTOR);
    return mh_string(
        aTHX_ ap_get_remote_host(CONNECTION(call), config, type, NULL));
}

/* --- notes ------------------------------------------------------------ */

/* Each interpreter that has met the connection has its own. */
typedef struct notes {
    HV *hash;
    unsigned generation;
    struct notes *next;
} notes_t;

static const char notes_key[] = "mehari connection notes";

static apr_status_t drop_notes(void *data)
{
    notes_t *notes = data;
    HV *hash = notes->hash;

    notes->hash = NULL;
    mh_turn_discard((SV *)hash, notes->generation);
    return APR_SUCCESS;
}

static notes_t *first_notes(conn_rec *c)
{
    void *notes = NULL;

    apr_pool_userdata_get(&notes, notes_key, c->pool);
    return notes;
}

static notes_t *notes_of(conn_rec *c)
{
    notes_t *notes = first_notes(c);

    while (notes != NULL && notes->generation != mehari.generation)
        notes = notes->next;
    return notes;
}

static SV *connection_pnotes(pTHX_ mh_call_t *call)
{
    conn_rec *c = CONNECTION(call);
    notes_t *notes = notes_of(c);

    if (notes == NULL) {
        notes = apr_pcalloc(c->pool, sizeof *notes);
        notes->generation = mehari.generation;
        notes->next = first_notes(c);
        apr_pool_userdata_setn(notes, notes_key, NULL, c->pool);
        apr_pool_cleanup_register(c->pool, notes, drop_notes,
                                  apr_pool_cleanup_null);
    }
    return mh_hash_access(aTHX_ call, &notes->hash);
}

static SV *connection_pnotes_kill(pTHX_ mh_call_t *call)
{
    notes_t *notes = notes_of(CONNECTION(call));

    if (notes != NULL)
        drop_notes(notes);
    return NULL;
}

/* clang-format off */
#define FIELD(name, type, member, access, doc) \
    MH_FIELD(name, MH_FIELD_##type, conn_rec, member, MH_##access, doc)
#define CHAIN(name, doc) \
    MH_METHOD_NUMBER(#name, "|L", mh_filter_link_chain, \
                     offsetof(conn_rec, name), doc)

static const mh_method_t connection_methods[] = {
    MH_METHOD("aborted", "", aborted,
              "True if the client has closed the connection"),
    FIELD("base_server", SERVER, base_server, RO,
          "The server for the address and port, without the Host header"),
    MH_METHOD("bucket_alloc", "", bucket_alloc,
              "The allocator for buckets on this connection"),
    FIELD("client_addr", SOCKADDR, client_addr, RO,
          "The client's address, an APR::SockAddr object"),
    FIELD("client_ip", TEXT, client_ip, RW, "The client's IP address"),
    MH_METHOD("client_socket", "|K", client_socket,
              "The socket to the client, an APR::Socket object"),
    FIELD("conn_config", CONF_VECTOR, conn_config, RO,
          "The data that modules keep for this connection"),
    MH_METHOD("get_remote_host", "|i*", get_remote_host,
              "The client's host name from DNS, or its address"),
    FIELD("id", LONG, id, RO, "A number that no other open connection has"),
    CHAIN(input_filters, "The first input filter of the connection"),
    MH_METHOD("keepalive", "|i", keepalive,
              "Keep-alive: CONN_UNKNOWN, CONN_CLOSE or CONN_KEEPALIVE"),
    FIELD("keepalives", INT, keepalives, RW,
          "The number of earlier requests"),
    FIELD("local_addr", SOCKADDR, local_addr, RO,
          "The server's address, an APR::SockAddr object"),
    FIELD("local_host", STRING, local_host, RO,
          "The server's host name, or undef if unknown"),
    FIELD("local_ip", STRING, local_ip, RO, "The server's IP address"),
    FIELD("log_id", STRING, log_id, RO,
          "The identifier for %L in ErrorLogFormat, or undef"),
    FIELD("notes", TABLE, notes, RW,
          "Strings that modules leave for one another on this connection"),
    CHAIN(output_filters, "The first output filter of the connection"),
    FIELD("pool", POOL, pool, RO, "The pool that ends with the connection"),
    FIELD("remote_host", STRING, remote_host, RO,
          "The client's host name, or undef if unknown"),
    FIELD("sbh", SCOREBOARD, sbh, RO,
          "The connection's slot in the scoreboard"),
    MH_END
};

#undef FIELD
#undef CHAIN

static const mh_method_t connection_util_methods[] = {
    MH_METHOD("pnotes", "|s*", connection_pnotes,
              "Perl values that handlers of this connection share"),
    MH_METHOD("pnotes_kill", "", connection_pnotes_kill,
              "Remove all pnotes now"),
    MH_END
};
/* clang-format on */

const mh_api_t mh_api_connection[] = {
    { "Apache2::Connection", MH_CONNECTION, connection_methods },
    { "Apache2::ConnectionUtil", MH_CONNECTION, connection_util_methods },
    MH_API_END,
};
