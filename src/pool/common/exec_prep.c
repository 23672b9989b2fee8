/*
 * exec_prep.c - see exec_prep.h.
 */
#include "pool/common/exec_prep.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char **mh_exec_prep_words(const char *first, const mh_wire_field_t *list)
{
    size_t count = 2;
    char **words;
    const char *word = NULL;

    while ((word = mh_wire_next(list, word)))
        count++;
    words = malloc(count * sizeof(*words));
    if (!words)
        return NULL;
    count = 0;
    if (first)
        words[count++] = (char *)(uintptr_t)first;
    while ((word = mh_wire_next(list, word)))
        words[count++] = (char *)(uintptr_t)word;
    words[count] = NULL;
    return words;
}

bool mh_exec_prep_go_beside(const char *path)
{
    const char *end = strrchr(path, '/');
    char *folder = strndup(path, (size_t)(end - path) + 1);
    bool done = folder && !chdir(folder);

    free(folder);
    return done;
}
