/*
 * rollup.h - what memory a process has, as the kernel adds it up over all of
 * its pages (proc(5): smaps_rollup).
 *
 * Takes about as long as a fork. Knows neither httpd nor Perl.
 */
#ifndef MEHARI_LIMIT_ROLLUP_H
#define MEHARI_LIMIT_ROLLUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Bytes in memory. */
typedef struct mh_rollup_t {
    uint64_t unshared; /* nobody else has it: what its end would give back */
    uint64_t shared;   /* another process has it, too */
    uint64_t resident; /* both */
} mh_rollup_t;

/* False: it is gone, or not ours to look at. */
bool mh_rollup_read(pid_t pid, mh_rollup_t *rollup);

#endif
