/*
 * wire.c - see wire.h. No function here allocates, or reads past the size that
 * it was given: fuzz/wire.c feeds it arbitrary bytes.
 */
#include "shared/wire/wire.h"

#include <string.h>

typedef struct header_t {
    uint32_t magic;
    uint16_t version;
    uint16_t type;
    uint32_t length; /* of the whole message */
    uint32_t id;
} header_t;

typedef struct field_header_t {
    uint16_t tag;
    uint16_t zero;
    uint32_t size;
} field_header_t;

static const char *parse_header(const char *buffer, size_t size,
                                mh_wire_message_t *message)
{
    header_t header;

    if (size < sizeof(header) || size > MH_WIRE_MAX)
        return "a message of an impossible size";
    memcpy(&header, buffer, sizeof(header));
    if (header.magic != MH_WIRE_MAGIC)
        return "not a message of mehari's";
    if (header.version != MH_WIRE_VERSION)
        return "a message of another version";
    if (header.length != size)
        return "a message that was cut short";
    if (!header.type || header.type >= MH_WIRE_TYPES)
        return "a message of an unknown type";
    message->type = (mh_wire_type_e)header.type;
    message->id = header.id;
    return NULL;
}

size_t mh_wire_length(const char *buffer, size_t size)
{
    header_t header;

    if (size < sizeof(header))
        return 0;
    memcpy(&header, buffer, sizeof(header));
    return header.length <= size && header.length >= sizeof(header)
               ? header.length
               : 0;
}

const char *mh_wire_parse(const char *buffer, size_t size,
                          mh_wire_message_t *message)
{
    size_t at = sizeof(header_t);
    const char *why;

    memset(message, 0, sizeof(*message));
    why = parse_header(buffer, size, message);
    while (!why && at < size) {
        field_header_t field;

        if (size - at < sizeof(field))
            return "a field that was cut short";
        memcpy(&field, buffer + at, sizeof(field));
        at += sizeof(field);
        if (!field.tag || field.tag >= MH_TAGS || field.zero)
            return "a field of an unknown kind";
        if (message->field[field.tag].data)
            return "a field that comes twice";
        if (field.size > size - at)
            return "a field that is longer than its message";
        message->field[field.tag].data = buffer + at;
        message->field[field.tag].size = field.size;
        at += field.size;
    }
    return why;
}

bool mh_wire_copy(const mh_wire_message_t *message, mh_wire_tag_e tag, void *to,
                  size_t size)
{
    const mh_wire_field_t *field = &message->field[tag];

    if (!field->data || field->size != size)
        return false;
    memcpy(to, field->data, size);
    return true;
}

uint64_t mh_wire_number(const mh_wire_message_t *message, mh_wire_tag_e tag,
                        uint64_t otherwise)
{
    uint64_t number;

    if (!mh_wire_copy(message, tag, &number, sizeof(number)))
        return otherwise;
    return number;
}

const char *mh_wire_string(const mh_wire_message_t *message, mh_wire_tag_e tag)
{
    const mh_wire_field_t *field = &message->field[tag];

    if (!field->data || !field->size)
        return NULL;
    if (memchr(field->data, '\0', field->size) != field->data + field->size - 1)
        return NULL;
    return field->data;
}

const char *mh_wire_next(const mh_wire_field_t *list, const char *at)
{
    const char *end;

    if (!list->data || !list->size)
        return NULL;
    end = list->data + list->size;
    if (end[-1] != '\0')
        return NULL;
    at = at ? at + strlen(at) + 1 : list->data;
    return at < end ? at : NULL;
}

size_t mh_wire_count(const mh_wire_field_t *list)
{
    size_t count = 0;

    for (const char *at = mh_wire_next(list, NULL); at;
         at = mh_wire_next(list, at))
        count++;
    return count;
}

void mh_wire_begin(mh_wire_writer_t *writer, char *buffer, size_t size,
                   mh_wire_type_e type, uint32_t id)
{
    header_t header = {
        .magic = MH_WIRE_MAGIC,
        .version = MH_WIRE_VERSION,
        .type = (uint16_t)type,
        .id = id,
    };

    writer->buffer = buffer;
    writer->size = size < MH_WIRE_MAX ? size : MH_WIRE_MAX;
    writer->used = sizeof(header);
    writer->full = writer->size < sizeof(header);
    if (!writer->full)
        memcpy(buffer, &header, sizeof(header));
}

void mh_wire_put(mh_wire_writer_t *writer, mh_wire_tag_e tag, const void *data,
                 size_t size)
{
    field_header_t field = { .tag = (uint16_t)tag, .size = (uint32_t)size };

    if (!data)
        return;
    if (writer->full || writer->size - writer->used < sizeof(field) ||
        writer->size - writer->used - sizeof(field) < size) {
        writer->full = true;
        return;
    }
    memcpy(writer->buffer + writer->used, &field, sizeof(field));
    writer->used += sizeof(field);
    if (size)
        memcpy(writer->buffer + writer->used, data, size);
    writer->used += size;
}

void mh_wire_put_number(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                        uint64_t number)
{
    mh_wire_put(writer, tag, &number, sizeof(number));
}

void mh_wire_put_field(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                       const mh_wire_field_t *field)
{
    mh_wire_put(writer, tag, field->data, field->size);
}

void mh_wire_put_string(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                        const char *string)
{
    mh_wire_put(writer, tag, string, string ? strlen(string) + 1 : 0);
}

void mh_wire_put_list(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                      const char *const *strings, size_t count)
{
    char list[MH_WIRE_MAX];
    size_t size = 0;

    for (size_t i = 0; i < count; i++) {
        const char *string = strings[i] ? strings[i] : "";
        size_t length = strlen(string) + 1;

        if (length > sizeof(list) - size) {
            writer->full = true;
            return;
        }
        memcpy(list + size, string, length);
        size += length;
    }
    mh_wire_put(writer, tag, list, size);
}

size_t mh_wire_end(mh_wire_writer_t *writer)
{
    uint32_t length = (uint32_t)writer->used;

    if (writer->full)
        return 0;
    memcpy(writer->buffer + offsetof(header_t, length), &length,
           sizeof(length));
    return writer->used;
}

static uint64_t bounded(uint64_t figure)
{
    uint64_t most = UINT64_C(1) << 40;

    return figure < most ? figure : most;
}

void mh_wire_cost_sum(mh_wire_cost_t *sum, const mh_wire_cost_t *more)
{
    sum->runs += bounded(more->runs);
    sum->cpu += bounded(more->cpu);
    sum->over += bounded(more->over);
    sum->compiled += bounded(more->compiled);
    sum->usual += bounded(more->usual);
    sum->more += bounded(more->more);
}
