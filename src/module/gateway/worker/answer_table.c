/*
 * answer_table.c - see answer_table.h.
 */
#include "module/common/mehari.h"

#include "module/gateway/worker/answer_table.h"

#include "module/gateway/worker/answer_header.h"
#include "module/gateway/worker/answer_log.h"
#include "module/request/timing.h"
#include "module/worker/record.h"
#include "module/request/response_maker.h"

#define LINE_MAX_SIZE 8190 /* as httpd's LimitRequestLine */
#define KIB 1024

typedef struct row_t row_t;

/* False: the value exceeds its limit. */
typedef bool apply_t(mh_said_t *said, const row_t *row);

/* Time at which a row is applied. */
typedef enum { HEAD, END } stage_e;

struct row_t {
    stage_e stage;
    const char *field;
    size_t most; /* limit: bytes, entries or the highest number */
    apply_t *apply;
};

static apply_t put_status, put_status_line, put_type, put_encoding,
    put_languages, put_headers, put_error_headers, put_mtime, put_allowed,
    put_flags, put_raw, check_returned, check_handler, check_redirect,
    check_customs, put_error_notes, keep_timing, keep_notes, keep_environment;

/*
 * All that a worker's answer may set. Left out, and so never set: user and
 * ap_auth_type, filename, path_info, uri, args, method, headers_in, finfo,
 * proxyreq, filters and configuration. Reasons are in docs/security.md.
 */
static const row_t rows[] = {
    { HEAD, "status", 999, put_status },
    { HEAD, "status_line", 1000, put_status_line },
    { HEAD, "content_type", 1000, put_type },
    { HEAD, "content_encoding", 1000, put_encoding },
    { HEAD, "content_languages", 100, put_languages },
    { HEAD, "headers_out", 1024L * KIB, put_headers },
    { HEAD, "err_headers_out", 1024L * KIB, put_error_headers },
    { HEAD, "mtime", 0, put_mtime },
    { HEAD, "allowed", 0, put_allowed },
    { HEAD, "no_cache", 1, put_flags },
    { HEAD, "assbackwards", 1, put_raw },
    { END, "returned", 0, check_returned },
    { END, "handler", 0, check_handler },
    { END, "redirect", LINE_MAX_SIZE, check_redirect },
    { END, "custom_response", 256L * KIB, check_customs },
    { END, "error_notes", LINE_MAX_SIZE, put_error_notes },
    { END, "timing", LINE_MAX_SIZE, keep_timing },
    { END, "notes", 1000, keep_notes },
    { END, "subprocess_env", 1000, keep_environment },
};

/* Limits of records that are stored until they are whole. */
static const size_t records[MH_RECORDS] = {
    [MH_RECORD_HEAD] = 1024L * KIB, [MH_RECORD_END] = 1024L * KIB,
    [MH_RECORD_LOG] = 64L * KIB,    [MH_RECORD_INTERIM] = 64L * KIB,
    [MH_RECORD_DATA] = UINT32_MAX,
};

size_t mh_said_record_max(unsigned kind)
{
    return kind < MH_RECORDS ? records[kind] : 0;
}

void mh_said_begin(mh_said_t *said, request_rec *r)
{
    memset(said, 0, sizeof(*said));
    said->r = r;
    said->of.pool = r->pool;
    said->of.headers_out = apr_table_make(r->pool, 8);
    said->of.err_headers_out = apr_table_make(r->pool, 4);
    said->of.notes = apr_table_make(r->pool, 4);
    said->of.subprocess_env = apr_table_make(r->pool, 4);
    said->of.allowed_methods = ap_make_method_list(r->pool, 1);
}

static bool apply(mh_said_t *said, stage_e stage)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].stage != stage || rows[i].apply(said, &rows[i]))
            continue;
        if (!said->refused)
            said->refused = rows[i].field;
        return false;
    }
    return true;
}

bool mh_said_head(mh_said_t *said)
{
    return apply(said, HEAD);
}

bool mh_said_end(mh_said_t *said)
{
    return apply(said, END);
}

