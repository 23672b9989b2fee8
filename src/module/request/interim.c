/*
 * interim.c - see interim.h.
 */
#include "module/request/interim.h"

#include "apr_lib.h"

#include "module/request/context/front.h"

static int plain_header(void *data, const char *name, const char *value)
{
    bool *plain = data;

    for (; *name != '\0'; name++)
        *plain = *plain && (apr_isalnum(*name) || strchr("-_", *name));
    for (; *value != '\0'; value++)
        *plain = *plain && (!apr_iscntrl(*value) || *value == '\t');
    return *plain;
}

bool mh_interim_headers_plain(const apr_table_t *headers)
{
    bool plain = true;

    apr_table_do(plain_header, &plain, headers, NULL);
    return plain;
}

static request_rec *outermost_request(request_rec *r)
{
    while (r->main)
        r = r->main;
    return r;
}

bool mh_interim_possible(request_rec *r)
{
    const request_rec *outer = outermost_request(r);

    return !outer->sent_bodyct && !outer->eos_sent &&
           !(mh_front && mh_front->has_head());
}

/* Some releases of httpd 2.4 have no words for status 103. */
static const char *line_of(int status)
{
    return status == 103 ? "103 Early Hints" : NULL;
}

/* httpd sends the status and headers of the request, and clears the headers. */
static void send_now(request_rec *r, int status, const apr_table_t *headers)
{
    int final_status = r->status;
    const char *final_line = r->status_line;
    apr_table_t *final_headers = r->headers_out;

    r->status = status;
    r->status_line = line_of(status);
    r->headers_out = apr_table_copy(r->pool, headers);
    ap_send_interim_response(r, 1);
    r->status = final_status;
    r->status_line = final_line;
    r->headers_out = final_headers;
}

void mh_interim_send(request_rec *r, int status, apr_table_t *headers,
                     bool *sent)
{
    r = outermost_request(r);
    *sent = r->proto_num >= HTTP_VERSION(1, 1);
    if (*sent && mh_front)
        mh_front->interim(status, headers);
    else if (*sent)
        send_now(r, status, headers);
}
