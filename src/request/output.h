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
#ifndef MEHARI_REQUEST_OUTPUT_H
#define MEHARI_REQUEST_OUTPUT_H

#include "../mehari.h"

struct mh_context;

typedef struct {
    char *buffer; /* AP_IOBUFSIZE bytes, NULL until something is printed */
    apr_size_t used;
    apr_bucket_brigade
        *brigade; /* to pass data in; NULL: none yet, or in use */
    char *header; /* a header block that is not complete yet */
    apr_size_t header_used;
    apr_size_t header_size;
    apr_size_t header_line;   /* where its last line begins */
    apr_size_t header_sought; /* no empty line ends before */
    apr_off_t length;         /* what has been written, headers included */
    bool parse_headers;       /* the next output begins with CGI headers */
    bool discard;         /* a redirect or an error: the rest is not wanted */
    bool printed;         /* something has been written */
    bool sent;            /* something has been passed to the filters */
    bool finished;        /* the end of the response has been passed */
    bool raw;             /* another protocol has been switched to */
    int status;           /* what header parsing said: OK or an HTTP status */
    const char *redirect; /* Location: /path, to be served instead */
    apr_status_t failed;  /* the filters' error */
} mh_output_t;

/*
 * Add length bytes. APR_SUCCESS, or the error of the filters (the client has
 * gone: APR_ECONNABORTED), which stays the answer for the rest of the request.
 */
apr_status_t mh_output_write(struct mh_context *context, const char *data,
                             apr_size_t length);

/* Pass what is buffered to the filters; with `client`, on to the client. */
apr_status_t mh_output_flush(struct mh_context *context, bool client);

/*
 * The handlers are done and said `status`. Passes the rest, and the end of the
 * response when status is OK. Returns the status for httpd.
 */
int mh_output_finish(struct mh_context *context, int status);

/* The handler has set its headers itself: do not look for any in the output. */
void mh_output_headers_done(struct mh_context *context);

#endif
