/*
 * vetted.c - see vetted.h.
 */
#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <perl.h>

#include "pool/perl/trace/vetted.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "pool/perl/trace/part.h"
#include "shared/memory.h"

#define LINE_SIZE 1024
#define FIELDS 3
#define ALL_ENV "looks at all of %ENV"
#define CALLS "calls "
#define ENDS "ends without effect"
#define UNLESS ", unless "

/* look | place | words: of the line in the module; "-" for a library. */
typedef struct row_t {
    char *look;
    char *place;
    char *words;
} row_t;

static struct {
    row_t *list;
    size_t count;
} rows;

/* --- the table --- */

static bool begins(const char *text, const char *start)
{
    return strnEQ(text, start, strlen(start));
}

/* Looks that may be vetted. All else is an effect, or shows a request. */
static bool may_be_vetted(const char *look)
{
    static const char *const beginnings[] = {
        "asks for the time",
        "asks for the process id",
        "asks for its",
        "asks for the state",
        "asks whether",
        "looks at $ENV{",
        "looks at /",
        "looks at the network's interfaces",
        "looks up a host",
        "reads /",
        "examines /",
        "makes a system call by its number",
        ALL_ENV,
        CALLS,
        ENDS,
    };

    for (size_t i = 0; i < C_ARRAY_LENGTH(beginnings); i++)
        if (begins(look, beginnings[i]))
            return true;
    return false;
}

/* Cuts the next field off, without blanks around it. NULL: there is none. */
static char *next_field(char **rest)
{
    char *field = *rest ? strsep(rest, "|") : NULL;
    size_t length;

    if (!field)
        return NULL;
    field += strspn(field, " \t");
    length = strlen(field);
    while (length && strchr(" \t\n", field[length - 1]))
        field[--length] = '\0';
    return length ? field : NULL;
}

/* False: the line is no row. */
static bool add_row(char *line)
{
    char *field[FIELDS];

    for (int i = 0; i < FIELDS; i++)
        if (!(field[i] = next_field(&line)))
            return false;
    if (line || !may_be_vetted(field[0]))
        return false;
    rows.list = mh_grow(rows.list, (rows.count + 1) * sizeof(row_t));
    rows.list[rows.count++] = (row_t){ mh_copy(field[0]), mh_copy(field[1]),
                                       mh_copy(field[2]) };
    return true;
}

/* A remark, or the reason for the row above it. */
static bool is_text(const char *line)
{
    return strchr("# \t\n", line[0]) != NULL;
}

char *mh_vetted_read(const char *file)
{
    FILE *list = fopen(file, "re");
    char line[LINE_SIZE];
    char *wrong = NULL;
    int number = 0;

    if (!list)
        return asprintf(&wrong, "%s: %s\n", file, strerror(errno)) < 0 ? NULL
                                                                       : wrong;
    while (!wrong && fgets(line, sizeof(line), list)) {
        number++;
        if (!is_text(line) && !add_row(line) &&
            asprintf(&wrong, "%s: line %d is no row of vetted looks\n", file,
                     number) < 0)
            wrong = NULL;
    }
    fclose(list);
    return wrong;
}

/* --- the place --- */

static bool only_root_writes(const char *path)
{
    struct stat status;

    return !stat(path, &status) && status.st_uid == 0 &&
           !(status.st_mode & (S_IWGRP | S_IWOTH));
}

static bool is_perls(const char *path)
{
    return mh_trace_is_perls(path) && only_root_writes(path);
}

static bool ends(const char *path, const char *name)
{
    size_t length = strlen(path);
    size_t end = strlen(name);

    return length > end && path[length - end - 1] == '/' &&
           strEQ(path + length - end, name);
}

static bool line_has(const char *path, line_t number, const char *words)
{
    FILE *file = fopen(path, "re");
    char line[LINE_SIZE];
    bool has = false;

    for (line_t at = 1; file && fgets(line, sizeof(line), file); at++)
        if (at == number) {
            has = strstr(line, words) != NULL;
            break;
        }
    if (file)
        fclose(file);
    return has;
}

static bool is_statement(pTHX_ const row_t *row, const COP *statement)
{
    const char *path = CopFILE(statement);

    return path && ends(path, row->place) && is_perls(path) &&
           line_has(path, CopLINE(statement), row->words);
}