bool mh_said_interim(mh_said_t *said, int status, apr_table_t *headers)
{
    if (!ap_is_HTTP_INFO(status) || status == HTTP_SWITCHING_PROTOCOLS)
        said->refused = "interim responses";
    mh_gateway_answer_header_drop_hops(headers);
    return !said->refused;
}

/* True for a line that is safe in a header or a log: no byte ends it early. */
static bool is_line(const char *text, size_t most)
{
    size_t size = 0;

    for (; text && text[size]; size++)
        if (size >= most || (apr_iscntrl(text[size]) && text[size] != '\t'))
            return false;
    return true;
}

/*
 * A status 1xx would make the client, or a proxy on the way, wait for another
 * response, and take this one's body for that.
 */
static bool is_final(int status, size_t most)
{
    return status >= 200 && (size_t)status <= most;
}

/* The log shows a number that is refused, because the handler set it. */
static bool refuse_number(mh_said_t *said, const char *format, int number)
{
    said->refused = apr_psprintf(said->r->pool, format, number);
    return false;
}

static bool put_status(mh_said_t *said, const row_t *row)
{
    if (said->of.status != said->r->status &&
        !is_final(said->of.status, row->most))
        return refuse_number(said, "status %d", said->of.status);
    said->r->status = said->of.status;
    return true;
}

static bool put_status_line(mh_said_t *said, const row_t *row)
{
    if (!is_line(said->of.status_line, row->most))
        return false;
    said->r->status_line = said->of.status_line;
    return true;
}

/* The type chooses filters when it is set; it never chooses a handler. */
static bool put_type(mh_said_t *said, const row_t *row)
{
    request_rec *r = said->r;
    const char *type = said->of.content_type;

    if (!is_line(type, row->most))
        return false;
    if (!type || (r->content_type && !strcmp(type, r->content_type)))
        return true;
#if AP_MODULE_MAGIC_AT_LEAST(20120211, 132)
    ap_set_content_type_ex(r, type, 0);
#else
    ap_set_content_type(r, type);
#endif
    return true;
}

static bool put_encoding(mh_said_t *said, const row_t *row)
{
    if (!is_line(said->of.content_encoding, row->most))
        return false;
    said->r->content_encoding = said->of.content_encoding;
    return true;
}

static bool put_languages(mh_said_t *said, const row_t *row)
{
    const apr_array_header_t *languages = said->of.content_languages;

    if (languages && (size_t)languages->nelts > row->most)
        return false;
    for (int i = 0; languages && i < languages->nelts; i++)
        if (!is_line(APR_ARRAY_IDX(languages, i, char *), row->most))
            return false;
    said->r->content_languages = said->of.content_languages;
    return true;
}

static bool put_table(mh_said_t *said, const row_t *row, apr_table_t *to,
                      apr_table_t *from)
{
    request_rec *r = said->r;
    const char *bad = NULL;

    if (mh_gateway_answer_header_put(r, to, from, row->most,
                                     to == r->headers_out, &bad))
        return true;
    /* httpd escapes the name in its log. */
    if (bad)
        said->refused = apr_psprintf(r->pool, "%s line '%.100s'", row->field,
                                     bad);
    return false;
}

static bool put_headers(mh_said_t *said, const row_t *row)
{
    const char *encoding = apr_table_get(said->of.headers_out,
                                         "Transfer-Encoding");

    said->chunked = encoding && !strcasecmp(encoding, "chunked");
    return put_table(said, row, said->r->headers_out, said->of.headers_out);
}

static bool put_error_headers(mh_said_t *said, const row_t *row)
{
    return put_table(said, row, said->r->err_headers_out,
                     said->of.err_headers_out);
}

static bool put_mtime(mh_said_t *said, const row_t *row)
{
    said->r->mtime = said->of.mtime < 0 ? 0 : said->of.mtime;
    return true;
}

