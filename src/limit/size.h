/*
 * size.h - how large this process is, from what the kernel keeps count of.
 *
 * Knows neither httpd nor Perl.
 */
#ifndef MEHARI_LIMIT_SIZE_H
#define MEHARI_LIMIT_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes. */
typedef struct mh_size_t {
    uint64_t mapped;   /* all that has an address */
    uint64_t shared;   /* in memory, and another process has it too */
    uint64_t unshared; /* in memory, and nobody else has it */
} mh_size_t;

/* Bytes; 0: no limit. They travel with a pool's definition. */
typedef struct mh_size_limits_t {
    uint64_t mapped;   /* at most */
    uint64_t unshared; /* at most */
    uint64_t shared;   /* at least */
    uint64_t every;    /* so manieth request is looked at */
} mh_size_limits_t;

/*
 * Bytes in memory that are no file's, which is what Perl takes: 0 when the
 * kernel does not say. What fork() shares is in it, and stays so when it is
 * copied: what changes is growth. Costs one system call after the first.
 */
uint64_t mh_size_anonymous(void);

/* Walks all pages: as dear as a fork. False: the kernel does not say. */
bool mh_size_of_pages(mh_size_t *size);

/*
 * After the served-th request: false, or true and why the process is too large,
 * in half a sentence.
 */
bool mh_size_is_too_large(const mh_size_limits_t *limits, uint64_t served,
                          char *why, size_t size);

/* After a fork: the process looks at itself, no longer at its parent. */
void mh_size_forked(void);

#endif
