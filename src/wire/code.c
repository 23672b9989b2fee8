/*
 * code.c - see code.h.
 */
#include "wire/code.h"

#include <string.h>

#define DIGITS 4

size_t mh_code_length(const char *text)
{
    if (strncmp(text, "MH", 2) != 0)
        return 0;
    if (strspn(text + 2, "0123456789") != DIGITS)
        return 0;
    return strncmp(text + 2 + DIGITS, ": ", 2) ? 0 : 2 + DIGITS + 2;
}
