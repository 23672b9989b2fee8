/*
 * output.c - the buffer, the header block in front of it, and the end.
 */
#include "module/request/output.h"

#include "apr_lib.h"

#include "module/perl/interpreter.h"
#include "module/request/context/context.h"
#include "module/request/context/front.h"

/* APLOG_MARK in the core's name, as in httpd's lines about bad headers. */
#define CORE_MARK __FILE__, __LINE__, AP_CORE_MODULE_INDEX

enum {
    BUFFER = AP_IOBUFSIZE,
    MAX_HEADER = 1 << 18, /* httpd's limits per line apply inside */
};

static bool (*is_perls)(const ap_filter_t *link);

static apr_status_t write_header(mh_context_t *context, const char **data,
                                 apr_size_t *length);
static apr_size_t header_end(mh_output_t *out, const char *block,
                             apr_size_t length);
static void parse_header(mh_context_t *context, const char *block,
                         apr_size_t length);
static void apply_location(mh_context_t *context);
static apr_status_t add_data(mh_context_t *context, const char *data,
                             apr_size_t length);
static apr_status_t pass(mh_context_t *context, const char *data,
                         apr_size_t length, bool client, bool end);
static int finish_failed(mh_context_t *context, int status);
static int send_last(mh_context_t *context, int status);
static bool is_forked_child(mh_context_t *context);
static int redirect(mh_context_t *context);

void mh_output_filters_by(bool (*is_filter)(const ap_filter_t *link))
{
    is_perls = is_filter;
}

apr_status_t mh_output_write(mh_context_t *context, const char *data,
                             apr_size_t length)
{
    mh_output_t *out = &context->output;

    if (out->failed != APR_SUCCESS)
        return out->failed;
    if (out->finished || out->discard || !length)
        return APR_SUCCESS;
    out->printed = true;
    out->length += (apr_off_t)length;
    if (UNLIKELY(out->parse_headers)) {
        apr_status_t rc = write_header(context, &data, &length);

        if (rc != APR_SUCCESS || !length || out->discard)
            return rc;
    }
    return add_data(context, data, length);
}

static apr_status_t add_data(mh_context_t *context, const char *data,
                             apr_size_t length)
{
    mh_output_t *out = &context->output;
    apr_status_t rc;

    if (length > BUFFER - out->used) {
        rc = mh_output_flush(context, false);
        if (rc != APR_SUCCESS)
            return rc;
        if (length >= BUFFER)
            return pass(context, data, length, false, false);
    }
    if (!out->buffer)
        out->buffer = apr_palloc(context->r->pool, BUFFER);
    memcpy(out->buffer + out->used, data, length);
    out->used += length;
    return APR_SUCCESS;
}

apr_status_t mh_output_flush(mh_context_t *context, bool client)
{
    mh_output_t *out = &context->output;
    apr_size_t used = out->used;

    if (out->failed != APR_SUCCESS || out->finished || out->discard)
        return out->failed;
    if (out->parse_headers || (!used && !client))
        return APR_SUCCESS;
    out->used = 0;
    return pass(context, out->buffer, used, client, false);
}

/*
 * Hands data to the filters. The bucket is transient: a filter that sets data
 * aside copies it, which is not needed for a short response.
 */
static apr_status_t pass(mh_context_t *context, const char *data,
                         apr_size_t length, bool client, bool end)
{
    request_rec *r = context->r;
    mh_output_t *out = &context->output;
    apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
    apr_bucket_brigade *brigade = out->brigade;
    apr_status_t rc;

    if (UNLIKELY(mehari.forked) && is_forked_child(context))
        return APR_SUCCESS;
    /*
     * A long response uses one brigade, except while a filter that prints has
     * it.
     */
    out->brigade = NULL;
    if (!brigade)
        brigade = apr_brigade_create(r->pool, alloc);
    if (length)
        APR_BRIGADE_INSERT_TAIL(
            brigade, apr_bucket_transient_create(data, length, alloc));
    if (end)
        APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_eos_create(alloc));
    else if (client)
        APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_flush_create(alloc));
    out->sent = true;
    rc = ap_pass_brigade(r->output_filters, brigade);
    apr_brigade_cleanup(brigade);
    out->brigade = brigade;
    if (rc == APR_SUCCESS && r->connection->aborted)
        rc = APR_ECONNABORTED;
    if (rc != APR_SUCCESS && !end)
        out->failed = rc;
    return rc;
}

