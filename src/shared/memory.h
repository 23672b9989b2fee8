/*
 * memory.h - memory that belongs to the process, and not to an interpreter.
 *
 * Knows neither httpd nor Perl. An interpreter may refuse to free memory of
 * another (perl with -DDEBUGGING). So memory that outlives an interpreter comes
 * from here.
 */
#ifndef MEHARI_SHARED_MEMORY_H
#define MEHARI_SHARED_MEMORY_H

#include <stdlib.h>
#include <string.h>

/* realloc(); without memory, the process ends. */
static inline void *mh_grow(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

/* A copy of a text; NULL for NULL. */
static inline char *mh_copy(const char *text)
{
    return text ? strcpy((char *)mh_grow(NULL, strlen(text) + 1), text) : NULL;
}

#endif
