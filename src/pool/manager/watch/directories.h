/*
 * directories.h - directories watched by inotify, and the names in them that
 * have an interest.
 *
 * A directory costs one watch however many names in it are waited for, as long
 * as there is one. Runs in the manager; belongs to dependencies.c.
 */
#ifndef MEHARI_POOL_MANAGER_WATCH_DIRECTORIES_H
#define MEHARI_POOL_MANAGER_WATCH_DIRECTORIES_H

#include "pool/manager/loop/loop.h"

/*
 * Part of each structure that waits for a name. All zeros: it waits for none.
 */
typedef struct mh_interest_t {
    mh_link_t link;
    struct name_t *name;
} mh_interest_t;

typedef struct mh_directories_calls_t {
    /* Something has happened, and has not been read yet. */
    void (*coming)(void);
    /*
     * The name was made, replaced, removed or changed. The callback may change
     * no interest.
     */
    void (*stirred)(mh_interest_t *interest);
    /* Events were dropped, or mounts changed: anything may have happened. */
    void (*lost)(void);
} mh_directories_calls_t;

/* The inotify descriptor; -1 and errno: it may be tried again. Mounts are
 * watched beside it. */
int mh_directories_open(void);

/*
 * Waits for a name in a directory; "": for any name that comes or goes;
 * contents: also for writes to the file. path has no symbolic link in it.
 * Returns 0, or ENOENT or ENOTDIR if there is no such directory. After any
 * other error events are not reliable, so look yourself (after EREMOTE the
 * interest waits all the same).
 */
int mh_directories_wait(mh_interest_t *interest, const char *path,
                        const char *text, bool contents);
/* Watches for writes to a file under any of its names. */
int mh_directories_wait_file(mh_interest_t *interest, const char *path);

/* True if the error means that the kernel has no watch left for this user: it
 * may have some later. */
bool mh_directories_refused(int error);

/* No effect if the interest has no watch. */
void mh_directories_forget(mh_interest_t *interest);

/* Reads all events; one system call when there are none. */
void mh_directories_read(const mh_directories_calls_t *calls);

#endif
