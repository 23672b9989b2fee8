/*
 * form_text.h - the texts of forms: escapes, pairs, the attributes of headers,
 * the encoding of bytes. It knows nothing of httpd, APR or Perl, and allocates
 * nothing.
 */
#ifndef MEHARI_MODULE_FORM_FORM_TEXT_H
#define MEHARI_MODULE_FORM_FORM_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A part of another text, which owns the bytes. */
typedef struct {
    const char *data; /* NULL: there is none */
    size_t size;
} mh_slice_t;

/* libapreq's numbers. */
typedef enum {
    MH_CHARSET_ASCII = 0,
    MH_CHARSET_LATIN1 = 1,
    MH_CHARSET_CP1252 = 2,
    MH_CHARSET_UTF8 = 8
} mh_charset_e;

/*
 * Decodes "+", %XX and %uXXXX of `from` as bytes (UTF-8) to `to`, which must
 * hold as many. False when an escape is malformed or cut off.
 */
bool mh_form_decode(char *to, size_t *used, mh_slice_t from);

/* Encodes; `to` must hold three times as many. Returns the bytes used. */
size_t mh_form_encode(char *to, mh_slice_t from);

/*
 * The next pair of NAME=VALUE&NAME=VALUE from *at on, as it stands there; ";"
 * separates as well. False when there are no more.
 */
bool mh_form_pair(mh_slice_t text, size_t *at, mh_slice_t *name,
                  mh_slice_t *value);

/*
 * The attribute of a header such as `form-data; name="x"`, as it stands there,
 * without quotes. Its data is NULL when the header has none of that name.
 */
mh_slice_t mh_form_attribute(mh_slice_t header, const char *name);

mh_charset_e mh_form_charset(mh_slice_t text);

#endif
