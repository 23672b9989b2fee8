/*
 * sighting.c - see sighting.h.
 */
#include "pool/perl/trace/sighting.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pool/perl/trace/part.h"
#include "shared/memory.h"

#define LINKS 8

typedef struct look_t {
    const char *module; /* its key, whose address stays */
    char *entry;        /* see shared/wire/files.h */
} look_t;

static struct {
    look_t *list;
    size_t count;
} looks;

/* --- names that only root can change --- */

static bool only_root_writes(const char *path, const struct stat *status)
{
    return status->st_uid == 0 && !(status->st_mode & S_IWOTH) &&
           (!(status->st_mode & S_IWGRP) ||
            faccessat(AT_FDCWD, path, W_OK, AT_EACCESS));
}

static bool is_fixed(const char *path, int links);

/* For a link at the end of part, and the rest of the name behind it. */
static bool target_is_fixed(const char *part, const char *rest, int links)
{
    char target[PATH_MAX];
    char path[3 * PATH_MAX];
    ssize_t length = readlink(part, target, sizeof(target) - 1);
    int folder = (int)(strrchr(part, '/') - part);

    if (length <= 0 || links == 0)
        return false;
    target[length] = '\0';
    if (target[0] == '/')
        snprintf(path, sizeof(path), "%s%s", target, rest);
    else
        snprintf(path, sizeof(path), "%.*s/%s%s", folder, part, target, rest);
    return strlen(path) < PATH_MAX && is_fixed(path, links - 1);
}

/*
 * Each folder on the way to the name is root's, and so is the name, or there is
 * none.
 */
static bool is_fixed(const char *path, int links)
{
    char part[PATH_MAX] = "";

    for (size_t i = 1; path[i - 1]; i++) {
        struct stat status;

        part[i - 1] = path[i - 1];
        if (i > 1 && path[i] != '/' && path[i])
            continue;
        if (lstat(part, &status))
            return errno == ENOENT;
        if (S_ISLNK(status.st_mode))
            return target_is_fixed(part, path + i, links);
        if (!only_root_writes(part, &status))
            return false;
    }
    return true;
}

/* --- looks of modules --- */

static bool is_known(const char *module, const char *entry)
{
    for (size_t i = 0; i < looks.count; i++)
        if (looks.list[i].module == module &&
            strcmp(looks.list[i].entry, entry) == 0)
            return true;
    return false;
}

void mh_sighting_note(const char *module, const char *entry)
{
    mh_file_t file;

    if ((mh_file_read(entry, &file) && is_fixed(file.path, LINKS)) ||
        is_known(module, entry))
        return;
    looks.list = mh_grow(looks.list, (looks.count + 1) * sizeof(look_t));
    looks.list[looks.count++] = (look_t){ module, mh_copy(entry) };
}

static bool is_as_it_was(const char *entry)
{
    struct stat status;
    mh_file_t file;
    int flags;

    if (!mh_file_read(entry, &file))
        return false;
    flags = file.kind == MH_FILE_LINK ? AT_SYMLINK_NOFOLLOW : 0;
    return mh_file_seen(file.kind, fstatat(AT_FDCWD, file.path, &status, flags)
                                       ? NULL
                                       : &status) == file.seen;
}

bool mh_sighting_agrees(const char *module)
{
    mh_pause_t pause = mh_trace_pause();
    bool agrees = true;

    for (size_t i = 0; i < looks.count && agrees; i++)
        agrees = looks.list[i].module != module ||
                 is_as_it_was(looks.list[i].entry);
    mh_trace_resume(pause);
    return agrees;
}
