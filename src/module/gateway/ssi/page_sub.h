/*
 * page_sub.h - the subs that pages of mod_include may call: PerlSsiSub names
 * them. Runs in httpd; the sub runs in httpd or in the pool of the page's
 * place.
 */
#ifndef MEHARI_MODULE_GATEWAY_SSI_PAGE_SUB_H
#define MEHARI_MODULE_GATEWAY_SSI_PAGE_SUB_H

#include "module/common/httpd_headers.h"

struct mh_handler;

/* The sub of that name, or NULL: the page of r may not call it. */
struct mh_handler *mh_page_sub_find(const request_rec *r, const char *name);

/*
 * Calls the sub with these words (char *) as arguments. The output goes to
 * next. Returns OK or a status of HTTP.
 */
int mh_page_sub_call(request_rec *r, struct mh_handler *sub,
                     const apr_array_header_t *words, ap_filter_t *next);

#endif
