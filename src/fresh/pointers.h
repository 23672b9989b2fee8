/*
 * pointers.h - a set of addresses, each with a number.
 */
#ifndef MEHARI_FRESH_POINTERS_H
#define MEHARI_FRESH_POINTERS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct mh_pointers_t {
    struct mh_pointer_t {
        const void *address; /* NULL: a free place */
        size_t number;
    } * places;
    size_t size; /* a power of two, or 0 */
    size_t count;
} mh_pointers_t;

/* Does nothing when the address is there already. */
void mh_pointers_add(mh_pointers_t *pointers, const void *address,
                     size_t number);
/* NULL: it is not there. */
const size_t *mh_pointers_find(const mh_pointers_t *pointers,
                               const void *address);
/* Of an address that is there. */
void mh_pointers_set(mh_pointers_t *pointers, const void *address,
                     size_t number);
void mh_pointers_clear(mh_pointers_t *pointers);

#endif
