/*
 * answer.c - the records that a worker sends while it serves a request, as
 * httpd reads them.
 */
#include "module.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "module/gateway/worker/gateway_answer.h"
#include "module/worker/fields.h"

/* The visible parts of an answer. */
typedef struct seen_t {
    bool wrong;
    bool whole;
    bool done;
    bool has_head;
    mh_answer_t answer;
    apr_size_t held;
    size_t logged;
    int wanted;
    apr_size_t hash; /* hash of the body and of the response's fields */
} seen_t;

static apr_size_t add(apr_size_t hash, const char *data, size_t size)
{
    for (; size; size--)
        hash = (hash ^ (unsigned char)*data++) * 16777619U;
    return hash;
}

static int add_row(void *data, const char *key, const char *value)
{
    apr_size_t *hash = data;

    mh_fuzz_expect(key && value, "a row of a table is a name and a value");
    *hash = add(add(*hash, key, strlen(key)), value, strlen(value));
    return 1;
}

static void check_languages(const apr_array_header_t *languages)
{
    for (int i = 0; languages && i < languages->nelts; i++)
        mh_fuzz_expect(APR_ARRAY_IDX(languages, i, char *) != NULL,
                       "a language has a name");
}

/* The part of a body that has come; `held` is its size. */
static apr_size_t body_of(apr_bucket_brigade *bb, apr_size_t held)
{
    apr_size_t hash = 1;
    apr_size_t total = 0;

    for (apr_bucket *b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        const char *data;
        apr_size_t size;

        mh_fuzz_expect(!apr_bucket_read(b, &data, &size, APR_BLOCK_READ),
                       "the body is in memory");
        hash = add(hash, data, size);
        total += size;
    }
    mh_fuzz_expect(total == held, "what is held is counted");
    return hash;
}

static void look(const mh_gateway_answer_t *answer, request_rec *r,
                 seen_t *seen)
{
    const mh_process_output_t *output = &answer->output;

    memset(seen, 0, sizeof(*seen));
    seen->wrong = answer->wrong;
    seen->whole = answer->whole;
    seen->done = answer->done;
    seen->has_head = output->has_head;
    seen->held = output->held;
    seen->logged = mh_fuzz_logged();
    seen->wanted = mh_fuzz_wanted();
    seen->hash = body_of(output->bb, output->held);
    mh_fuzz_expect(output->ended == (answer->whole || answer->wrong),
                   "it has ended when it is whole, or makes no sense");
    mh_fuzz_expect(!answer->done || answer->whole, "what is done is whole");
    if (answer->wrong)
        return;
    apr_table_do(add_row, &seen->hash, r->headers_out, NULL);
    apr_table_do(add_row, &seen->hash, r->err_headers_out, NULL);
    apr_table_do(add_row, &seen->hash, r->notes, NULL);
    apr_table_do(add_row, &seen->hash, r->subprocess_env, NULL);
    check_languages(r->content_languages);
    if (answer->whole) {
        memcpy(&seen->answer, &answer->answer, sizeof(seen->answer));
        apr_table_do(add_row, &seen->hash, seen->answer.customs, NULL);
        seen->answer.customs = NULL;
        seen->answer.uri = NULL;
    }
}

/* The answer comes in parts of so many bytes. */
static void take(const char *data, size_t size, size_t part, seen_t *seen)
{
    apr_pool_t *pool = mh_fuzz_pool();
    request_rec *r = ap_create_request(mh_fuzz_connection(pool));
    mh_process_t script = { .r = r };
    mh_gateway_answer_t answer = { .output.process = &script };

    answer.output.bb = apr_brigade_create(pool, r->connection->bucket_alloc);
    for (size_t at = 0; at < size; at += part)
        mh_gateway_answer_take(&answer.output, data + at,
                               size - at < part ? size - at : part);
    look(&answer, r, seen);
    apr_pool_destroy(pool);
}

void mh_fuzz_answer(const char *data, size_t size)
{
    static const size_t parts[] = { 1, 11, 4096 };
    seen_t whole;
    seen_t seen;

    take(data, size, size ? size : 1, &whole);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        take(data, size, parts[i], &seen);
        mh_fuzz_expect(!memcmp(&whole, &seen, sizeof(seen)),
                       "it does not matter in which parts it comes");
    }
}
