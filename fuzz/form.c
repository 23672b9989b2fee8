/*
 * form.c - what clients send: encoded forms, headers with attributes, cookies,
 * and multipart bodies in blocks of any size.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "module/form/cookie.h"
#include "module/form/multipart.h"

static void inside(mh_slice_t whole, mh_slice_t part, const char *what)
{
    mh_fuzz_expect(part.data == NULL ||
                       (part.data >= whole.data &&
                        part.data + part.size <= whole.data + whole.size),
                   what);
}

/* --- texts -------------------------------------------------------------- */

static void check_decoding(mh_slice_t text)
{
    char *to = malloc(text.size + 1);
    char *again = malloc(text.size * 3 + 1);
    size_t used;

    if (!to || !again)
        abort();
    if (mh_form_decode(to, &used, text))
        mh_fuzz_expect(used <= text.size, "decoding makes nothing longer");
    used = mh_form_encode(again, text);
    mh_fuzz_expect(used <= text.size * 3, "a byte becomes three at most");
    text.data = again;
    text.size = used;
    free(to);
    to = malloc(used + 1);
    mh_fuzz_expect(to && mh_form_decode(to, &used, text),
                   "what was encoded can be decoded");
    free(to);
    free(again);
}

static void check_pairs(mh_slice_t text)
{
    mh_slice_t name;
    mh_slice_t value;
    size_t at = 0;

    while (mh_form_pair(text, &at, &name, &value)) {
        mh_fuzz_expect(name.size > 0, "a name has a character");
        inside(text, name, "a name is in the text");
        inside(text, value, "a value is in the text");
        check_decoding(value);
    }
}

void mh_fuzz_form(const char *data, size_t size)
{
    mh_slice_t text = { data, size };
    mh_charset_e charset = mh_form_charset(text);

    mh_fuzz_expect(charset == MH_CHARSET_ASCII ||
                       charset == MH_CHARSET_LATIN1 ||
                       charset == MH_CHARSET_CP1252 ||
                       charset == MH_CHARSET_UTF8,
                   "there are four charsets");
    inside(text, mh_form_attribute(text, "name"), "a name is in its header");
    inside(text, mh_form_attribute(text, "filename"),
           "a file's name is in its header");
    check_decoding(text);
    check_pairs(text);
}

void mh_fuzz_cookie(const char *data, size_t size)
{
    mh_slice_t header = { data, size };
    mh_cookie_reader_t reader = { header, 0, 0, false };
    mh_cookie_t cookie;
    size_t before = 0;

    while (mh_cookie_next(&reader, &cookie) == MH_COOKIE_GIVEN) {
        mh_fuzz_expect(reader.at > before, "a cookie takes characters");
        mh_fuzz_expect(cookie.name.size > 0, "a cookie has a name");
        inside(header, cookie.name, "the name is in the header");
        inside(header, cookie.value, "the value is in the header");
        inside(header, cookie.path, "the path is in the header");
        inside(header, cookie.domain, "the domain is in the header");
        inside(header, cookie.port, "the port is in the header");
        before = reader.at;
    }
}

/* --- multipart ---------------------------------------------------------- */

/* The result of a body, which must be the same however the body was cut. */
typedef struct {
    uint64_t sum;
    size_t parts;
    bool closed;
    bool failed;
} result_t;

static void note(result_t *result, mh_event_e event, mh_slice_t text)
{
    if (event == MH_EVENT_HEADER)
        mh_fuzz_expect(memchr(text.data, ':', text.size) != NULL,
                       "a header has a colon");
    for (size_t i = 0; i < text.size; i++)
        result->sum = (result->sum ^ (unsigned char)text.data[i]) *
                      0x100000001b3ULL;
    result->parts += event == MH_EVENT_END;
    result->closed |= event == MH_EVENT_CLOSE;
    result->failed |= event == MH_EVENT_FAILED;
}

static void feed_block(mh_multipart_t *parser, mh_slice_t block,
                       result_t *result)
{
    mh_slice_t text = { NULL, 0 };
    mh_event_e event;

    while (block.size > 0 && !result->failed) {
        size_t taken = mh_multipart_feed(parser, block);

        mh_fuzz_expect(taken > 0 && taken <= block.size,
                       "a parser that wants more takes something");
        block.data += taken;
        block.size -= taken;
        while ((event = mh_multipart_next(parser, &text)) != MH_EVENT_MORE &&
               !result->failed) {
            note(result, event, text);
            text.size = 0;
        }
    }
}

static result_t in_blocks(mh_slice_t body, size_t size)
{
    static mh_multipart_t parser;
    mh_slice_t boundary = { "AaB", 3 };
    result_t result = { 0xcbf29ce484222325ULL, 0, false, false };

    mh_multipart_init(&parser, boundary);
    for (size_t at = 0; at < body.size; at += size) {
        mh_slice_t block = { body.data + at, size };

        if (block.size > body.size - at)
            block.size = body.size - at;
        feed_block(&parser, block, &result);
    }
    return result;
}

void mh_fuzz_multipart(const char *data, size_t size)
{
    static const size_t blocks[] = { 1, 2, 3, 7, 64, 1000 };
    mh_slice_t body = { data, size };
    result_t whole = in_blocks(body, size ? size : 1);

    for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        result_t parts = in_blocks(body, blocks[i]);

        mh_fuzz_expect(parts.sum == whole.sum && parts.parts == whole.parts &&
                           parts.closed == whole.closed &&
                           parts.failed == whole.failed,
                       "a body is the same in blocks of any size");
    }
}
