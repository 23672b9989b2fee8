/*
 * seconds.c - see seconds.h.
 */
#include "module/common/seconds.h"

#include <stdlib.h>
#include <string.h>

bool mh_seconds(const char *text, double least, uint64_t *milliseconds)
{
    char *end;
    double number = strtod(text, &end);

    /* strtod() takes blanks, signs, "0x10" and "inf" as well. */
    if (!*text || text[strspn(text, "0123456789.")] || *end ||
        number > MH_SECONDS_LONGEST || (number > 0 && number < least))
        return false;
    *milliseconds = (uint64_t)(number * 1000);
    return true;
}
