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

static const char *const folders[] = {
    PRIVLIB_EXP,         ARCHLIB_EXP, ESSENTIAL,
#ifdef PERL_VENDORLIB_EXP
    PERL_VENDORLIB_EXP,
#endif
#ifdef PERL_VENDORARCH_EXP
    PERL_VENDORARCH_EXP,
#endif
};

/* Some perls have these site folders below the others. */
static const char *const site_folders[] = { SITELIB_EXP, SITEARCH_EXP };

static const char *test_folder;

void mh_perls_add_folder(const char *folder)
{
    test_folder = folder;
}

/* path is real. */
static bool is_below(const char *path, const char *folder)
{
    char real[PATH_MAX];
    size_t length;

    if (!folder || !realpath(folder, real))
        return false;
    length = strlen(real);
    return strnEQ(path, real, length) && path[length] == '/';
}

static bool is_below_one(const char *path, const char *const *list,
                         size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_below(path, list[i]))
            return true;
    return false;
}

bool mh_perls_has(const char *path)
{
    char real[PATH_MAX];

    if (path[0] != '/' || !realpath(path, real))
        return false;
    if (is_below(real, test_folder))
        return true;
    return is_below_one(real, folders, C_ARRAY_LENGTH(folders)) &&
           !is_below_one(real, site_folders, C_ARRAY_LENGTH(site_folders));
}
