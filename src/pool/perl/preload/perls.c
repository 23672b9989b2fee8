/*
 * perls.c - see perls.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/perls.h"

#include <EXTERN.h>
#include <limits.h>
#include <perl.h>
#include <stdlib.h>
#include <string.h>

/* Debian has what every program needs beside the folder of this version. */
#define ESSENTIAL ARCHLIB_EXP "/../../perl-base"

/* A folder, and its path without links, once it was asked for and was there. */
typedef struct folder_t {
    const char *path;
    char *real;
} folder_t;

static folder_t folders[] = {
    { PRIVLIB_EXP, NULL },         { ARCHLIB_EXP, NULL }, { ESSENTIAL, NULL },
#ifdef PERL_VENDORLIB_EXP
    { PERL_VENDORLIB_EXP, NULL },
#endif
#ifdef PERL_VENDORARCH_EXP
    { PERL_VENDORARCH_EXP, NULL },
#endif
};

/* Some perls have these site folders below the others. */
static folder_t site_folders[] = { { SITELIB_EXP, NULL },
                                   { SITEARCH_EXP, NULL } };

static folder_t test_folder;

void mh_perls_add_folder(const char *folder)
{
    test_folder = (folder_t){ .path = folder };
}

/* path is real. */
static bool is_below(const char *path, folder_t *folder)
{
    size_t length;

    if (!folder->real && folder->path)
        folder->real = realpath(folder->path, NULL);
    length = folder->real ? strlen(folder->real) : 0;
    return length && strnEQ(path, folder->real, length) && path[length] == '/';
}

static bool is_below_one(const char *path, folder_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_below(path, &list[i]))
            return true;
    return false;
}

bool mh_perls_has(const char *path)
{
    char real[PATH_MAX];

    if (path[0] != '/' || !realpath(path, real))
        return false;
    if (is_below(real, &test_folder))
        return true;
    return is_below_one(real, folders, C_ARRAY_LENGTH(folders)) &&
           !is_below_one(real, site_folders, C_ARRAY_LENGTH(site_folders));
}
