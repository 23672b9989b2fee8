/*
 * output.h - what Perl prints: a buffer per request in front of httpd's
 * output filters.
 *
 * The buffer (8 KiB, httpd's own AP_IOBUFSIZE) is flushed when it is full, on
 * request and at the end. With header parsing on, the header block that a CGI
 * program prints is taken from the front of the output, in as many pieces as
 * it comes; what follows is the body. The end of the response is sent with the
 * last data, so that a short page is one write with a Content-Length.
 */
#ifndef MEHARI_MODULE_REQUEST_OUTPUT_H
#define MEHARI_MODULE_REQUEST_OUTPUT_H

#include "module/request/context/context.h"

/*
 * Adds length bytes. APR_SUCCESS, or the error of the filters (the client has
 * gone: APR_ECONNABORTED), which stays the answer for the rest of the request.
 */
apr_status_t mh_output_write(mh_context_t *context, const char *data,
                             apr_size_t length);

/* Passes what is buffered to the filters; with `client`, on to the client. */
apr_status_t mh_output_flush(mh_context_t *context, bool client);

/*
 * Called when the handlers have returned `status`: passes the rest, and the end
 * of the response if status is OK. Returns the status for httpd.
 */
int mh_output_finish(mh_context_t *context, int status);

/*
 * True for a filter in Perl, which gets the end of a response in a call of its
 * own. The units above set it.
 */
void mh_output_filters_by(bool (*is_filter)(const ap_filter_t *link));

/*
 * The handler has set its headers itself: the output is not searched for
 * headers.
 */
void mh_output_headers_done(mh_context_t *context);

#endif
