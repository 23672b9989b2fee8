/*
 * answer_chunks.h - a body that its application has cut into chunks itself.
 *
 * Transfer-Encoding is httpd's business; but applications that bring a server
 * of their own (Mojolicious) say chunked to any server, and send chunks. They
 * are put together here, and httpd cuts anew as its client can take it. What
 * does not begin as a chunk is a body of which something wrong was said.
 */
#ifndef MEHARI_GATEWAY_ANSWER_CHUNKS_H
#define MEHARI_GATEWAY_ANSWER_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    MH_CHUNKS_NONE, /* the body is as it is */
    MH_CHUNKS_SIZE, /* of the next one */
    MH_CHUNKS_DATA,
    MH_CHUNKS_BREAK,   /* the line break behind it */
    MH_CHUNKS_TRAILER, /* behind the last */
    MH_CHUNKS_END
} mh_chunks_e;

#define MH_CHUNKS_LINE 64

typedef struct mh_chunks_t {
    mh_chunks_e state;
    bool begun;  /* there was a chunk */
    bool broken; /* and what followed was none */
    uint64_t left;
    char line[MH_CHUNKS_LINE];
    size_t used;
} mh_chunks_t;

/*
 * Takes some of size bytes, and says how many. *part of them, or of what was
 * kept from before, are the body's: *part_size bytes, perhaps none.
 */
size_t mh_chunks_take(mh_chunks_t *chunks, const char *data, size_t size,
                      const char **part, size_t *part_size);

/* No more comes. True: it was whole; *part is what was kept. */
bool mh_chunks_end(mh_chunks_t *chunks, const char **part, size_t *part_size);

#endif
