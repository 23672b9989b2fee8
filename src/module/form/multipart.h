/*
 * multipart.h - parses a multipart body as it comes: in blocks of any size. It
 * knows nothing of httpd, APR or Perl.
 *
 * mh_multipart_feed() takes as many bytes as fit; then mh_multipart_next() is
 * called for one event after the other, until the result is that more data is
 * needed. Data of an event is valid until the next feed.
 */
#ifndef MEHARI_MODULE_FORM_MULTIPART_H
#define MEHARI_MODULE_FORM_MULTIPART_H

#include "module/form/form_text.h"

enum {
    MH_BOUNDARY_MAX = 200,       /* RFC 2046 allows 70 */
    MH_PART_HEADERS = 16 * 1024, /* the headers of a part are no longer */
    MH_MULTIPART_ROOM = 96 * 1024
};

typedef enum {
    MH_EVENT_MORE,   /* feed it */
    MH_EVENT_HEADER, /* "Name: value", folded lines and all */
    MH_EVENT_BEGIN,  /* the headers of the part are over */
    MH_EVENT_DATA,
    MH_EVENT_END,   /* of the part */
    MH_EVENT_CLOSE, /* the last part was the last; what follows is ignored */
    MH_EVENT_FAILED /* it is malformed, and stays so */
} mh_event_e;

typedef enum {
    MH_IN_PREAMBLE,
    MH_IN_BOUNDARY, /* right after its text */
    MH_IN_HEADERS,
    MH_AT_DATA, /* before its first byte, and the line end before that */
    MH_IN_DATA,
    MH_IN_EPILOGUE,
    MH_IN_ERROR
} mh_multipart_state_e;

typedef struct {
    mh_multipart_state_e state;
    char delimiter[MH_BOUNDARY_MAX + 4]; /* "\r\n--" and the boundary */
    size_t delimiter_size;
    size_t headers; /* bytes of the part's headers so far */
    size_t at;      /* offset of its place in the buffer */
    size_t size;    /* bytes in the buffer */
    char buffer[MH_MULTIPART_ROOM];
} mh_multipart_t;

/* False if the boundary is invalid. */
bool mh_multipart_init(mh_multipart_t *parser, mh_slice_t boundary);

/* Returns the number of bytes taken. At least one after EVENT_MORE. */
size_t mh_multipart_feed(mh_multipart_t *parser, mh_slice_t data);

mh_event_e mh_multipart_next(mh_multipart_t *parser, mh_slice_t *text);

#endif
