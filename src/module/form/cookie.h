/*
 * cookie.h - parses a Cookie header. It knows nothing of httpd, APR or Perl.
 * Its results point into the header.
 *
 * Cookies are as browsers send them (RFC 6265), or of version 1 (RFC 2965) when
 * the header begins with $Version: then $Path, $Domain and $Port belong to the
 * cookie before them.
 */
#ifndef MEHARI_MODULE_FORM_COOKIE_H
#define MEHARI_MODULE_FORM_COOKIE_H

#include "module/form/form_text.h"

typedef struct {
    mh_slice_t name;
    mh_slice_t value; /* with its quotes */
    mh_slice_t path;  /* these without */
    mh_slice_t domain;
    mh_slice_t port;
    int version;
} mh_cookie_t;

typedef enum {
    MH_COOKIE_GIVEN,
    MH_COOKIE_NONE,      /* the header is over */
    MH_COOKIE_NO_EQUALS, /* malformed from here on: NAME without "=" */
    MH_COOKIE_UNQUOTED,  /* the quote is not closed */
    MH_COOKIE_ATTRIBUTE, /* there is no such $attribute */
    MH_COOKIE_EARLY,     /* a $attribute before the first cookie */
    MH_COOKIE_MIXED      /* a $attribute, but no $Version at the beginning */
} mh_cookie_found_e;

typedef struct {
    mh_slice_t header;
    size_t at;
    int version;
    bool begun; /* there was a cookie */
} mh_cookie_reader_t;

mh_cookie_found_e mh_cookie_next(mh_cookie_reader_t *reader,
                                 mh_cookie_t *cookie);

#endif
