/*
 * fields.h - which fields of a request travel to a worker, and which of its
 * response come back. See pack.h: each function serves both sides.
 */
#ifndef MEHARI_WORKER_FIELDS_H
#define MEHARI_WORKER_FIELDS_H

#include "../mehari.h"
#include "worker/pack.h"

/* What a worker is told besides what request_rec and conn_rec hold. */
typedef struct mh_facts_t {
    int host; /* number of the server in the configuration of workers */
    int has_body;
    int secure; /* https */
    int log_level;
    const char *document_root;
    const char *context_prefix;
    const char *context_root;
    const char *path_translated;
    const char *auth_type; /* as AuthType and AuthName say */
    const char *auth_name;
} mh_facts_t;

void mh_fields_facts(mh_pack_t *pack, mh_facts_t *facts);
void mh_fields_connection(mh_pack_t *pack, conn_rec *c);
/* Without r->prev and r->main, which are requests themselves. */
void mh_fields_request(mh_pack_t *pack, request_rec *r);
/* What httpd's core says of the place that a method may ask for. */
void mh_fields_core(mh_pack_t *pack, core_dir_config *core);

/* A response ahead of the response. */
void mh_fields_interim(mh_pack_t *pack, int *status, apr_table_t *headers);

/* What the client gets to see; and then what is left for the log. */
void mh_fields_response(mh_pack_t *pack, request_rec *r);
void mh_fields_remains(mh_pack_t *pack, request_rec *r);

#endif
