/*
 * answer_chunks.c - see answer_chunks.h.
 */
#include "module/gateway/worker/answer_chunks.h"

#include <ctype.h>
#include <string.h>

#define DIGITS_MAX 15 /* no overflow of 64 bits */

/* Reads a line without its end: "1a" or "1a;name=value". False: malformed. */
static bool read_size(const mh_chunks_t *chunks, uint64_t *size)
{
    size_t at = 0;

    *size = 0;
    for (; at < chunks->used && isxdigit((unsigned char)chunks->line[at]);
         at++) {
        int digit = tolower((unsigned char)chunks->line[at]);

        *size = *size * 16 +
                (uint64_t)(isdigit(digit) ? digit - '0' : digit - 'a' + 10);
    }
    if (!at || at > DIGITS_MAX)
        return false;
    return at == chunks->used || strchr("; \t", chunks->line[at]);
}

static void fail(mh_chunks_t *chunks, const char **part, size_t *part_size)
{
    chunks->state = MH_CHUNKS_NONE;
    if (chunks->begun) {
        chunks->broken = true;
        return;
    }
    *part = chunks->line;
    *part_size = chunks->used;
}

static void begin_chunk(mh_chunks_t *chunks, const char **part,
                        size_t *part_size)
{
    size_t whole = chunks->used;
    uint64_t size;

    chunks->used -= 2;
    if (chunks->line[chunks->used] != '\r' || !read_size(chunks, &size)) {
        chunks->used = whole;
        fail(chunks, part, part_size);
        return;
    }
    chunks->begun = true;
    chunks->left = size;
    chunks->used = 0;
    chunks->state = size ? MH_CHUNKS_DATA : MH_CHUNKS_TRAILER;
}

/* Takes one byte of a line. */
static void take_line(mh_chunks_t *chunks, char byte, const char **part,
                      size_t *part_size)
{
    chunks->line[chunks->used++] = byte;
    if (byte == '\n' && chunks->used >= 2)
        begin_chunk(chunks, part, part_size);
    else if (byte == '\n' || chunks->used == MH_CHUNKS_LINE ||
             (chunks->used == 1 && !isxdigit((unsigned char)byte)))
        fail(chunks, part, part_size);
}

static void take_break(mh_chunks_t *chunks, char byte, const char **part,
                       size_t *part_size)
{
    if (byte != "\r\n"[chunks->used++])
        fail(chunks, part, part_size);
    else if (chunks->used == 2)
        chunks->state = MH_CHUNKS_SIZE;
    if (chunks->state == MH_CHUNKS_SIZE)
        chunks->used = 0;
}

/* Drops trailers; an empty line is the end. used: bytes of this line. */
static void take_trailer(mh_chunks_t *chunks, char byte)
{
    if (byte == '\n' && !chunks->used)
        chunks->state = MH_CHUNKS_END;
    else if (byte == '\n')
        chunks->used = 0;
    else if (byte != '\r')
        chunks->used = 1;
}

size_t mh_chunks_take(mh_chunks_t *chunks, const char *data, size_t size,
                      const char **part, size_t *part_size)
{
    size_t most = size;

    *part_size = 0;
    switch (chunks->state) {
    case MH_CHUNKS_NONE:
    case MH_CHUNKS_DATA:
        if (chunks->state == MH_CHUNKS_DATA && most > chunks->left)
            most = (size_t)chunks->left;
        *part = data;
        *part_size = most;
        chunks->left -= most;
        if (chunks->state == MH_CHUNKS_DATA && !chunks->left)
            chunks->state = MH_CHUNKS_BREAK;
        return most;
    case MH_CHUNKS_SIZE:
        take_line(chunks, *data, part, part_size);
        return 1;
    case MH_CHUNKS_BREAK:
        take_break(chunks, *data, part, part_size);
        return 1;
    case MH_CHUNKS_TRAILER:
        take_trailer(chunks, *data);
        return 1;
    case MH_CHUNKS_END:
        break;
    }
    return size;
}

bool mh_chunks_end(mh_chunks_t *chunks, const char **part, size_t *part_size)
{
    bool begun = chunks->begun;

    *part_size = 0;
    if (chunks->state == MH_CHUNKS_NONE)
        return !chunks->broken;
    if (!begun)
        fail(chunks, part, part_size);
    return !begun || chunks->state >= MH_CHUNKS_TRAILER;
}
