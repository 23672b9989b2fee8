/*
 * list.c - the files that compile-time code looked at.
 *
 * A list in the form of shared/wire/files.h, and a table of hashes that
 * excludes duplicates: a search through @INC asks for the same names again and
 * again.
 */
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pool/perl/trace/trace.h"
#include "pool/perl/trace/sighting.h"
#include "pool/perl/trace/part.h"
#include "shared/memory.h"

static struct {
    char *text;
    size_t size;
    size_t room;
    size_t *table; /* offset + 1 of an entry; 0: free */
    size_t slots;  /* a power of two */
    size_t count;
    size_t told; /* bytes of the text */
} files;

static uint64_t hash(const char *text)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    while (*text)
        sum = (sum ^ (unsigned char)*text++) * UINT64_C(0x100000001b3);
    return sum ^ sum >> 32;
}

/* The slot that holds the entry, or a free one for it. */
static size_t *find(const char *entry)
{
    size_t at = hash(entry) & (files.slots - 1);

    while (files.table[at] &&
           strcmp(files.text + files.table[at] - 1, entry) != 0)
        at = (at + 1) & (files.slots - 1);
    return &files.table[at];
}

static void grow_table(void)
{
    size_t slots = files.slots ? 2 * files.slots : 256;

    files.table = mh_grow(files.table, slots * sizeof(size_t));
    files.slots = slots;
    memset(files.table, 0, slots * sizeof(size_t));
    for (size_t at = 0; at < files.size; at += strlen(files.text + at) + 1)
        *find(files.text + at) = at + 1;
}

static void add(const char *entry, size_t size)
{
    size_t *slot;

    if (2 * files.count >= files.slots)
        grow_table();
    slot = find(entry);
    if (*slot)
        return;
    if (files.size + size > files.room) {
        files.room = 2 * files.room + MH_FILE_ENTRY_MAX;
        files.text = mh_grow(files.text, files.room);
    }
    memcpy(files.text + files.size, entry, size);
    *slot = files.size + 1;
    files.size += size;
    files.count++;
}

/* The directory that a relative path starts from; 0: there is none. */
static size_t directory(int at, char *path, size_t room)
{
    char link[64];
    ssize_t length;

    if (at == AT_FDCWD)
        return getcwd(path, room) ? strlen(path) : 0;
    snprintf(link, sizeof(link), "/proc/self/fd/%d", at);
    length = readlink(link, path, room - 1);
    return length > 0 ? (size_t)length : 0;
}

/* False: the name is too long. */
static bool make_absolute(int at, const char *path, char absolute[2 * PATH_MAX])
{
    size_t length = 0;

    if (strlen(path) >= PATH_MAX)
        return false;
    if (path[0] != '/') {
        length = directory(at, absolute, PATH_MAX);
        if (!length)
            return false;
        absolute[length++] = '/';
    }
    strcpy(absolute + length, path);
    return true;
}

static void note(mh_file_kind_e kind, const struct stat *status, int at,
                 const char *path)
{
    const char *module = mh_trace_module();
    char absolute[2 * PATH_MAX];
    char entry[MH_FILE_ENTRY_MAX] = "";
    size_t size = 0;

    if (make_absolute(at, path, absolute))
        size = mh_file_write(entry, kind, status, absolute, mh_file_clock());
    if (size)
        add(entry, size);
    if (module && *module)
        mh_sighting_note(module, entry);
}

static void note_paused(mh_file_kind_e kind, const struct stat *status, int at,
                        const char *path)
{
    mh_pause_t pause = mh_trace_pause();

    note(kind, status, at, path);
    mh_trace_resume(pause);
}

void mh_trace_note(mh_file_kind_e kind, const struct stat *status, int at,
                   const char *path)
{
    note_paused(kind, status, at, path);
}

void mh_trace_note_path(mh_file_kind_e kind, int at, const char *path)
{
    int flags = kind == MH_FILE_LINK ? AT_SYMLINK_NOFOLLOW : 0;
    struct stat status;
    mh_pause_t pause;

    pause = mh_trace_pause();
    note(kind, fstatat(at, path, &status, flags) ? NULL : &status, at, path);
    mh_trace_resume(pause);
}

static int note_library(struct dl_phdr_info *info, size_t size, void *context)
{
    if (info->dlpi_name && info->dlpi_name[0] == '/')
        mh_trace_note_path(MH_FILE_CONTENTS, AT_FDCWD, info->dlpi_name);
    return 0;
}

size_t mh_trace_file_count(void)
{
    return files.count;
}

const char *mh_trace_files(size_t *size)
{
    const char *text;

    dl_iterate_phdr(note_library, NULL);
    text = files.text + files.told;
    *size = files.size - files.told;
    files.told = files.size;
    return text;
}
