/*
 * answer_chunks.h - a body that its application has cut into chunks itself.
 * Runs in httpd's children.
 *
 * Transfer-Encoding is httpd's business; but applications that bring a server
 * of their own (Mojolicious) declare chunks to any server, and send them. The
 * chunks are joined here, and httpd makes new ones. If the body does not begin
 * with a chunk, the header is false, and the body is passed on as it is.
 */
#ifndef MEHARI_MODULE_GATEWAY_WORKER_ANSWER_CHUNKS_H
#define MEHARI_MODULE_GATEWAY_WORKER_ANSWER_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    MH_CHUNKS_NONE, /* the body is not in chunks */
    MH_CHUNKS_SIZE, /* size of the next chunk */
    MH_CHUNKS_DATA,
    MH_CHUNKS_BREAK,   /* line break after a chunk */
    MH_CHUNKS_TRAILER, /* after the last chunk */
    MH_CHUNKS_END
} mh_chunks_e;

#define MH_CHUNKS_LINE 64

typedef struct mh_chunks_t {
    mh_chunks_e state;
    bool begun;  /* there was a chunk */
    bool broken; /* a malformed chunk followed */
    uint64_t left;
    char line[MH_CHUNKS_LINE];
    size_t used;
} mh_chunks_t;

/*
 * Takes some of size bytes, and returns how many. *part are bytes of the body,
 * from these or stored ones: *part_size bytes, perhaps none.
 */
size_t mh_chunks_take(mh_chunks_t *chunks, const char *data, size_t size,
                      const char **part, size_t *part_size);

/* Ends the body. True: it was complete; *part are the stored bytes. */
bool mh_chunks_end(mh_chunks_t *chunks, const char **part, size_t *part_size);

#endif
