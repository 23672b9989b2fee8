/*
 * lists.c - the lists of modules that bases load ahead, for all scripts: the
 * usual one, and the other one, for scripts that need it. Both are data:
 * lib/Mehari/modules.list and more_modules.list.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/part.h"

#include <stdio.h>
#include <stdlib.h>

#include "pool/perl/preload/perls.h"
#include "pool/perl/preload/preload.h"

#define LIST_MAX (64 * 1024)

/* Text of each list, with a newline before its first line; NULL: none. */
static char *lists[MH_MODULES_MORE + 1];

static char *read_list(const char *file)
{
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

char *mh_preload_lists(mh_wire_modules_e modules,
                       const char *(*file_of)(const char *name))
{
    char *refused = NULL;

    lists[MH_MODULES_USUAL] = read_list(file_of("modules.list"));
    lists[MH_MODULES_MORE] = read_list(file_of("more_modules.list"));
    for (int i = MH_MODULES_USUAL; i <= (int)modules; i++)
        if (lists[i])
            refused = join(refused, mh_preload_listed(lists[i]));
    return refused;
}

mh_wire_modules_e mh_preload_list_of(const char *key, const char *path)
{
    dTHX;
    SV *line = sv_2mortal(
        newSVpvf("\n%" SVf "\n", SVfARG(mh_module_class_of(aTHX_ key))));
    int i = MH_MODULES_USUAL;

    while (i <= MH_MODULES_MORE &&
           (!lists[i] || !strstr(lists[i], SvPVX(line))))
        i++;
    return i <= MH_MODULES_MORE && mh_perls_has(path) ? (mh_wire_modules_e)i
                                                      : MH_MODULES_NONE;
}
