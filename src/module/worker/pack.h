/*
 * pack.h - a request's fields as bytes, and back.
 *
 * One function walks the fields of a structure for both directions, so that
 * they cannot disagree: it passes each field to a function mh_pack_*(). For a
 * request, httpd's side writes the field and the worker's side fills it in; for
 * a response it is the other way round. Both sides are the same module of the
 * same httpd.
 *
 * A reader trusts nothing: malformed data sets `wrong`, and every field from
 * there on is empty.
 */
#ifndef MEHARI_MODULE_WORKER_PACK_H
#define MEHARI_MODULE_WORKER_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "apr_network_io.h"
#include "apr_tables.h"

typedef struct mh_pack_t {
    apr_pool_t *pool;
    bool reading;
    bool wrong;
    char *data;  /* strings that are read point into it */
    size_t size; /* of data: capacity, or bytes present */
    size_t used;
} mh_pack_t;

void mh_pack_write(mh_pack_t *pack, apr_pool_t *pool);
/* The function writes to data, which must live as long as the strings that are
 * read from it. */
void mh_pack_read(mh_pack_t *pack, apr_pool_t *pool, char *data, size_t size);

/* A structure without pointers, byte for byte. */
void mh_pack_bytes(mh_pack_t *pack, void *at, size_t size);
void mh_pack_int(mh_pack_t *pack, int *number);
void mh_pack_long(mh_pack_t *pack, apr_int64_t *number);
/* May be NULL. */
void mh_pack_text(mh_pack_t *pack, const char **text);
/* The same for fields that httpd declares as char *. */
void mh_pack_string(mh_pack_t *pack, char **text);
/* The reader fills the table, so it must exist. */
void mh_pack_table(mh_pack_t *pack, apr_table_t *table);
/* An array of char *; it may be NULL, its elements may not. */
void mh_pack_texts(mh_pack_t *pack, apr_array_header_t **texts);
void mh_pack_address(mh_pack_t *pack, apr_sockaddr_t **address);
/* A count of items that follow, each of at least one byte. */
int mh_pack_count(mh_pack_t *pack, int count);

#endif
