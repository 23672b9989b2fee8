/*
 * mounts.h - where file systems are mounted, and which of them this machine
 * alone changes.
 *
 * A file system that a program or another machine serves (FUSE, NFS) may never
 * answer. The kernel's list of mounts tells without asking the file system.
 * Runs in the manager.
 */
#ifndef MEHARI_POOL_MANAGER_WATCH_MOUNTS_H
#define MEHARI_POOL_MANAGER_WATCH_MOUNTS_H

#include <stdbool.h>

/* Something was mounted or unmounted: the list is read again. */
void mh_mounts_changed(void);

/*
 * True if the path is on a file system of this machine's own, as far as the
 * kernel's list says. The path has no symbolic link in it.
 */
bool mh_mounts_local(const char *path);

/*
 * The path's mount point; for a file system of this machine's own, the path
 * itself. Stays until the next call of this file.
 */
const char *mh_mounts_place(const char *path);

#endif
