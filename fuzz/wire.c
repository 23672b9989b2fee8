/*
 * wire.c - messages: they are parsed, their fields are read, and they are
 * written again.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "shared/wire/wire.h"

#define LENGTH_AT 8

void mh_fuzz_each_length(const char *data, size_t size, mh_fuzz_feed_t *feed)
{
    uint32_t length = (uint32_t)size;
    char *copy;

    feed(data, size);
    if (size < LENGTH_AT + sizeof(length))
        return;
    copy = malloc(size);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    memcpy(copy + LENGTH_AT, &length, sizeof(length));
    feed(copy, size);
    free(copy);
}

static bool inside(const char *data, size_t size, const mh_wire_field_t *field)
{
    return !field->data || (field->data >= data && field->data <= data + size &&
                            field->size <= (size_t)(data + size - field->data));
}

static void check_list(const mh_wire_field_t *list)
{
    const char *at = NULL;
    size_t total = 0;

    while ((at = mh_wire_next(list, at)))
        total += strlen(at) + 1;
    mh_fuzz_expect(!total || total == list->size,
                   "a list is its strings, one after the other");
}

static void check_field(const mh_wire_message_t *message, mh_wire_tag_e tag)
{
    const mh_wire_field_t *field = &message->field[tag];
    const char *string = mh_wire_string(message, tag);
    mh_wire_limits_t limits;
    uint64_t number;

    check_list(field);
    if (string)
        mh_fuzz_expect(strlen(string) + 1 == field->size,
                       "a string is the whole field");
    if (mh_wire_copy(message, tag, &limits, sizeof(limits)))
        mh_fuzz_expect(field->size == sizeof(limits), "limits have a size");
    number = mh_wire_number(message, tag, 7);
    if (field->size != sizeof(number))
        mh_fuzz_expect(number == 7, "what is no number is not read as one");
}

/* A message that is written again from its fields has the same fields. */
static void check_again(const mh_wire_message_t *message, size_t size)
{
    static char buffer[MH_WIRE_MAX];
    mh_wire_message_t again;
    mh_wire_writer_t writer;
    size_t length;

    mh_wire_begin(&writer, buffer, sizeof(buffer), message->type, message->id);
    for (mh_wire_tag_e tag = 1; tag < MH_TAGS; tag++)
        if (message->field[tag].data)
            mh_wire_put(&writer, tag, message->field[tag].data,
                        message->field[tag].size);
    length = mh_wire_end(&writer);
    mh_fuzz_expect(length == size, "it is as long when it is made again");
    mh_fuzz_expect(!mh_wire_parse(buffer, length, &again),
                   "what was made is a message");
    for (mh_wire_tag_e tag = 1; tag < MH_TAGS; tag++)
        mh_fuzz_expect(again.field[tag].size == message->field[tag].size,
                       "its fields are the same");
}

static void feed(const char *data, size_t size)
{
    mh_wire_message_t message;

    if (mh_wire_parse(data, size, &message))
        return;
    for (mh_wire_tag_e tag = 1; tag < MH_TAGS; tag++) {
        mh_fuzz_expect(inside(data, size, &message.field[tag]),
                       "a field lies in its message");
        check_field(&message, tag);
    }
    check_again(&message, size);
}

void mh_fuzz_wire(const char *data, size_t size)
{
    mh_fuzz_each_length(data, size, feed);
}
