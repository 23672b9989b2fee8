/*
 * status.c - a manager's report on its pool, and foreign texts for the status
 * page.
 */
#include "module.h"

#include "fuzz.h"

#include <string.h>

#include "module/status/text.h"
#include "shared/wire/wire_status.h"

/* Each text has its end within the row. */
static void look_at(const char *text, const char *data, size_t length)
{
    if (text)
        mh_fuzz_expect(text >= data && text < data + length &&
                           memchr(text, '\0', (size_t)(data + length - text)) !=
                               NULL,
                       "a text is part of its row");
}

static void write_again(const mh_status_row_t *row)
{
    static char buffer[MH_WIRE_MAX];
    mh_status_row_t again;
    size_t length;
    size_t written = mh_wire_status_write(row, buffer, sizeof(buffer));

    /* The input may contain only fields that rows do not have. */
    if (!written)
        return;
    mh_fuzz_expect(!mh_wire_status_read(buffer, written, &again, &length),
                   "what was written can be read");
    mh_fuzz_expect(length == written && again.kind == row->kind,
                   "it is the same row");
    mh_fuzz_expect(!row->script || !*row->script ||
                       !strcmp(row->script, again.script),
                   "it names the same");
}

void mh_fuzz_status(const char *data, size_t size)
{
    mh_status_row_t row;
    size_t length;

    while (!mh_wire_status_read(data, size, &row, &length) && length) {
        mh_fuzz_expect(length <= size, "a row is no longer than all");
        look_at(row.script, data, length);
        look_at(row.about, data, length);
        look_at(row.text, data, length);
        look_at(row.databases, data, length);
        for (const char *at = mh_wire_next(&row.modules, NULL); at;
             at = mh_wire_next(&row.modules, at))
            look_at(at, data, length);
        write_again(&row);
        data += length;
        size -= length;
    }
}

static size_t write_row(int number, char *buffer, size_t size)
{
    static mh_status_second_t history[MH_STATUS_SECONDS];
    mh_status_row_t row = {
        .kind = (mh_row_e)(number + 1),
        .script = "/srv/x.pl",
        .about = "GET /x.pl",
        .text = "died",
        .databases = "2\tPg\tdbname=x\n",
        .history = number ? NULL : history,
    };

    if (!number)
        row.modules = (mh_wire_field_t){ "CGI\0POSIX", 10 };
    return mh_wire_status_write(&row, buffer,
                                size < MH_WIRE_MAX ? size : MH_WIRE_MAX);
}

/* Each kind of row, then all of them. */
size_t mh_fuzz_status_example(int number, char *buffer, size_t size)
{
    size_t used = 0;

    if (number < MH_ROW_SCRIPT)
        return write_row(number, buffer, size);
    for (int i = MH_ROW_SCRIPT; number == MH_ROW_SCRIPT && i--;)
        used += write_row(i, buffer + used, size - used);
    return used;
}

/* --- texts -------------------------------------------------------------- */

static bool is_plain(const char *text, const char *forbidden)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' ? !strchr("\n\t", *text)
                                       : strchr(forbidden, *text) != NULL)
            return false;
    return true;
}

void mh_fuzz_text(const char *data, size_t size)
{
    apr_pool_t *pool = mh_fuzz_pool();
    const char *text = apr_pstrmemdup(pool, data, size);
    const char *json = mh_text_json(pool, text);
    /*
     * A copy of our own, because gcc 14 warns that apr_pstrmemdup() has no room
     * for the last zero.
     */
    char *inside = apr_pstrndup(pool, json + 1, strlen(json) - 2);

    mh_fuzz_expect(is_plain(mh_text_html(pool, text), "<>\"'"),
                   "HTML has no mark-up of a text's");
    mh_fuzz_expect(json[0] == '"' && json[strlen(json) - 1] == '"',
                   "JSON is in quotation marks");
    /* Each remaining backslash is the second of a pair. */
    for (char *at = inside; *at; at++) {
        mh_fuzz_expect(*at != '"' && *at != '\n', "JSON has no other");
        if (*at == '\\')
            at++;
        mh_fuzz_expect(*at, "nor half an escape at its end");
        if (!*at)
            break;
    }
    mh_fuzz_expect(!strchr(mh_text_label(pool, text), '\n'),
                   "a label is one line");
    apr_pool_destroy(pool);
}

size_t mh_fuzz_text_example(int number, char *buffer, size_t size)
{
    static const char *const texts[] = {
        "a <b>&\"'\\\n\t\r\x01\x7f",
        "\xc3\xa4\xe2\x80\x93\xf0\x9f\x90\xab",
        "\xc2\x9b\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xe0\x80\xaf\xff",
        "\xe2\x80",
    };
    size_t length;

    if (number >= (int)(sizeof(texts) / sizeof(texts[0])))
        return 0;
    length = strlen(texts[number]);
    memcpy(buffer, texts[number], length < size ? length : size);
    return length;
}
