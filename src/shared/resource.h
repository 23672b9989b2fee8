/*
 * resource.h - limits that the kernel keeps (setrlimit): PerlResourceLimit, and
 * the key rlimit of PerlPool.
 *
 * Knows neither httpd nor Perl. A structure of zeros limits nothing; it travels
 * with a pool's settings.
 */
#ifndef MEHARI_SHARED_RESOURCE_H
#define MEHARI_SHARED_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

#define MH_RESOURCES 16 /* more than Linux has */

typedef struct mh_resource_limits_t {
    struct {
        uint64_t set; /* 1 */
        uint64_t soft;
        uint64_t hard;
    } of[MH_RESOURCES];
} mh_resource_limits_t;

/* Sets one limit: "NOFILE=100", "CPU=1m:2m", "CORE=unlimited". NULL, or an
 * error. */
const char *mh_resource_set(mh_resource_limits_t *limits, const char *text);

/* Lowers soft and hard limits of CPU seconds to those that a pool sets;
 * UINT64_MAX: there is no limit to be lowered. */
void mh_resource_lower_cpu(uint64_t limits[2],
                           const mh_resource_limits_t *pool);

/*
 * Raises this process's hard limits to the given ones, where these are larger,
 * so that its children can use them. False and errno: the process may not.
 */
bool mh_resource_allow(const mh_resource_limits_t *limits);

/*
 * The same in a table of all limits, by the kernel's numbers: what a process
 * has after mh_resource_apply().
 */
void mh_resource_expect(const mh_resource_limits_t *limits,
                        struct rlimit *table);

/* Limits this process and all its children. NULL, or the name of the limit that
 * failed. */
const char *mh_resource_apply(const mh_resource_limits_t *limits);

#endif
