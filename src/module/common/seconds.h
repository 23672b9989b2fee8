/* seconds.h - arguments of directives that limit a time. */
#ifndef MEHARI_MODULE_COMMON_SECONDS_H
#define MEHARI_MODULE_COMMON_SECONDS_H

#include <stdbool.h>
#include <stdint.h>

#define MH_SECONDS_LONGEST 86400

/*
 * A decimal number, 0 or from least to MH_SECONDS_LONGEST. False if the text is
 * something else: *milliseconds is not changed then.
 */
bool mh_seconds(const char *text, double least, uint64_t *milliseconds);

#endif
