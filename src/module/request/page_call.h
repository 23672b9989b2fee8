/*
 * page_call.h - the call of a sub by a page of mod_include: the sub gets $r and
 * the page's words, and its return value means nothing.
 *
 * httpd marks a subrequest; the marks are notes, so that a worker of a pool has
 * them too.
 */
#ifndef MEHARI_MODULE_REQUEST_PAGE_CALL_H
#define MEHARI_MODULE_REQUEST_PAGE_CALL_H

#include "module/common/httpd_headers.h"

/* Makes rr the call of a sub with these words (char *). */
void mh_page_call_mark(request_rec *rr, const apr_array_header_t *words);

bool mh_page_call_is(const request_rec *r);

/* The words (char *), in r->pool. */
apr_array_header_t *mh_page_call_words(request_rec *r);

#endif
