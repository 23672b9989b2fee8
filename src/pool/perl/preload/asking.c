/*
 * asking.c - the way in which a script asks for a file: see part.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/part.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared/perl/compat.h"

mh_asking_t mh_asking_now(pTHX)
{
    mh_asking_t asking = { MH_ASKING_REQUIRE, CopSTASH(PL_curcop) };
    U8 wanted = GIMME_V;

    if (PL_op->op_type == OP_DOFILE)
        asking.way = wanted == G_VOID     ? MH_ASKING_DO
                     : wanted == G_SCALAR ? MH_ASKING_DO_SCALAR
                                          : MH_ASKING_DO_LIST;
    return asking;
}

U8 mh_asking_context(mh_asking_e way)
{
    switch (way) {
    case MH_ASKING_DO:
        return G_VOID;
    case MH_ASKING_DO_LIST:
        return G_LIST;
    default:
        return G_SCALAR;
    }
}

size_t mh_asking_write(const mh_asking_t *asking, const char *path,
                       char *buffer, size_t size)
{
    const char *package = asking->package ? HvNAME_get(asking->package) : NULL;
    int length;

    if (!package || strchr(package, ' '))
        return 0;
    length = snprintf(buffer, size, "%c%s %s", asking->way, package, path);
    return length > 0 && (size_t)length < size ? (size_t)length + 1 : 0;
}

const char *mh_asking_read(pTHX_ const char *text, mh_asking_e *way,
                           SV *package)
{
    const char *space = strchr(text, ' ');

    if (!space || !strchr("rvsl", text[0]))
        return NULL;
    *way = (mh_asking_e)text[0];
    sv_setpvn(package, text + 1, (STRLEN)(space - text - 1));
    return space + 1;
}

/* --- the package of a file's first statement --- */

static bool begins_with(const char *line, const char *word)
{
    size_t length = strlen(word);

    return !strncmp(line, word, length) && isspace((unsigned char)line[length]);
}

/* `package NAME;` or `package NAME VERSION;`, but no block. */
static bool is_package(const char *line)
{
    line += strspn(line, " \t");
    if (!begins_with(line, "package"))
        return false;
    line += strlen("package");
    line += strspn(line, " \t");
    line += strcspn(line, " \t;{\n");
    line += strspn(line, " \t0123456789.v_");
    return *line == ';';
}

/* Documentation ends with a line `=cut`. *inside: the line belongs to one. */
static bool is_silent(const char *line, bool *inside)
{
    bool command = line[0] == '=' && isalpha((unsigned char)line[1]);

    if (*inside || command) {
        *inside = strncmp(line, "=cut", 4) != 0;
        return true;
    }
    line += strspn(line, " \t\r\n");
    return !*line || *line == '#';
}

bool mh_asking_does_not_matter(const char *path)
{
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    bool inside = false;
    bool own = false;

    while (file && getline(&line, &room, file) >= 0)
        if (!is_silent(line, &inside)) {
            own = is_package(line);
            break;
        }
    free(line);
    if (file)
        fclose(file);
    return own;
}
