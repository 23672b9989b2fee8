/*
 * lists.c - see lists.h.
 */
#include "pool/perl/lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pool/perl/preload/preload.h"
#include "pool/perl/self.h"

#define LIST_MAX (64 * 1024)
#define NAME_MAX_LENGTH 200

/* Text of each list, with a newline before its first line; NULL: none. */
static char *lists[MH_MODULES_MORE + 1];

static char *read_list(const char *name)
{
    const char *file = mh_perl_list(name);
    FILE *list = file ? fopen(file, "re") : NULL;
    char *text = list ? malloc(LIST_MAX) : NULL;
    size_t size;

    if (text) {
        text[0] = '\n';
        size = fread(text + 1, 1, LIST_MAX - 2, list);
        text[size + 1] = '\0';
    }
    if (list)
        fclose(list);
    return text;
}

void mh_lists_read(void)
{
    lists[MH_MODULES_USUAL] = read_list("modules.list");
    lists[MH_MODULES_MORE] = read_list("more_modules.list");
}

/* Joins two texts from malloc(), or NULL. */
static char *join(char *first, char *second)
{
    char *both;

    if (!first || !second)
        return first ? first : second;
    if (asprintf(&both, "%s%s", first, second) < 0)
        return first;
    free(first);
    free(second);
    return both;
}

char *mh_lists_load(mh_wire_modules_e modules)
{
    char *refused = NULL;

    for (int i = MH_MODULES_USUAL; i <= (int)modules; i++)
        if (lists[i])
            refused = join(refused, mh_preload_listed(lists[i]));
    return refused;
}

/* Foo/Bar.pm as "\nFoo::Bar\n", a line of a list. False: no module's key. */
static bool line_of(const char *key, char *line, size_t size)
{
    size_t length = strlen(key);
    char *at = line;

    if (length < 4 || strcmp(key + length - 3, ".pm") != 0 ||
        2 * length + 3 > size)
        return false;
    *at++ = '\n';
    for (const char *end = key + length - 3; key < end; key++)
        if (*key == '/') {
            *at++ = ':';
            *at++ = ':';
        } else
            *at++ = *key;
    *at++ = '\n';
    *at = '\0';
    return true;
}

mh_wire_modules_e mh_lists_find(const char *key)
{
    char line[2 * NAME_MAX_LENGTH + 4];
    int i = MH_MODULES_USUAL;

    if (!line_of(key, line, sizeof(line)))
        return MH_MODULES_NONE;
    while (i <= MH_MODULES_MORE && (!lists[i] || !strstr(lists[i], line)))
        i++;
    return i <= MH_MODULES_MORE ? (mh_wire_modules_e)i : MH_MODULES_NONE;
}
