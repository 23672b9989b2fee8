/*
 * memory.c - see memory.h.
 */
#include "pool/memory.h"

#include <stdio.h>
#include <string.h>

uint64_t mh_memory_private(pid_t pid)
{
    char line[256];
    uint64_t sum = 0;
    FILE *file;

    snprintf(line, sizeof(line), "/proc/%d/smaps_rollup", (int)pid);
    file = fopen(line, "re");
    while (file && fgets(line, sizeof(line), file)) {
        unsigned long long kilobytes;

        if (sscanf(line, "Private_%*[^:]: %llu kB", &kilobytes) == 1)
            sum += kilobytes * 1024;
    }
    if (file)
        fclose(file);
    return sum;
}
