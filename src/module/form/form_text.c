/*
 * form_text.c - see form_text.h.
 */
#include "module/form/form_text.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* --- escapes ------------------------------------------------------------ */

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads that many hexadecimal digits at `at`; -1 if there are fewer. */
static int32_t number(mh_slice_t from, size_t at, size_t digits)
{
    int32_t value = 0;

    if (from.size - at < digits)
        return -1;
    for (size_t i = 0; i < digits; i++) {
        int next = digit(from.data[at + i]);

        if (next < 0)
            return -1;
        value = value << 4 | next;
    }
    return value;
}

static size_t put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        to[0] = (char)(0xc0 | c >> 6);
        to[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        to[0] = (char)(0xe0 | c >> 12);
        to[1] = (char)(0x80 | (c >> 6 & 0x3f));
        to[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    to[0] = (char)(0xf0 | c >> 18);
    to[1] = (char)(0x80 | (c >> 12 & 0x3f));
    to[2] = (char)(0x80 | (c >> 6 & 0x3f));
    to[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

static bool is_u(mh_slice_t from, size_t at)
{
    return from.size - at > 1 && from.data[at] == '%' &&
           (from.data[at + 1] | 0x20) == 'u';
}

/* %uXXXX, or two of them that are one character: escape() of JavaScript. */
static bool decode_u(char *to, size_t *used, mh_slice_t from, size_t *at)
{
    int32_t c = number(from, *at + 2, 4);
    int32_t low;

    *at += 6;
    if (c >= 0xd800 && c < 0xdc00 && *at < from.size && is_u(from, *at)) {
        low = number(from, *at + 2, 4);
        if (low < 0xdc00 || low > 0xdfff)
            return false;
        *at += 6;
        c = 0x10000 + ((c - 0xd800) << 10 | (low - 0xdc00));
    }
    if (c < 0 || (c >= 0xd800 && c < 0xe000))
        return false;
    *used += put_utf8(to + *used, (uint32_t)c);
    return true;
}

static bool decode_escape(char *to, size_t *used, mh_slice_t from, size_t *at)
{
    int32_t byte;

    if (is_u(from, *at))
        return decode_u(to, used, from, at);
    byte = number(from, *at + 1, 2);
    *at += 3;
    to[(*used)++] = (char)byte;
    return byte >= 0;
}

bool mh_form_decode(char *to, size_t *used, mh_slice_t from)
{
    size_t at = 0;

    *used = 0;
    while (at < from.size) {
        char c = from.data[at];

        if (c == '%') {
            if (!decode_escape(to, used, from, &at))
                return false;
            continue;
        }
        to[(*used)++] = c == '+' ? ' ' : c;
        at++;
    }
    return true;
}

size_t mh_form_encode(char *to, mh_slice_t from)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t used = 0;

    for (size_t i = 0; i < from.size; i++) {
        unsigned char c = (unsigned char)from.data[i];
        unsigned char letter = c | 0x20;

        if ((c >= '0' && c <= '9') || (letter >= 'a' && letter <= 'z') ||
            (c != 0 && strchr("-._~", c) != NULL)) {
            to[used++] = (char)c;
        } else if (c == ' ') {
            to[used++] = '+';
        } else {
            to[used++] = '%';
            to[used++] = digits[c >> 4];
            to[used++] = digits[c & 15];
        }
    }
    return used;
}

/* --- pairs -------------------------------------------------------------- */

static bool separates(char c)
{
    return c == '&' || c == ';';
}

/* A name has at least one character: "=x" is the name "=x". */
bool mh_form_pair(mh_slice_t text, size_t *at, mh_slice_t *name,
                  mh_slice_t *value)
{
    size_t end;
    const char *equals;

    while (*at < text.size && separates(text.data[*at]))
        (*at)++;
    if (*at >= text.size)
        return false;
    end = *at;
    while (end < text.size && !separates(text.data[end]))
        end++;
    name->data = text.data + *at;
    name->size = end - *at;
    equals = memchr(name->data + 1, '=', name->size - 1);
    value->data = equals == NULL ? text.data + end : equals + 1;
    value->size = (size_t)(text.data + end - value->data);
    if (equals != NULL)
        name->size = (size_t)(equals - name->data);
    *at = end;
    return true;
}

/* --- attributes --------------------------------------------------------- */

/* Offset behind the quoted string that begins at `at`, or the end. */
static size_t skip_quoted(mh_slice_t header, size_t at)
{
    at++;
    while (at < header.size && header.data[at] != '"')
        at += header.data[at] == '\\' ? 2 : 1;
    return at < header.size ? at + 1 : header.size;
}

/* Offset of the next ";", or the end. */
static size_t skip_value(mh_slice_t header, size_t at)
{
    while (at < header.size && header.data[at] != ';')
        at = header.data[at] == '"' ? skip_quoted(header, at) : at + 1;
    return at;
}

static mh_slice_t value_at(mh_slice_t header, size_t at)
{
    mh_slice_t value = { NULL, 0 };
    size_t end;

    while (at < header.size && is_space(header.data[at]))
        at++;
    value.data = header.data + at;
    if (at < header.size && header.data[at] == '"') {
        end = skip_quoted(header, at);
        value.data++;
        if (end > at + 1 && header.data[end - 1] == '"')
            end--;
        value.size = (size_t)(header.data + end - value.data);
        return value;
    }
    end = skip_value(header, at);
    while (end > at && is_space(header.data[end - 1]))
        end--;
    value.size = end - at;
    return value;
}

mh_slice_t mh_form_attribute(mh_slice_t header, const char *name)
{
    size_t length = strlen(name);
    mh_slice_t none = { NULL, 0 };
    size_t at = skip_value(header, 0);

    while (at < header.size) {
        size_t equals;

        do {
            at++;
        } while (at < header.size && is_space(header.data[at]));
        equals = at + length;
        if (equals < header.size &&
            strncasecmp(header.data + at, name, length) == 0) {
            while (equals < header.size && is_space(header.data[equals]))
                equals++;
            if (equals < header.size && header.data[equals] == '=')
                return value_at(header, equals + 1);
        }
        at = skip_value(header, at);
    }
    return none;
}

/* --- characters --------------------------------------------------------- */

/*
 * Number of bytes that follow the first byte of a character; -1: no character
 * begins with it
 */
static int following(unsigned char c)
{
    if (c >= 0xc2 && c <= 0xdf)
        return 1;
    if (c >= 0xe0 && c <= 0xef)
        return 2;
    return c >= 0xf0 && c <= 0xf4 ? 3 : -1;
}

/* Refuses overlong forms, surrogates and characters above U+10FFFF. */
static bool refused(unsigned char first, unsigned char second)
{
    return (first == 0xe0 && second < 0xa0) ||
           (first == 0xed && second > 0x9f) ||
           (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
}

/* Offset behind the character at `at`, which is not ASCII; 0: it is not UTF-8.
 */
static size_t skip_utf8(mh_slice_t text, size_t at)
{
    unsigned char first = (unsigned char)text.data[at];
    int more = following(first);

    if (more < 0 || text.size - at <= (size_t)more ||
        refused(first, (unsigned char)text.data[at + 1]))
        return 0;
    for (int i = 1; i <= more; i++)
        if ((text.data[at + (size_t)i] & 0xc0) != 0x80)
            return 0;
    return at + 1 + (size_t)more;
}

mh_charset_e mh_form_charset(mh_slice_t text)
{
    mh_charset_e charset = MH_CHARSET_ASCII;
    bool utf8 = true;
    size_t at = 0;

    while (at < text.size) {
        unsigned char c = (unsigned char)text.data[at];
        size_t next = c < 0x80 || !utf8 ? at + 1 : skip_utf8(text, at);

        utf8 = utf8 && next != 0;
        if (c >= 0x80 && charset == MH_CHARSET_ASCII)
            charset = MH_CHARSET_LATIN1;
        /* In UTF-8 text such bytes do not count. */
        for (size_t i = at; i < (next == 0 ? at + 1 : next); i++) {
            c = (unsigned char)text.data[i];
            if (c >= 0x80 && c < 0xa0)
                charset = MH_CHARSET_CP1252;
        }
        at = next == 0 ? at + 1 : next;
    }
    return charset != MH_CHARSET_ASCII && utf8 ? MH_CHARSET_UTF8 : charset;
}
