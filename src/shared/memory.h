/*
 * memory.h - memory that belongs to the process, and not to an interpreter.
 *
 * Knows neither httpd nor Perl. An interpreter may count what it gave, and
 * refuse another's (perl with -DDEBUGGING): what outlives one is from here.
 */
#ifndef MEHARI_SHARED_MEMORY_H
#define MEHARI_SHARED_MEMORY_H

#include <stdlib.h>

/* realloc(); without memory, the process ends. */
static inline void *mh_grow(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

#endif
