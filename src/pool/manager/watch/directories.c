/*
 * directories.c - see directories.h.
 */
#include "pool/manager/watch/directories.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <poll.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "pool/manager/watch/mounts.h"

/*
 * A directory; or a file with several names, whose one entry has the name "".
 */
typedef struct directory_t {
    int watch;   /* -1: the kernel has dropped it */
    bool silent; /* changes made elsewhere give no event */
    void *tree;  /* of name_t */
    mh_link_t names;
} directory_t;

typedef struct name_t {
    mh_link_t link; /* in its directory */
    directory_t *directory;
    mh_link_t interests;
    /* the text of the lookup key (only in keys built for tfind) */
    const char *text;
    char own[];
} name_t;

#define COMES_AND_GOES (IN_CREATE | IN_DELETE | IN_MOVE)
#define ALWAYS (IN_ATTRIB | IN_DONT_FOLLOW | IN_MASK_ADD)
#define WRITING (IN_MODIFY | IN_CLOSE_WRITE)
#define IN_DIRECTORY (ALWAYS | COMES_AND_GOES | IN_ONLYDIR)

/*
 * The kernel queues 16384 events by default. Another process can make events
 * faster than they are read, and must not hold up the manager.
 */
#define READS_AT_ONCE 128
#define EVENT_MAX (sizeof(struct inotify_event) + NAME_MAX + 1)

/*
 * File systems that only this machine changes, and that report to inotify.
 * Other file systems may report changes as well, but mehari looks at them by
 * stat().
 */
static const unsigned long telling[] = {
    EXT4_SUPER_MAGIC,     XFS_SUPER_MAGIC,
    BTRFS_SUPER_MAGIC,    TMPFS_MAGIC,
    RAMFS_MAGIC,          OVERLAYFS_SUPER_MAGIC,
    F2FS_SUPER_MAGIC,     SQUASHFS_MAGIC,
    ISOFS_SUPER_MAGIC,    EROFS_SUPER_MAGIC_V1,
    REISERFS_SUPER_MAGIC, MSDOS_SUPER_MAGIC,
    0x2fc12fc1 /* ZFS */, 0xca451a4e /* bcachefs */,
    0x3153464a /* JFS */,
};

static int inotify = -1;
static int mounts = -1;
static void *directories; /* a tree of directory_t, by watch */

int mh_directories_open(void)
{
    if (mounts < 0)
        mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
    inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return inotify;
}

bool mh_directories_refused(int error)
{
    return inotify < 0 || error == ENOSPC || error == ENOMEM;
}

static int compare_watches(const void *a, const void *b)
{
    int left = ((const directory_t *)a)->watch;
    int right = ((const directory_t *)b)->watch;

    return (left > right) - (left < right);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const name_t *)a)->text, ((const name_t *)b)->text);
}

static directory_t *find_directory(int watch)
{
    directory_t key = { .watch = watch };
    directory_t **found = tfind(&key, &directories, compare_watches);

    return found ? *found : NULL;
}

static bool is_silent(const char *path)
{
    struct statfs status;

    if (statfs(path, &status))
        return true;
    for (size_t i = 0; i < sizeof(telling) / sizeof(telling[0]); i++)
        if ((unsigned long)status.f_type == telling[i])
            return false;
    return true;
}

static directory_t *add_directory(int watch, const char *path)
{
    directory_t *directory = calloc(1, sizeof(*directory));

    if (!directory)
        return NULL;
    directory->watch = watch;
    mh_link_init(&directory->names);
    if (!tsearch(directory, &directories, compare_watches)) {
        free(directory);
        return NULL;
    }
    directory->silent = is_silent(path);
    return directory;
}

/* The kernel returns the same number for a directory that is watched already.
 */
static directory_t *watch_path(const char *path, uint32_t mask)
{
    int watch = inotify_add_watch(inotify, path, mask);
    directory_t *directory;

    if (watch < 0)
        return NULL;
    directory = find_directory(watch);
    if (!directory)
        directory = add_directory(watch, path);
    if (!directory) {
        inotify_rm_watch(inotify, watch);
        errno = ENOMEM;
    }
    return directory;
}

static name_t *find_name(const directory_t *directory, const char *text)
{
    name_t key = { .text = text };
    name_t **found = tfind(&key, &directory->tree, compare_names);

    return found ? *found : NULL;
}

