/*
 * mounts.c - see mounts.h.
 */
#include "pool/manager/watch/mounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *point;
    size_t length;
    bool local;
} mount_t;

/* Names of the file systems that directories.c knows by their numbers, and of
 * the kernel's own. */
static const char *const own[] = {
    "ext2",     "ext3",   "ext4",    "xfs",      "btrfs",  "tmpfs",
    "ramfs",    "rootfs", "overlay", "f2fs",     "zfs",    "squashfs",
    "iso9660",  "erofs",  "msdos",   "vfat",     "jfs",    "bcachefs",
    "reiserfs", "proc",   "sysfs",   "devtmpfs", "devpts", "cgroup2",
};

static mount_t *table;
static size_t count;
static bool known;

static bool is_own(const char *type)
{
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (!strcmp(own[i], type))
            return true;
    return false;
}

static void forget(void)
{
    while (count)
        free(table[--count].point);
    known = false;
}

void mh_mounts_changed(void)
{
    forget();
}

static unsigned octal(char digit)
{
    return (unsigned)digit & 7;
}

/* The kernel writes some bytes as three octal digits: proc(5). */
static void unescape(char *text)
{
    char *to = text;

    for (const char *at = text; *at; to++) {
        if (at[0] == '\\' && at[1] && at[2] && at[3]) {
            *to = (char)(octal(at[1]) << 6 | octal(at[2]) << 3 | octal(at[3]));
            at += 4;
        } else {
            *to = *at++;
        }
    }
    *to = '\0';
}

static bool add(char *point, const char *type)
{
    mount_t *more = realloc(table, (count + 1) * sizeof(*table));

    if (!more)
        return false;
    table = more;
    unescape(point);
    table[count] = (mount_t){
        .point = strdup(strcmp(point, "/") != 0 ? point : ""),
        .local = is_own(type),
    };
    if (!table[count].point)
        return false;
    table[count].length = strlen(table[count].point);
    count++;
    return true;
}

/* The fifth word is the mount point; the type comes after a word of one dash.
 */
static bool add_line(char *line)
{
    char *dash = strstr(line, " - ");
    char *at = NULL;
    char *point = NULL;

    if (!dash)
        return true;
    *dash = '\0';
    for (int i = 0; i < 5; i++)
        point = strtok_r(i ? NULL : line, " ", &at);
    return !point || add(point, strtok_r(dash + 3, " ", &at));
}

static void read_table(void)
{
    FILE *file = fopen("/proc/self/mountinfo", "re");
    char *line = NULL;
    size_t room = 0;
    bool good = true;

    while (file && good && getline(&line, &room, file) > 0)
        good = add_line(line);
    free(line);
    if (file)
        fclose(file);
    known = file && good;
}

/*
 * The last one of the longest mount points above the path, because it covers
 * the others.
 */
static const mount_t *find(const char *path)
{
    const mount_t *found = NULL;

    if (!known) {
        forget();
        read_table();
    }
    for (size_t i = 0; i < count; i++) {
        const mount_t *mount = &table[i];
        char next;

        if (strncmp(path, mount->point, mount->length) != 0)
            continue;
        next = path[mount->length];
        if ((!next || next == '/') &&
            (!found || mount->length >= found->length))
            found = mount;
    }
    return found;
}

/* A process in a root of its own sees no mount of "/". */
bool mh_mounts_local(const char *path)
{
    const mount_t *mount = find(path);

    return !mount || mount->local;
}

const char *mh_mounts_place(const char *path)
{
    const mount_t *mount = find(path);

    return mount && !mount->local && mount->length ? mount->point : path;
}
