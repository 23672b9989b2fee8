/*
 * code.h - the number that a message to the administrator begins with.
 *
 * "MH3010: its queue is full": `mehari explain MH3010` says the rest, from
 * lib/Mehari/Explain/Reason/. The number stands in the literal, where a search
 * for it finds it.
 */
#ifndef MH_WIRE_CODE_H
#define MH_WIRE_CODE_H

#include <stddef.h>

/* How much of a text its number is, with the blank behind it; 0: it has none.
 */
size_t mh_code_length(const char *text);

#endif