/* Perl loads a library, or calls its first function: no code of a script. */
static bool is_loading(pTHX)
{
    const char *path = CopFILE(PL_curcop);

    return path && (ends(path, "DynaLoader.pm") || ends(path, "XSLoader.pm")) &&
           is_perls(path);
}

/* libnuma.so.1 is libnuma.so.1.0.0, too. */
static bool is_library(pTHX_ const row_t *row)
{
    size_t length = strlen(row->place);
    const char *name;
    Dl_info caller;

    if (!mh_trace_caller || !is_loading(aTHX) ||
        !dladdr(mh_trace_caller, &caller) || !caller.dli_fname)
        return false;
    name = strrchr(caller.dli_fname, '/');
    return name && strnEQ(name + 1, row->place, length) &&
           (!name[length + 1] || name[length + 1] == '.') &&
           only_root_writes(caller.dli_fname);
}

static bool is_place(pTHX_ const row_t *row, const COP *statement)
{
    return strEQ(row->words, "-") ? is_library(aTHX_ row)
                                  : is_statement(aTHX_ row, statement);
}

/* "reads /sys/devices/system/node*" */
static bool is_look(const row_t *row, const char *what)
{
    size_t length = strlen(row->look);

    return row->look[length - 1] == '*' ? strnEQ(row->look, what, length - 1)
                                        : strEQ(row->look, what);
}

static bool has(pTHX_ const char *what, const COP *statement)
{
    mh_pause_t pause = mh_trace_pause();
    bool found = false;

    for (size_t i = 0; i < rows.count && !found; i++)
        found = is_look(&rows.list[i], what) &&
                is_place(aTHX_ & rows.list[i], statement);
    mh_trace_resume(pause);
    return found;
}

bool mh_vetted_has(const char *what)
{
    dTHX;

    return !begins(what, ALL_ENV) && PL_curcop && has(aTHX_ what, PL_curcop);
}

bool mh_vetted_goes_through(void)
{
    dTHX;

    return has(aTHX_ ALL_ENV, PL_curcop);
}

/* A destructor's first statement; NULL: not known. */
static const COP *first_statement(const CV *code)
{
    const OP *op = CvISXSUB(code) ? NULL : CvSTART(code);

    return op && (op->op_type == OP_NEXTSTATE || op->op_type == OP_DBSTATE)
               ? cCOPx(op)
               : NULL;
}

/* "ends without effect, unless METHOD": false if the class has it. */
static bool is_unless(pTHX_ const char *look, HV *class)
{
    size_t length = sizeof(ENDS UNLESS) - 1;

    if (!begins(look, ENDS UNLESS))
        return strEQ(look, ENDS);
    return !gv_fetchmeth_pvn(class, look + length, strlen(look + length), -1,
                             0);
}

/* "auto/JSON/XS/XS.so" has the function, or the table. */
static bool is_within(const row_t *row, const void *address)
{
    Dl_info place;

    return strEQ(row->words, "-") && dladdr(address, &place) &&
           place.dli_fname && ends(place.dli_fname, row->place) &&
           is_perls(place.dli_fname);
}

static bool is_destructor(pTHX_ const row_t *row, const CV *code)
{
    const COP *statement = first_statement(code);

    if (CvISXSUB(code))
        return is_within(row, INT2PTR(const void *, PTR2UV(CvXSUB(code))));
    return statement && is_statement(aTHX_ row, statement);
}

bool mh_vetted_ends(pTHX_ const CV *destructor, HV *class)
{
    int error = errno;
    bool found = false;

    for (size_t i = 0; i < rows.count && !found; i++)
        found = begins(rows.list[i].look, ENDS) &&
                is_unless(aTHX_ rows.list[i].look, class) &&
                is_destructor(aTHX_ & rows.list[i], destructor);
    errno = error;
    return found;
}

bool mh_vetted_frees(const void *table)
{
    for (size_t i = 0; i < rows.count; i++)
        if (strEQ(rows.list[i].look, ENDS) && is_within(&rows.list[i], table))
            return true;
    return false;
}

bool mh_vetted_concerns(const char *file)
{
    for (size_t i = 0; file && i < rows.count; i++)
        if (begins(rows.list[i].look, CALLS) && ends(file, rows.list[i].place))
            return true;
    return false;
}

bool mh_vetted_puts_off(const char *name)
{
    dTHX;
    char what[LINE_SIZE];

    snprintf(what, sizeof(what), CALLS "%s", name);
    return has(aTHX_ what, &PL_compiling);
}
