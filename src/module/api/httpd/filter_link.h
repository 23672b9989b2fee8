/*
 * filter_link.h - filters that Perl gives to a method: of the right direction,
 * and not gone before what they are put into.
 */
#ifndef MEHARI_MODULE_API_HTTPD_FILTER_LINK_H
#define MEHARI_MODULE_API_HTTPD_FILTER_LINK_H

#include "module/api/core/method_table.h"

/* The link, which is no input filter; croaks when it is. */
ap_filter_t *mh_filter_link_output(pTHX_ mh_call_t *call, ap_filter_t *link);

/* The link, which is no output filter; croaks when it is. */
ap_filter_t *mh_filter_link_input(pTHX_ mh_call_t *call, ap_filter_t *link);

/*
 * Returns the first filter of the chain at *place. With an argument, that
 * filter becomes the first one.
 */
SV *mh_filter_link_chain(pTHX_ mh_call_t *call, ap_filter_t **place,
                         bool input);

#endif