static name_t *add_name(directory_t *directory, const char *text)
{
    size_t size = strlen(text) + 1;
    name_t *name = calloc(1, sizeof(*name) + size);

    if (!name)
        return NULL;
    name->directory = directory;
    name->text = memcpy(name->own, text, size);
    mh_link_init(&name->interests);
    if (!tsearch(name, &directory->tree, compare_names)) {
        free(name);
        return NULL;
    }
    mh_link_init(&name->link);
    mh_link_append(&directory->names, &name->link);
    return name;
}

static void drop_unused(directory_t *directory)
{
    if (!mh_link_empty(&directory->names))
        return;
    if (directory->watch >= 0) {
        tdelete(directory, &directories, compare_watches);
        inotify_rm_watch(inotify, directory->watch);
    }
    free(directory);
}

static int wait_for(mh_interest_t *interest, const char *path, uint32_t mask,
                    const char *text)
{
    directory_t *directory = watch_path(path, mask);
    name_t *name;

    if (!directory)
        return errno;
    name = find_name(directory, text);
    if (!name)
        name = add_name(directory, text);
    if (!name) {
        drop_unused(directory);
        return ENOMEM;
    }
    interest->name = name;
    mh_link_init(&interest->link);
    mh_link_append(&name->interests, &interest->link);
    return directory->silent ? EREMOTE : 0;
}

int mh_directories_wait(mh_interest_t *interest, const char *path,
                        const char *text, bool contents)
{
    uint32_t mask = contents ? IN_DIRECTORY | WRITING : IN_DIRECTORY;

    return wait_for(interest, path, mask, text);
}

int mh_directories_wait_file(mh_interest_t *interest, const char *path)
{
    return wait_for(interest, path, ALWAYS | WRITING, "");
}

void mh_directories_forget(mh_interest_t *interest)
{
    name_t *name = interest->name;
    directory_t *directory;

    if (!name)
        return;
    interest->name = NULL;
    mh_link_remove(&interest->link);
    if (!mh_link_empty(&name->interests))
        return;
    directory = name->directory;
    tdelete(name, &directory->tree, compare_names);
    mh_link_remove(&name->link);
    free(name);
    drop_unused(directory);
}

static void stir_name(const name_t *name, const mh_directories_calls_t *calls)
{
    const mh_link_t *at = &name->interests;

    for (at = at->next; at != &name->interests; at = at->next)
        calls->stirred(MH_OWNER(at, mh_interest_t, link));
}

/* The kernel has ended the watch: the directory was removed, or unmounted. */
static void stir_all(directory_t *directory,
                     const mh_directories_calls_t *calls)
{
    const mh_link_t *at = &directory->names;

    tdelete(directory, &directories, compare_watches);
    directory->watch = -1;
    for (at = at->next; at != &directory->names; at = at->next)
        stir_name(MH_OWNER(at, name_t, link), calls);
}

static void take_event(const struct inotify_event *event,
                       const mh_directories_calls_t *calls)
{
    directory_t *directory = find_directory(event->wd);
    const name_t *name;

    if (event->mask & IN_Q_OVERFLOW)
        calls->lost();
    if (!directory)
        return;
    if (event->mask & IN_IGNORED) {
        stir_all(directory, calls);
        return;
    }
    /* An event without a name is about the watched directory itself. */
    name = find_name(directory, event->len ? event->name : "");
    if (name)
        stir_name(name, calls);
    name = event->mask & COMES_AND_GOES ? find_name(directory, "") : NULL;
    if (name)
        stir_name(name, calls);
}

/* False: there are more events than can be read now. */
static bool read_events(const mh_directories_calls_t *calls)
{
    _Alignas(struct inotify_event) char buffer[32768];

    for (int i = 0; i < READS_AT_ONCE; i++) {
        ssize_t size = read(inotify, buffer, sizeof(buffer));
        const char *at = buffer;

        if (size <= 0)
            return true;
        while (at < buffer + size) {
            const struct inotify_event *event = (const void *)at;

            take_event(event, calls);
            at += sizeof(*event) + event->len;
        }
        /* The buffer had room for another event, so there are no more. */
        if ((size_t)size + EVENT_MAX <= sizeof(buffer))
            return true;
    }
    return false;
}

/* poll() itself reports once that something was mounted or unmounted. */
void mh_directories_read(const mh_directories_calls_t *calls)
{
    struct pollfd events[] = {
        { .fd = inotify, .events = POLLIN },
        { .fd = mounts, .events = POLLPRI },
    };

    if (poll(events, 2, 0) <= 0)
        return;
    calls->coming();
    if (events[0].revents && !read_events(calls))
        calls->lost();
    if (events[1].revents) {
        mh_mounts_changed();
        calls->lost();
    }
}
