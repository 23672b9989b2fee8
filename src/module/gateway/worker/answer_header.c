/*
 * answer_header.c - see answer_header.h.
 */
#include "module/common/mehari.h"

#include "module/gateway/worker/answer_header.h"

#include "apr_lib.h"

#include "module/gateway/worker/answer_length.h"

/* RFC 9110, 7.6.1, and headers that are used in the same way. */
static const char *const hops[] = {
    "Connection",
    "Keep-Alive",
    "TE",
    "Trailer",
    "Trailers",
    "Transfer-Encoding",
    "Upgrade",
    "HTTP2-Settings",
    "Proxy-Connection",
    "Proxy-Authenticate",
    "Proxy-Authorization",
    "Proxy-Authentication-Info",
};

#define HOPS (sizeof(hops) / sizeof(hops[0]))

/* Limit that no honest answer exceeds. */
#define NAMED_MAX 100

static void drop_named(apr_table_t *headers, char *list)
{
    char *last;
    const char *name = apr_strtok(list, " \t,", &last);

    for (int i = 0; name && i < NAMED_MAX; i++) {
        apr_table_unset(headers, name);
        name = apr_strtok(NULL, " \t,", &last);
    }
}

/* Context for each line of Connection. */
typedef struct {
    apr_table_t *headers;
    apr_pool_t *pool;
    bool close;
    int lines;
} connection_t;

static int take_connection(void *data, const char *name, const char *value)
{
    connection_t *connection = data;

    if (ap_find_token(connection->pool, value, "close"))
        connection->close = true;
    drop_named(connection->headers, apr_pstrdup(connection->pool, value));
    return ++connection->lines < NAMED_MAX;
}

/* True: one of the headers closes the connection. */
static bool drop_hops(apr_table_t *headers, apr_pool_t *pool)
{
    connection_t connection = { .headers = headers, .pool = pool };
    apr_table_t *lines = apr_table_make(pool, 1);
    const apr_array_header_t *all = apr_table_elts(headers);

    for (int i = 0; i < all->nelts; i++) {
        const apr_table_entry_t *each = &APR_ARRAY_IDX(all, i,
                                                       apr_table_entry_t);

        if (!strcasecmp(each->key, "Connection") ||
            !strcasecmp(each->key, "Proxy-Connection"))
            apr_table_addn(lines, each->key, each->val);
    }
    apr_table_do(take_connection, &connection, lines, NULL);
    for (size_t i = 0; i < HOPS; i++)
        apr_table_unset(headers, hops[i]);
    return connection.close;
}

void mh_gateway_answer_header_drop_hops(apr_table_t *headers)
{
    (void)drop_hops(headers, apr_table_elts(headers)->pool);
}

/* Keeps httpd's own headers, set before any handler has run: Upgrade. */
static void keep_hops(apr_table_t *to, apr_table_t *own)
{
    for (size_t i = 0; i < HOPS; i++) {
        const char *value = apr_table_get(own, hops[i]);

        if (value)
            apr_table_setn(to, hops[i], value);
    }
}

static bool is_token(const char *name)
{
    const char *at = name;

    while (*at && !apr_iscntrl(*at) && (unsigned char)*at < 127 &&
           !strchr(" \"(),/:;<=>?@[\\]{}", *at))
        at++;
    return at != name && !*at;
}

static bool is_value(const char *value)
{
    while (*value && (!apr_iscntrl(*value) || *value == '\t'))
        value++;
    return !*value;
}

/* *bad: the header that is invalid; NULL if there are too many. */
static bool may_be(const apr_table_t *said, size_t most, const char **bad)
{
    const apr_array_header_t *all = apr_table_elts(said);
    size_t size = 0;

    for (int i = 0; i < all->nelts; i++) {
        const apr_table_entry_t *each = &APR_ARRAY_IDX(all, i,
                                                       apr_table_entry_t);

        size += strlen(each->key) + strlen(each->val);
        *bad = each->key;
        if (!is_token(each->key) || !is_value(each->val))
            return false;
    }
    *bad = NULL;
    return size <= most;
}

bool mh_gateway_answer_header_put(request_rec *r, apr_table_t *to,
                                  apr_table_t *said, size_t most,
                                  bool has_length, const char **bad)
{
    apr_table_t *own = apr_table_copy(r->pool, to);
    apr_off_t length;

    if (!may_be(said, most, bad))
        return false;
    if (drop_hops(said, r->pool))
        r->connection->keepalive = AP_CONN_CLOSE;
    if (!has_length || !mh_gateway_answer_length(said, &length))
        apr_table_unset(said, "Content-Length");
    else
        mh_gateway_answer_length_watch(r);
    apr_table_clear(to);
    keep_hops(to, own);
    for (int i = 0; i < apr_table_elts(said)->nelts; i++) {
        const apr_table_entry_t *each = &APR_ARRAY_IDX(apr_table_elts(said), i,
                                                       apr_table_entry_t);

        apr_table_addn(to, each->key, each->val);
    }
    return true;
}
