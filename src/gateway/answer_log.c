/*
 * answer_log.c - see answer_log.h.
 */
#include "mehari.h"

#include "gateway/answer_log.h"

#include "apr_lib.h"

#define ERROR_NOTES_MAX 8190
#define KEY "mehari-answer-log"

/* Of one request; those of a chain of redirects have one pool. */
typedef struct kept_t {
    request_rec *r;
    apr_table_t *table[2];
    struct kept_t *next;
} kept_t;

/*
 * What httpd and its modules say of who the client is, of the connection and
 * of the request. A name that begins so is not a worker's to set.
 */
static const char *const not_theirs[] = {
    "AUTH",      "AUTHENTICATE_", "AUTHORIZE_", "CONTENT_", "CONTEXT_",
    "DOCUMENT_", "GATEWAY_",      "HTTP",       "PATH_",    "PROXY",
    "QUERY_",    "REDIRECT_",     "REMOTE_",    "REQUEST_", "SCRIPT_",
    "SERVER_",   "SSL_",          "UNIQUE_",
};

/*
 * What PerlTiming notes: a worker goes on with the note that came with the
 * request, so its own has all of httpd's.
 */
static const char *const continued[] = { "perl-timing", "perl-time",
                                         "perl-cpu" };

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

static apr_table_t *own(const request_rec *r, mh_answer_log_e what)
{
    return what == MH_ANSWER_NOTES ? r->notes : r->subprocess_env;
}

static bool is_theirs(const char *name, mh_answer_log_e what)
{
    for (const char *at = name; *at; at++)
        if (apr_iscntrl(*at) || *at == '=')
            return false;
    if (what == MH_ANSWER_NOTES)
        return true;
    for (size_t i = 0; i < sizeof(not_theirs) / sizeof(not_theirs[0]); i++)
        if (!strncasecmp(name, not_theirs[i], strlen(not_theirs[i])))
            return false;
    return true;
}

/* Why it failed, for people: an ErrorDocument gets REDIRECT_ERROR_NOTES. */
static void note_error(request_rec *r, const char *text)
{
    apr_table_setn(r->notes, "error-notes",
                   apr_pstrndup(r->pool, text, ERROR_NOTES_MAX));
}

/* There is one of httpd's already, which stays. */
static bool is_ours(const apr_table_t *has, const char *name,
                    mh_answer_log_e what)
{
    if (!apr_table_get(has, name))
        return false;
    for (size_t i = 0; i < sizeof(continued) / sizeof(continued[0]); i++)
        if (what == MH_ANSWER_NOTES && !strcmp(name, continued[i]))
            return false;
    return true;
}

bool mh_answer_log_keep(request_rec *r, mh_answer_log_e what, apr_table_t *said,
                        int most)
{
    const apr_array_header_t *all = apr_table_elts(said);
    apr_table_t *has = own(r, what);
    apr_table_t *new = NULL;

    for (int i = 0; i < all->nelts; i++) {
        const apr_table_entry_t *each = &APR_ARRAY_IDX(all, i,
                                                       apr_table_entry_t);

        if (is_ours(has, each->key, what) || !is_theirs(each->key, what))
            continue;
        if (what == MH_ANSWER_NOTES && !strcmp(each->key, "error-notes")) {
            note_error(r, each->val);
            continue;
        }
        if (!new)
            new = apr_table_make(r->pool, 4);
        if (apr_table_elts(new)->nelts >= most)
            return false;
        apr_table_addn(new, each->key, each->val);
    }
    if (new)
        kept_of(r)->table[what] = new;
    return true;
}

static void apply(kept_t *kept)
{
    for (int what = MH_ANSWER_NOTES; what <= MH_ANSWER_ENVIRONMENT; what++) {
        if (kept->table[what])
            apr_table_overlap(own(kept->r, what), kept->table[what],
                              APR_OVERLAP_TABLES_SET);
        kept->table[what] = NULL;
    }
}

void mh_answer_log_apply(request_rec *r)
{
    for (kept_t *kept = first_of(r); kept; kept = kept->next)
        if (kept->r == r)
            apply(kept);
}

/* The request is over: the whole chain. */
static int apply_all(request_rec *r)
{
    for (kept_t *kept = first_of(r); kept; kept = kept->next)
        apply(kept);
    return DECLINED;
}

/* Before any log, and before handlers of Perl for that phase. */
void mh_answer_log_register(void)
{
    ap_hook_log_transaction(apply_all, NULL, NULL, APR_HOOK_REALLY_FIRST - 1);
}
