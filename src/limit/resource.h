/*
 * resource.h - limits that the kernel keeps (setrlimit): PerlResourceLimit, and
 * the key rlimit of PerlPool.
 *
 * Knows neither httpd nor Perl. A structure of zeros limits nothing; it travels
 * with a pool's definition.
 */
#ifndef MEHARI_LIMIT_RESOURCE_H
#define MEHARI_LIMIT_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

#define MH_RESOURCES 16 /* that Linux has */

typedef struct mh_resource_limits_t {
    struct {
        uint64_t set; /* 1 */
        uint64_t soft;
        uint64_t hard;
    } of[MH_RESOURCES];
} mh_resource_limits_t;

/* "NOFILE=100", "CPU=1m:2m", "CORE=unlimited". NULL, or what is wrong. */
const char *mh_resource_set(mh_resource_limits_t *limits, const char *text);

/*
 * While the process may: raises its own hard limits to those that are larger,
 * so that what it starts can take them. False with errno: it may not.
 */
bool mh_resource_allow(const mh_resource_limits_t *limits);

/* This process, and all that it starts. The name of what failed, or NULL. */
const char *mh_resource_apply(const mh_resource_limits_t *limits);

#endif
