/*
 * wire_status.c - see wire_status.h. fuzz/status.c feeds it arbitrary bytes.
 */
#include "shared/wire/wire_status.h"

#include <string.h>

static const size_t sizes[] = {
    [MH_ROW_POOL] = sizeof(mh_status_pool_t),
    [MH_ROW_PROCESS] = sizeof(mh_status_process_t),
    [MH_ROW_SCRIPT] = sizeof(mh_status_script_t),
};

#define KINDS (sizeof(sizes) / sizeof(sizes[0]))
#define HISTORY (MH_STATUS_SECONDS * sizeof(mh_status_second_t))

static void put(mh_wire_writer_t *writer, mh_wire_tag_e tag, const char *text,
                size_t most)
{
    char cut[MH_STATUS_STACK];
    size_t length = text ? strlen(text) : 0;

    if (!length)
        return;
    if (length > most - 1)
        length = most - 1;
    memcpy(cut, text, length);
    cut[length] = '\0';
    mh_wire_put_string(writer, tag, cut);
}

size_t mh_wire_status_write(const mh_status_row_t *row, char *buffer,
                            size_t size)
{
    bool process = row->kind == MH_ROW_PROCESS;
    size_t figures = sizes[row->kind];
    char both[sizeof(mh_status_pool_t) + HISTORY];
    mh_wire_writer_t writer;

    memcpy(both, &row->pool, figures);
    if (row->history)
        memcpy(both + figures, row->history, HISTORY);
    mh_wire_begin(&writer, buffer, size, MH_WIRE_STATUS, row->kind);
    mh_wire_put(&writer, MH_TAG_FIGURES, both,
                figures + (row->history ? HISTORY : 0));
    put(&writer, MH_TAG_SCRIPT, row->script, MH_STATUS_TEXT);
    put(&writer, MH_TAG_ABOUT, row->about, MH_STATUS_TEXT);
    put(&writer, MH_TAG_TEXT, row->text,
        process ? MH_STATUS_STACK : MH_STATUS_TEXT);
    put(&writer, MH_TAG_TEXTS, row->databases, MH_STATUS_DATABASES);
    mh_wire_put_field(&writer, MH_TAG_FILES, &row->modules);
    return mh_wire_end(&writer);
}

static bool is_text(const mh_wire_message_t *message, mh_wire_tag_e tag,
                    size_t most)
{
    const mh_wire_field_t *field = &message->field[tag];

    return !field->data ||
           (field->size <= most && mh_wire_string(message, tag));
}

static bool is_list(const mh_wire_field_t *field)
{
    return !field->size || !field->data[field->size - 1];
}

static const char *check(const mh_wire_message_t *message)
{
    uint32_t kind = message->id;

    if (message->type != MH_WIRE_STATUS || !kind || kind >= KINDS)
        return "a row of an unknown kind";
    if (!is_text(message, MH_TAG_SCRIPT, MH_STATUS_TEXT) ||
        !is_text(message, MH_TAG_ABOUT, MH_STATUS_TEXT) ||
        !is_text(message, MH_TAG_TEXT, MH_STATUS_STACK) ||
        !is_text(message, MH_TAG_TEXTS, MH_STATUS_DATABASES))
        return "a row whose text has no end";
    return is_list(&message->field[MH_TAG_FILES])
               ? NULL
               : "a row whose list has no end";
}

/* The history follows a pool's figures. */
static bool take_figures(const mh_wire_field_t *figures, mh_status_row_t *row)
{
    size_t size = sizes[row->kind];
    bool more = row->kind == MH_ROW_POOL && figures->size == size + HISTORY;

    if (!figures->data || (figures->size != size && !more))
        return false;
    memcpy(&row->pool, figures->data, size);
    row->history = more ? figures->data + size : NULL;
    return true;
}

const char *mh_wire_status_read(const char *data, size_t size,
                                mh_status_row_t *row, size_t *length)
{
    mh_wire_message_t message;
    const char *why;

    memset(row, 0, sizeof(*row));
    *length = mh_wire_length(data, size);
    if (!*length)
        return size ? "a row that was cut short" : NULL;
    why = mh_wire_parse(data, *length, &message);
    if (!why)
        why = check(&message);
    if (why)
        return why;
    row->kind = (mh_row_e)message.id;
    if (!take_figures(&message.field[MH_TAG_FIGURES], row))
        return "a row whose figures have the wrong size";
    row->script = mh_wire_string(&message, MH_TAG_SCRIPT);
    row->about = mh_wire_string(&message, MH_TAG_ABOUT);
    row->text = mh_wire_string(&message, MH_TAG_TEXT);
    row->databases = mh_wire_string(&message, MH_TAG_TEXTS);
    row->modules = message.field[MH_TAG_FILES];
    return NULL;
}
