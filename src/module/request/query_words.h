/*
 * query_words.h - the words of a query without "=", for a script's command
 * line.
 *
 * RFC 3875, 4.4: an "indexed" query. httpd has no function for it that others
 * can call; it is in mod_cgi.
 */
#ifndef MEHARI_MODULE_REQUEST_QUERY_WORDS_H
#define MEHARI_MODULE_REQUEST_QUERY_WORDS_H

#include "httpd.h"
#include "apr_tables.h"

/* char * each, from r->pool; as a rule there are none. */
apr_array_header_t *mh_query_words(request_rec *r);

#endif
