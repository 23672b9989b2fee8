/*
 * multipart.h - takes a multipart body apart, as it comes: in blocks of any
 * size. Nothing of httpd, APR or Perl.
 *
 * mh_multipart_feed() gives it bytes, as many as it has room for; then
 * mh_multipart_next() is asked for one event after the other, until it wants
 * more. What an event points to is there until the next feed.
 */
#ifndef MEHARI_FORM_MULTIPART_H
#define MEHARI_FORM_MULTIPART_H

#include "text.h"

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
} mh_event_t;

typedef enum {
    MH_IN_PREAMBLE,
    MH_IN_BOUNDARY, /* right behind its text */
    MH_IN_HEADERS,
    MH_AT_DATA, /* before its first byte, and the line end before that */
    MH_IN_DATA,
    MH_IN_EPILOGUE,
    MH_IN_ERROR
} mh_multipart_state_t;

typedef struct {
    mh_multipart_state_t state;
    char delimiter[MH_BOUNDARY_MAX + 4]; /* "\r\n--" and the boundary */
    size_t delimiter_size;
    size_t headers; /* bytes of the part's headers so far */
    size_t at;      /* where in the buffer it is */
    size_t size;    /* how much is in the buffer */
    char buffer[MH_MULTIPART_ROOM];
} mh_multipart_t;

/* False when there can be no such boundary. */
bool mh_multipart_init(mh_multipart_t *parser, mh_slice_t boundary);

/* How many bytes of the data it has taken. At least one after EVENT_MORE. */
size_t mh_multipart_feed(mh_multipart_t *parser, mh_slice_t data);

mh_event_t mh_multipart_next(mh_multipart_t *parser, mh_slice_t *text);

#endif
