/*
 * text.c - see text.h.
 */
#include "module/status/text.h"

#include "shared/wire/wire_status.h"

#define ESCAPED 8 /* bytes of one escaped character, at most */

typedef const char *replace_t(unsigned char byte);

/* The length of the character at text; 0: it is not UTF-8. */
static unsigned character(const unsigned char *text)
{
    static const unsigned char least[] = { 0, 0, 0x80, 0xa0, 0x90 };
    unsigned char first = text[0];
    unsigned length = first < 0x80   ? 1
                      : first < 0xe0 ? 2
                      : first < 0xf0 ? 3
                                     : 4;

    if ((first >= 0x80 && first < 0xc2) || first > 0xf4)
        return 0;
    for (unsigned i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    /* Refuses overlong forms, surrogates and characters beyond the last. */
    if ((first == 0xe0 || first == 0xf0) && text[1] < least[length])
        return 0;
    if ((first == 0xed && text[1] > 0x9f) || (first == 0xf4 && text[1] > 0x8f))
        return 0;
    /* The controls of Latin 1. */
    return first == 0xc2 && text[1] < 0xa0 ? 0 : length;
}

static char *add(char *to, const char *text)
{
    while (*text)
        *to++ = *text++;
    return to;
}

static char *add_hex(char *to, unsigned char byte, const char *prefix)
{
    static const char digits[] = "0123456789abcdef";

    to = add(to, prefix);
    *to++ = digits[byte >> 4];
    *to++ = digits[byte & 15];
    return to;
}

/* hex: prefix of the two digits of a byte that cannot be shown. */
static char *clean(apr_pool_t *p, const char *text, replace_t *replace,
                   const char *hex)
{
    const unsigned char *at = (const unsigned char *)(text ? text : "");
    char *clean = apr_palloc(p, strlen((const char *)at) * ESCAPED + 1);
    char *to = clean;

    while (*at) {
        const char *other = replace(*at);
        unsigned length = character(at);

        if (other) {
            to = add(to, other);
            at++;
        } else if (!length || *at < ' ' || *at == 0x7f) {
            to = add_hex(to, *at++, hex);
        } else {
            memcpy(to, at, length);
            to += length;
            at += length;
        }
    }
    *to = '\0';
    return clean;
}

static const char *replace_html(unsigned char byte)
{
    switch (byte) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\n':
        return "\n";
    case '\t':
        return "\t";
    default:
        return NULL;
    }
}

static const char *replace_label(unsigned char byte)
{
    switch (byte) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    default:
        return NULL;
    }
}

static const char *replace_json(unsigned char byte)
{
    switch (byte) {
    case '\t':
        return "\\t";
    case '<': /* the text may be pasted into a page */
        return "\\u003c";
    default:
        return replace_label(byte);
    }
}

const char *mh_text_html(apr_pool_t *p, const char *text)
{
    return clean(p, text, replace_html, "\\x");
}

const char *mh_text_json(apr_pool_t *p, const char *text)
{
    if (!text)
        return "null";
    return apr_pstrcat(p, "\"", clean(p, text, replace_json, "\\\\x"), "\"",
                       NULL);
}

const char *mh_text_label(apr_pool_t *p, const char *text)
{
    return clean(p, text, replace_label, "\\\\x");
}

const char *mh_text_seconds(apr_pool_t *p, uint64_t ns)
{
    if (ns == MH_STATUS_UNKNOWN)
        return "null";
    return apr_psprintf(p, "%.6f", (double)ns / 1e9);
}

const char *mh_text_time(apr_pool_t *p, uint64_t ns)
{
    double seconds = (double)ns / 1e9;

    if (ns == MH_STATUS_UNKNOWN)
        return "\342\200\223";
    if (seconds < .01)
        return apr_psprintf(p, "%.2f ms", seconds * 1e3);
    if (seconds < 1)
        return apr_psprintf(p, "%.0f ms", seconds * 1e3);
    if (seconds < 120)
        return apr_psprintf(p, "%.1f s", seconds);
    if (seconds < 7200)
        return apr_psprintf(p, "%.0f min", seconds / 60);
    if (seconds < 48 * 3600)
        return apr_psprintf(p, "%.0f h", seconds / 3600);
    return apr_psprintf(p, "%.0f days", seconds / 86400);
}

const char *mh_text_size(apr_pool_t *p, uint64_t bytes)
{
    if (bytes == MH_STATUS_UNKNOWN)
        return "\342\200\223";
    return apr_psprintf(p, "%.1f MB", (double)bytes / 1048576);
}