/*
 * A process that the handler forked off has a copy of the buffer, and shares
 * the connection with its parent, which answers.
 */
static bool is_forked_child(mh_context_t *context)
{
    mh_output_t *out = &context->output;

    if (!mehari.elsewhere)
        return false;
    if (!out->finished)
        mh_log_rerror(
            APLOG_MARK, APLOG_WARNING, 0, context->r,
            "MH2007: a forked process printed: only its parent's output is "
            "sent; let it write to a pipe that the parent reads");
    out->finished = true;
    return true;
}

/* mod_perl's line, which rules that watch a log know. */
static void note_no_header(request_rec *r)
{
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, r->server,
                 "%s did not send an HTTP header", r->uri);
}

int mh_output_finish(mh_context_t *context, int status)
{
    mh_output_t *out = &context->output;
    apr_size_t used = out->used;

    if (out->finished)
        return status;
    /* No page of HTTP can follow, whatever the handler says. */
    if (out->raw) {
        mh_output_flush(context, true);
        return DONE;
    }
    if (out->redirect && (status == OK || status == DONE))
        return redirect(context);
    if (status == OK && out->status != OK)
        status = out->status;
    if (status != OK && status != DONE)
        return finish_failed(context, status);
    if (out->parse_headers && out->printed) {
        mh_log_rerror(
            CORE_MARK, APLOG_ERR, 0, context->r,
            "MH2008: malformed header from script '%s': Bad header: its "
            "output ended before its headers did: print an empty line after "
            "the last header",
            apr_filepath_name_get(context->r->filename));
        note_no_header(context->r);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    out->parse_headers = false;
    /*
     * If a handler has passed brigades or files itself, the response ends as
     * httpd ends it.
     */
    if (out->sent && !used)
        return status;
    if (!context->r->eos_sent && used)
        status = send_last(context, status);
    return status;
}

/*
 * The last of the output, with the end: it is sent at once, and has a length.
 * But Perl filters get the end in a call of its own, as in mod_perl.
 */
static int send_last(mh_context_t *context, int status)
{
    request_rec *r = context->r;
    mh_output_t *out = &context->output;
    apr_size_t used = out->used;
    apr_status_t rc;

    out->used = 0;
    rc = pass(context, out->buffer, used, false,
              !(is_perls && is_perls(r->output_filters)));
    out->finished = true;
    /* A filter has failed: the client gets an error page if it still can. */
    if (rc == APR_SUCCESS || r->connection->aborted || r->sent_bodyct)
        return status;
    return rc == AP_FILTER_ERROR ? rc : HTTP_INTERNAL_SERVER_ERROR;
}

/*
 * After an error status, httpd adds its error page to the printed text, as in
 * mod_perl, or sends it alone.
 */
static int finish_failed(mh_context_t *context, int status)
{
    mh_output_t *out = &context->output;

    if (status != DECLINED && status != SUSPENDED)
        mh_output_flush(context, false);
    out->parse_headers = false;
    return status;
}

void mh_output_headers_done(mh_context_t *context)
{
    mh_output_t *out = &context->output;

    context->headers_done = true;
    if (!out->parse_headers)
        return;
    out->parse_headers = false;
    /* Output that has waited for its header's end is body now. */
    if (out->header_used)
        add_data(context, out->header, out->header_used);
    out->header_used = out->header_line = out->header_sought = 0;
}

/*
 * Collects the header block, which may come in pieces. On return *data and
 * *length are what follows it, if it is complete.
 */
static apr_status_t write_header(mh_context_t *context, const char **data,
                                 apr_size_t *length)
{
    mh_output_t *out = &context->output;
    apr_size_t end;

    if (!out->header_used) {
        end = header_end(out, *data, *length);
        if (end) {
            parse_header(context, *data, end);
            *data += end;
            *length -= end;
            return APR_SUCCESS;
        }
    }
    if (out->header_used + *length > MAX_HEADER) {
        mh_log_rerror(
            APLOG_MARK, APLOG_ERR, 0, context->r,
            "MH2009: malformed header from script '%s': Bad header: %d bytes "
            "without an empty line after its headers",
            apr_filepath_name_get(context->r->filename), MAX_HEADER);
        note_no_header(context->r);
        out->status = HTTP_INTERNAL_SERVER_ERROR;
        out->discard = true;
        return APR_SUCCESS;
    }
    if (out->header_used + *length > out->header_size) {
        apr_size_t size = (out->header_used + *length) * 2 + BUFFER;
        char *more = apr_palloc(context->r->pool, size);

        if (out->header_used)
            memcpy(more, out->header, out->header_used);
        out->header = more;
        out->header_size = size;
    }
    memcpy(out->header + out->header_used, *data, *length);
    out->header_used += *length;
    end = header_end(out, out->header, out->header_used);
    *length = 0;
    if (end) {
        parse_header(context, out->header, end);
        *data = out->header + end;
        *length = out->header_used - end;
        out->header_used = 0;
    }
    return APR_SUCCESS;
}

/*
 * The length of the block with its empty line; 0 when the empty line has not
 * come yet. The next call gets the same block with more bytes, and searches
 * only these, because a program may print each line, or each byte, by itself.
 */
static apr_size_t header_end(mh_output_t *out, const char *block,
                             apr_size_t length)
{
    const char *newline;

    while ((newline = memchr(block + out->header_sought, '\n',
                             length - out->header_sought))) {
        const char *line = block + out->header_line;

        out->header_line = out->header_sought = newline + 1 - block;
        if (newline == line || (newline == line + 1 && *line == '\r')) {
            apr_size_t end = out->header_line;

            out->header_line = out->header_sought = 0;
            return end;
        }
    }
    out->header_sought = length;
    return 0;
}

static void parse_header(mh_context_t *context, const char *block,
                         apr_size_t length)
{
    request_rec *r = context->r;
    mh_output_t *out = &context->output;
    const char *text = apr_pstrmemdup(r->pool, block, length);
    char bad_line[MAX_STRING_LEN]; /* for httpd's line in the log */
    const char *terminator;
    int argument;

    out->parse_headers = false;
    out->status = ap_scan_script_header_err_strs_ex(
        r, bad_line, AP_CORE_MODULE_INDEX, &terminator, &argument, text, NULL);
    if (out->status != OK) {
        note_no_header(r);
        out->discard = true;
        return;
    }
    apply_location(context);
}

/* RFC 3875, 6.2: a local redirect is served here, others by the client. */
static void apply_location(mh_context_t *context)
{
    request_rec *r = context->r;
    mh_output_t *out = &context->output;
    const char *location = apr_table_get(r->headers_out, "Location");

    if (!location || r->status != HTTP_OK)
        return;
    out->discard = true;
    if (location[0] == '/')
        out->redirect = location;
    else
        out->status = HTTP_MOVED_TEMPORARILY;
}

static int redirect(mh_context_t *context)
{
    request_rec *r = context->r;
    const char *location = context->output.redirect;

    context->output.redirect = NULL;
    context->output.finished = true;
    if (mh_front && mh_front->redirect(r, MH_REDIRECT_GET, location))
        return OK;
    r->method = "GET";
    r->method_number = M_GET;
    /* The body has been read; the new request has none. */
    apr_table_unset(r->headers_in, "Content-Length");
    ap_internal_redirect_handler(location, r);
    return OK;
}
