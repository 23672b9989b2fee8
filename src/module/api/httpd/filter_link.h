/*
 * filter_link.h - filters that Perl gives to a method. Each must be of the
 * right direction, and must live as long as the object that gets it.
 */
#ifndef MEHARI_MODULE_API_HTTPD_FILTER_LINK_H
#define MEHARI_MODULE_API_HTTPD_FILTER_LINK_H

#include "module/api/core/method_table.h"

/* The link of a filter; croaks if it is an input filter. */
ap_filter_t *mh_filter_link_output(pTHX_ mh_call_t *call, ap_filter_t *link);

/* The link of a filter; croaks if it is an output filter. */
ap_filter_t *mh_filter_link_input(pTHX_ mh_call_t *call, ap_filter_t *link);

/*
 * A method for a field of the invocant, at the offset of the method's number:
 * returns the first filter of the chain. With an argument, that filter becomes
 * the first one.
 */
SV *mh_filter_link_chain(pTHX_ mh_call_t *call);

#endif
