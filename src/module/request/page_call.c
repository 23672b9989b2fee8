/*
 * page_call.c - see page_call.h.
 */
#include "module/request/page_call.h"

#define CALL "mehari-page-call"
#define WORD "mehari-page-word"

void mh_page_call_mark(request_rec *rr, const apr_array_header_t *words)
{
    apr_table_setn(rr->notes, CALL, "");
    for (int i = 0; i < words->nelts; i++)
        apr_table_add(rr->notes, WORD, APR_ARRAY_IDX(words, i, char *));
}

/*
 * Pages make only subrequests, so other requests need no look at their notes.
 */
bool mh_page_call_is(const request_rec *r)
{
    return r->main && apr_table_get(r->notes, CALL);
}

static int add_word(void *words, const char *key, const char *word)
{
    APR_ARRAY_PUSH((apr_array_header_t *)words, const char *) = word;
    return 1;
}

apr_array_header_t *mh_page_call_words(request_rec *r)
{
    apr_array_header_t *words = apr_array_make(r->pool, 4, sizeof(char *));

    apr_table_do(add_word, words, r->notes, WORD, NULL);
    return words;
}
