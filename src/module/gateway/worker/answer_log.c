/*
 * answer_log.c - see answer_log.h.
 */
#include "module/common/mehari.h"

#include "module/gateway/worker/answer_log.h"

#include "module/gateway/worker/answer_names.h"

#define KEY "mehari-answer-log"

/* State of one request; a chain of redirects shares its pool. */
typedef struct kept_t {
    request_rec *r;
    apr_table_t *table[2];
    struct kept_t *next;
} kept_t;

/*
 * CGI's own variables (RFC 3875), and those of httpd and its modules about the
 * client, the connection and the request. A log that names one of them wants
 * httpd's value, or nothing.
 */
static const char *const not_theirs[] = {
    "AUTH",      "AUTHENTICATE_", "AUTHORIZE_", "CONTENT_", "CONTEXT_",
    "DOCUMENT_", "GATEWAY_",      "HTTP",       "PATH_",    "PROXY",
    "QUERY_",    "REDIRECT_",     "REMOTE_",    "REQUEST_", "SCRIPT_",
    "SERVER_",   "SSL_",          "UNIQUE_",
};

static kept_t *first_of(const request_rec *r)
{
    void *first = NULL;

    apr_pool_userdata_get(&first, KEY, r->pool);
    return first;
}

static kept_t *kept_of(request_rec *r)
{
    kept_t *kept = first_of(r);

    while (kept && kept->r != r)
        kept = kept->next;
    if (kept)
        return kept;
    kept = apr_pcalloc(r->pool, sizeof(*kept));
    kept->r = r;
    kept->next = first_of(r);
    apr_pool_userdata_setn(kept, KEY, NULL, r->pool);
    return kept;
}

static apr_table_t *own(const request_rec *r, mh_gateway_answer_names_e what)
{
    return what == MH_ANSWER_NOTES ? r->notes : r->subprocess_env;
}

static bool is_theirs(const char *name, mh_gateway_answer_names_e what)
{
    if (!mh_gateway_answer_names_has(what, name))
        return false;
    for (size_t i = 0; what == MH_ANSWER_ENVIRONMENT &&
                       i < sizeof(not_theirs) / sizeof(not_theirs[0]);
         i++)
        if (!strncasecmp(name, not_theirs[i], strlen(not_theirs[i])))
            return false;
    return true;
}

static apr_table_t *kept_table(request_rec *r, mh_gateway_answer_names_e what)
{
    kept_t *kept = kept_of(r);

    if (!kept->table[what])
        kept->table[what] = apr_table_make(r->pool, 4);
    return kept->table[what];
}

bool mh_gateway_answer_log_keep(request_rec *r, mh_gateway_answer_names_e what,
                                const apr_table_t *said, int most)
{
    const apr_array_header_t *all = apr_table_elts(said);
    apr_table_t *has = own(r, what);
    int kept = 0;

    for (int i = 0; i < all->nelts; i++) {
        const apr_table_entry_t *each = &APR_ARRAY_IDX(all, i,
                                                       apr_table_entry_t);

        /* httpd's own values stay. */
        if (apr_table_get(has, each->key) || !is_theirs(each->key, what))
            continue;
        if (++kept > most)
            return false;
        apr_table_addn(kept_table(r, what), each->key, each->val);
    }
    return true;
}

void mh_gateway_answer_log_continue(request_rec *r, const char *note,
                                    const char *value)
{
    apr_table_setn(kept_table(r, MH_ANSWER_NOTES), note, value);
}

static void apply_kept(kept_t *kept)
{
    for (int what = MH_ANSWER_NOTES; what <= MH_ANSWER_ENVIRONMENT; what++) {
        if (kept->table[what])
            apr_table_overlap(own(kept->r, what), kept->table[what],
                              APR_OVERLAP_TABLES_SET);
        kept->table[what] = NULL;
    }
}

void mh_gateway_answer_log_apply(request_rec *r)
{
    for (kept_t *kept = first_of(r); kept; kept = kept->next)
        if (kept->r == r)
            apply_kept(kept);
}

/* The whole chain of the request is over. */
static int apply_all(request_rec *r)
{
    for (kept_t *kept = first_of(r); kept; kept = kept->next)
        apply_kept(kept);
    return DECLINED;
}

/* Runs before any log, and before Perl handlers of that phase. */
void mh_gateway_answer_log_register(void)
{
    ap_hook_log_transaction(apply_all, NULL, NULL, APR_HOOK_REALLY_FIRST - 1);
}
