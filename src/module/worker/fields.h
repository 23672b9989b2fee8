/*
 * fields.h - the fields of a request that are sent to a worker, and the fields
 * of its response that come back. See pack.h: each function serves both sides.
 */
#ifndef MEHARI_MODULE_WORKER_FIELDS_H
#define MEHARI_MODULE_WORKER_FIELDS_H

#include "module/common/mehari.h"
#include "module/worker/pack.h"

/* Server facts: httpd's knowledge besides request_rec and conn_rec. */
typedef struct mh_server_facts_t {
    int host; /* number of the server in the configuration of workers */
    int has_body;
    int secure; /* https */
    int log_level;
    const char *document_root;
    const char *context_prefix;
    const char *context_root;
    const char *path_translated;
    const char *auth_type; /* the values of AuthType and AuthName */
    const char *auth_name;
    int auth_required;
    int satisfies; /* SATISFY_... */
    /* Changes that input filters of httpd have made to headers_in while the
     * body was read: names whose values have gone, and new values. */
    apr_table_t *lost;
    apr_table_t *gained;
} mh_server_facts_t;

void mh_fields_facts(mh_pack_t *pack, mh_server_facts_t *facts);
void mh_fields_connection(mh_pack_t *pack, conn_rec *c);
/* Leaves out r->prev and r->main, which are requests themselves. */
void mh_fields_request(mh_pack_t *pack, request_rec *r);
/* Per-directory settings of httpd's core that methods may ask for. */
void mh_fields_core(mh_pack_t *pack, core_dir_config *core);

/* An interim response. */
void mh_fields_interim(mh_pack_t *pack, int *status, apr_table_t *headers);

/* The fields that the client sees; and then those for the log. */
void mh_fields_response(mh_pack_t *pack, request_rec *r);
void mh_fields_remains(mh_pack_t *pack, request_rec *r);

#endif
