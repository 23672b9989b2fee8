/*
 * input.h - the body of a request, as $r->read and STDIN read it.
 *
 * The body comes through httpd's input filters, which undo chunked encoding,
 * answer Expect: 100-continue at the first read, and watch LimitRequestBody.
 * The state of reading (the end, a failure, bytes that a filter gave too early)
 * belongs to the whole request: subrequests and internal redirects read on
 * where the first reader stopped. Runs in a child, during a request.
 */
#ifndef MEHARI_MODULE_REQUEST_INPUT_H
#define MEHARI_MODULE_REQUEST_INPUT_H

#include "module/common/mehari.h"

/*
 * Reads what there is, at most `wanted` bytes, waiting until there is
 * something. Success with *got == 0 (and wanted > 0) is the end of the body,
 * and stays so. A failure stays too, and the connection will not be kept.
 */
apr_status_t mh_input_read(request_rec *r, char *buffer, apr_size_t wanted,
                           apr_size_t *got);

/*
 * The body has been read, and what follows it is no HTTP: reads go on until the
 * client ends.
 */
void mh_input_raw(request_rec *r);

/* Gives back bytes that were not used: the next read gets them first. */
void mh_input_unread(request_rec *r, const char *data, apr_size_t length);

/*
 * The status for the client if reading has failed: 413, 408 or 400, or
 * AP_FILTER_ERROR if a filter has answered already. OK if reading has not
 * failed.
 */
int mh_input_status(request_rec *r);

#endif
