/*
 * size.h - the size of this process, by the kernel's counts.
 *
 * Knows neither httpd nor Perl.
 */
#ifndef MEHARI_SHARED_SIZE_H
#define MEHARI_SHARED_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes. */
typedef struct mh_size_t {
    uint64_t mapped;   /* address space in use */
    uint64_t shared;   /* in memory, and in another process too */
    uint64_t unshared; /* in memory, of this process only */
} mh_size_t;

/* Bytes; 0: no limit. */
typedef struct mh_size_limits_t {
    uint64_t mapped;   /* at most */
    uint64_t unshared; /* at most */
    uint64_t shared;   /* at least */
    uint64_t every;    /* requests between two looks */
} mh_size_limits_t;

/*
 * Bytes of anonymous memory, which is Perl's: 0 when the kernel does not say.
 * Pages shared by fork() count before and after they are copied, so a change is
 * growth. Costs one system call after the first.
 */
uint64_t mh_size_anonymous(void);

/*
 * Called after the served-th request: false, or true and why the process is too
 * large, in half a sentence.
 */
bool mh_size_is_too_large(const mh_size_limits_t *limits, uint64_t served,
                          char *why, size_t size);

/*
 * Called after a fork, so that the process looks at itself, and no longer at
 * its parent.
 */
void mh_size_forked(void);

#endif
