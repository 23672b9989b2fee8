/*
 * multipart.c - see multipart.h.
 *
 * A boundary is taken only at the beginning of a line that ended with CR LF.
 * The buffer begins with such a line end, so that the first boundary is no
 * special case.
 */
#include "module/form/multipart.h"

#include <string.h>

#define LINE_END "\r\n"

bool mh_multipart_init(mh_multipart_t *parser, mh_slice_t boundary)
{
    parser->state = MH_IN_PREAMBLE;
    parser->at = 0;
    parser->size = 2;
    parser->headers = 0;
    memcpy(parser->buffer, LINE_END, 2);
    if (boundary.size == 0 || boundary.size > MH_BOUNDARY_MAX ||
        memchr(boundary.data, '\r', boundary.size) != NULL ||
        memchr(boundary.data, '\n', boundary.size) != NULL) {
        parser->state = MH_IN_ERROR;
        return false;
    }
    memcpy(parser->delimiter, LINE_END "--", 4);
    memcpy(parser->delimiter + 4, boundary.data, boundary.size);
    parser->delimiter_size = boundary.size + 4;
    return true;
}

size_t mh_multipart_feed(mh_multipart_t *parser, mh_slice_t data)
{
    size_t take;

    if (parser->state == MH_IN_EPILOGUE || parser->state == MH_IN_ERROR)
        return data.size;
    memmove(parser->buffer, parser->buffer + parser->at,
            parser->size - parser->at);
    parser->size -= parser->at;
    parser->at = 0;
    take = sizeof parser->buffer - parser->size;
    if (take > data.size)
        take = data.size;
    memcpy(parser->buffer + parser->size, data.data, take);
    parser->size += take;
    return take;
}

static mh_slice_t rest(const mh_multipart_t *parser)
{
    mh_slice_t slice = { parser->buffer + parser->at,
                         parser->size - parser->at };

    return slice;
}

static mh_event_e fail(mh_multipart_t *parser)
{
    parser->state = MH_IN_ERROR;
    return MH_EVENT_FAILED;
}

/* Offset of the text in the slice; its size when it is not there. */
static size_t find(mh_slice_t in, const char *text, size_t size)
{
    const char *at = in.data;
    const char *end = in.data + in.size;

    while (at != NULL && (size_t)(end - at) >= size) {
        if (memcmp(at, text, size) == 0)
            return (size_t)(at - in.data);
        at = memchr(at + 1, text[0], (size_t)(end - at) - 1);
    }
    return in.size;
}

/* Number of bytes that are certainly before a delimiter. */
static size_t certain(const mh_multipart_t *parser, mh_slice_t data)
{
    size_t most = parser->delimiter_size - 1;
    size_t from = data.size > most ? data.size - most : 0;
    const char *cr = data.data + from;

    /* Only data that begins with the line end can become one. */
    cr = memchr(cr, '\r', data.size - from);
    return cr == NULL ? data.size : (size_t)(cr - data.data);
}

static mh_event_e in_preamble(mh_multipart_t *parser, mh_slice_t *text)
{
    mh_slice_t data = rest(parser);
    size_t found = find(data, parser->delimiter, parser->delimiter_size);

    if (found == data.size) {
        parser->at += certain(parser, data);
        return MH_EVENT_MORE;
    }
    parser->at += found + parser->delimiter_size;
    parser->state = MH_IN_BOUNDARY;
    return mh_multipart_next(parser, text);
}

/* Another part follows, or "--": the end. */
static mh_event_e in_boundary(mh_multipart_t *parser, mh_slice_t *text)
{
    mh_slice_t data = rest(parser);
    size_t i = 0;

    if (data.size >= 2 && memcmp(data.data, "--", 2) == 0) {
        parser->state = MH_IN_EPILOGUE;
        parser->at = parser->size;
        return MH_EVENT_CLOSE;
    }
    while (i < data.size && (data.data[i] == ' ' || data.data[i] == '\t'))
        i++;
    if (i > MH_BOUNDARY_MAX || (i < data.size && data.data[i] != '\r' &&
                                (data.data[i] != '-' || data.size > 1)))
        return fail(parser);
    if (data.size - i < 2)
        return MH_EVENT_MORE;
    if (data.data[i + 1] != '\n')
        return fail(parser);
    parser->at += i + 2;
    parser->headers = 0;
    parser->state = MH_IN_HEADERS;
    return mh_multipart_next(parser, text);
}

/* The end of the header line that begins there, with the lines folded to it. */
static bool header_end(mh_slice_t data, size_t *end)
{
    size_t at = 0;

    for (;;) {
        mh_slice_t line = { data.data + at, data.size - at };
        size_t length = find(line, LINE_END, 2);

        at += length;
        if (length == line.size || data.size - at < 3)
            return false;
        if (data.data[at + 2] != ' ' && data.data[at + 2] != '\t') {
            *end = at;
            return true;
        }
        at += 2;
    }
}

static mh_event_e in_headers(mh_multipart_t *parser, mh_slice_t *text)
{
    mh_slice_t data = rest(parser);
    size_t end;

    if (data.size >= 2 && memcmp(data.data, LINE_END, 2) == 0) {
        parser->state = MH_AT_DATA;
        return MH_EVENT_BEGIN;
    }
    if (!header_end(data, &end)) {
        return parser->headers + data.size > MH_PART_HEADERS ? fail(parser)
                                                             : MH_EVENT_MORE;
    }
    text->data = data.data;
    text->size = end;
    parser->headers += end + 2;
    parser->at += end + 2;
    if (parser->headers > MH_PART_HEADERS ||
        memchr(text->data, ':', end) == NULL)
        return fail(parser);
    return MH_EVENT_HEADER;
}

static mh_event_e end_part(mh_multipart_t *parser)
{
    parser->at += parser->delimiter_size;
    parser->state = MH_IN_BOUNDARY;
    return MH_EVENT_END;
}

/*
 * The empty line of the headers can be the line end of the delimiter as well,
 * when a part is empty.
 */
static mh_event_e at_data(mh_multipart_t *parser, mh_slice_t *text)
{
    mh_slice_t data = rest(parser);
    size_t size = parser->delimiter_size;

    if (data.size < size &&
        memcmp(data.data, parser->delimiter, data.size) == 0)
        return MH_EVENT_MORE;
    if (data.size >= size && memcmp(data.data, parser->delimiter, size) == 0)
        return end_part(parser);
    parser->at += 2;
    parser->state = MH_IN_DATA;
    return mh_multipart_next(parser, text);
}

static mh_event_e in_data(mh_multipart_t *parser, mh_slice_t *text)
{
    mh_slice_t data = rest(parser);
    size_t found = find(data, parser->delimiter, parser->delimiter_size);

    if (found == 0 && data.size > 0)
        return end_part(parser);
    text->data = data.data;
    text->size = found == data.size ? certain(parser, data) : found;
    parser->at += text->size;
    return text->size > 0 ? MH_EVENT_DATA : MH_EVENT_MORE;
}

mh_event_e mh_multipart_next(mh_multipart_t *parser, mh_slice_t *text)
{
    switch (parser->state) {
    case MH_IN_PREAMBLE:
        return in_preamble(parser, text);
    case MH_IN_BOUNDARY:
        return in_boundary(parser, text);
    case MH_IN_HEADERS:
        return in_headers(parser, text);
    case MH_AT_DATA:
        return at_data(parser, text);
    case MH_IN_DATA:
        return in_data(parser, text);
    case MH_IN_EPILOGUE:
        return MH_EVENT_MORE;
    default:
        return MH_EVENT_FAILED;
    }
}
