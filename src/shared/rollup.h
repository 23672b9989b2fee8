/*
 * rollup.h - a process's memory, as the kernel adds it up over all of its pages
 * (proc(5): smaps_rollup).
 *
 * Takes about as long as a fork. Knows neither httpd nor Perl.
 */
#ifndef MEHARI_SHARED_ROLLUP_H
#define MEHARI_SHARED_ROLLUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Bytes in memory. */
typedef struct mh_rollup_t {
    uint64_t unshared;  /* private: freed when the process ends */
    uint64_t shared;    /* shared with another process */
    uint64_t resident;  /* both together */
    uint64_t anonymous; /* no file's */
} mh_rollup_t;

/* False: the process is gone, or may not be looked at. */
bool mh_rollup_read(pid_t pid, mh_rollup_t *rollup);

#endif