static bool put_allowed(mh_said_t *said, const row_t *row)
{
    said->r->allowed = said->of.allowed;
    said->r->allowed_methods->method_mask =
        said->of.allowed_methods->method_mask;
    return true;
}

static bool put_flags(mh_said_t *said, const row_t *row)
{
    said->r->no_cache = said->of.no_cache != 0;
    said->r->no_local_copy = said->of.no_local_copy != 0;
    return true;
}

/* The handler writes its own head, like an nph- script: no response can follow
 * it. */
static bool put_raw(mh_said_t *said, const row_t *row)
{
    if (!said->of.assbackwards == !said->r->assbackwards)
        return true;
    said->r->assbackwards = said->of.assbackwards != 0;
    said->r->connection->keepalive = AP_CONN_CLOSE;
    return true;
}

/*
 * A value that is no status at all reaches httpd, which logs it and answers
 * 500, as for any handler.
 */
static bool check_returned(mh_said_t *said, const row_t *row)
{
    int status = said->answer.status;

    if (!ap_is_HTTP_INFO(status) && status != AP_FILTER_ERROR)
        return true;
    return refuse_number(said, "returned value %d", status);
}

/*
 * A handler may leave the request to httpd's own handler, which sends the file.
 * If it names any other handler, the file is not served either.
 */
static bool check_handler(mh_said_t *said, const row_t *row)
{
    const char *wanted = said->of.handler;
    const char *type = said->r->content_type;

    if (said->answer.status != DECLINED || !wanted)
        return true;
    return mh_response_handler(wanted) || !strcmp(wanted, "default-handler") ||
           (type && !strcmp(wanted, type));
}

static bool check_redirect(mh_said_t *said, const row_t *row)
{
    const mh_answer_t *answer = &said->answer;

    if (!answer->redirect)
        return true;
    return answer->redirect > 0 && answer->redirect <= MH_REDIRECT_GET &&
           answer->uri && *answer->uri == '/' &&
           is_line(answer->uri, row->most);
}

static bool check_customs(mh_said_t *said, const row_t *row)
{
    const apr_array_header_t *all = apr_table_elts(said->answer.customs);

    for (int i = 0; i < all->nelts; i++) {
        const apr_table_entry_t *each = &APR_ARRAY_IDX(all, i,
                                                       apr_table_entry_t);

        if (!is_final(atoi(each->key), 599) || strlen(each->val) > row->most)
            return false;
    }
    return all->nelts <= 100;
}

/* Reason of the failure, for people: an ErrorDocument gets
 * REDIRECT_ERROR_NOTES. */
static bool put_error_notes(mh_said_t *said, const row_t *row)
{
    request_rec *r = said->r;
    const char *text = apr_table_get(said->of.notes, "error-notes");

    if (text && !apr_table_get(r->notes, "error-notes"))
        apr_table_setn(r->notes, "error-notes",
                       apr_pstrndup(r->pool, text, row->most));
    return true;
}

/*
 * PerlTiming's sums go with the request, and the worker adds to them, so only
 * the worker's sums count. There are none if the directive is off.
 */
static bool keep_timing(mh_said_t *said, const row_t *row)
{
    request_rec *r = said->r;

    for (const char *const *note = mh_timing_notes; *note; note++) {
        const char *value = mh_timing_is_on(r)
                                ? apr_table_get(said->of.notes, *note)
                                : NULL;

        if (value && is_line(value, row->most))
            mh_gateway_answer_log_continue(r, *note, value);
        apr_table_unset(said->of.notes, *note);
    }
    return true;
}

static bool keep_notes(mh_said_t *said, const row_t *row)
{
    return mh_gateway_answer_log_keep(said->r, MH_ANSWER_NOTES, said->of.notes,
                                      (int)row->most);
}

static bool keep_environment(mh_said_t *said, const row_t *row)
{
    return mh_gateway_answer_log_keep(said->r, MH_ANSWER_ENVIRONMENT,
                                      said->of.subprocess_env, (int)row->most);
}

void mh_said_final(request_rec *r)
{
    mh_gateway_answer_log_apply(r);
}
