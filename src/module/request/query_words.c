/*
 * query_words.c - see query_words.h.
 */
#include "module/request/query_words.h"

#include "util_script.h"

/* Each is unescaped, and then escaped for a shell. */
apr_array_header_t *mh_query_words(request_rec *r)
{
    apr_array_header_t *words = apr_array_make(r->pool, 4, sizeof(char *));
    const char *rest = r->args;
    int count = 1;

    if (!rest || !*rest || strchr(rest, '='))
        return words;
    for (const char *at = rest; *at; at++)
        count += *at == '+';
    if (count > APACHE_ARG_MAX - 2)
        count = APACHE_ARG_MAX - 2;
    while (count--) {
        char *word = ap_getword_nulls(r->pool, &rest, '+');

        ap_unescape_url(word);
        APR_ARRAY_PUSH(words, char *) = ap_escape_shell_cmd(r->pool, word);
    }
    return words;
}
