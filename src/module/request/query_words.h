/*
 * query_words.h - the words of a query without "=", for a script's command
 * line.
 *
 * RFC 3875, 4.4: an "indexed" query. httpd's function for such a query is in
 * mod_cgi, where others cannot call it.
 */
#ifndef MEHARI_MODULE_REQUEST_QUERY_WORDS_H
#define MEHARI_MODULE_REQUEST_QUERY_WORDS_H

#include "httpd.h"
#include "apr_tables.h"

/* char * each, from r->pool; as a rule there are none. */
apr_array_header_t *mh_query_words(request_rec *r);

#endif
