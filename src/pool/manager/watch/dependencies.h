/*
 * dependencies.h - the files that compiled scripts depend on, and the scripts
 * that a change of one concerns.
 *
 * An owner is a zygote or a base, by a number of the manager's. Its files come
 * as MH_TAG_FILES (shared/wire/files.h). They are watched by one inotify
 * instance: a watch on every directory on the path of a file, so that a file or
 * a directory that is replaced, a symbolic link that is turned, and a name that
 * comes into being are all seen. The file of an event is looked at again; an
 * owner is reported only when a file differs from what was seen at compile
 * time. An event of a name that nobody depends on only costs its reading.
 *
 * The kernel queues an event before the call that made the change returns: a
 * drain after a request was received knows of all changes before that request.
 * mh_dependencies_look() looks at three exceptions by stat() instead: files on
 * a file system that other machines change (NFS, FUSE, ...); files in a
 * directory that the pool's user may not read, or for which there is no watch
 * left (fs.inotify.max_user_watches); and everything, once, after the kernel
 * has dropped events, or something was mounted or unmounted. Stale owners that
 * get no requests must go, too. So once a second, drain looks at
 * MH_DEPENDENCIES_SWEEP of those files, and at MH_SCOUT_LOOKS of the scout's.
 *
 * It does not see writes to a file by a name that link(2) has made later,
 * writes to a mapping before it is unmapped, and changes below an overlay.
 *
 * The scout (scout.h) looks at files on file systems that may never answer.
 *
 * Runs in the manager. A call may block for as long as a stat() on a local file
 * system.
 */
#ifndef MEHARI_POOL_MANAGER_WATCH_DEPENDENCIES_H
#define MEHARI_POOL_MANAGER_WATCH_DEPENDENCIES_H

#include "shared/wire/files.h"
#include "shared/wire/wire.h"

#define MH_DEPENDENCIES_SWEEP 512
/* An owner with more files is not worth sharing. */
#define MH_DEPENDENCIES_OWNER_MAX 16384

/*
 * Starts the watch; called until it succeeds. Returns a close-on-exec,
 * non-blocking descriptor that is readable when something has happened: call
 * drain then. A forked process closes it and never reads it. -1 and errno:
 * there is no inotify, everything is looked at by stat().
 */
int mh_dependencies_open(void);

/*
 * Returns a descriptor of the same kind that tells by an event (POLLPRI, once)
 * that something was mounted or unmounted; -1: there is none.
 */
int mh_dependencies_mounts(void);

/*
 * True, once an hour, when the kernel has refused a watch because this user
 * has too many. Files without a watch get one later, if there are watches
 * again.
 */
bool mh_dependencies_refused(void);

/*
 * Sets a function that is called before a drain reads any event. Until its
 * return, the descriptor of mh_dependencies_open() stays readable, and so shows
 * the change to others.
 */
void mh_dependencies_warn(void (*call)(void));
/*
 * True if each change of the owner's files makes the descriptor of
 * mh_dependencies_open() readable, but for what is mounted or unmounted.
 */
bool mh_dependencies_tell(uint64_t id);

/*
 * Adds files to an owner; the first files make the owner. If a file differs
 * from what was seen, the next drain reports the owner. 0 or EPROTO (no such
 * list), E2BIG, ENOMEM: then the owner is forgotten, and must not be shared.
 */
int mh_dependencies_add(uint64_t id, const mh_wire_field_t *list);

/*
 * Adds a file as it is now, which the owner has not looked at yet. The same
 * errors.
 */
int mh_dependencies_add_file(uint64_t id, mh_file_kind_e kind,
                             const char *path);

/*
 * Makes all files of the second owner files of the first, too, those included
 * that it is given later; also when the second has been removed. 0 or ENOMEM.
 */
int mh_dependencies_share(uint64_t id, uint64_t below);

/* The next drain reports the owner, and those above it, as if a file had
 * changed. */
void mh_dependencies_doubt(uint64_t id);

/* Forgets an owner; harmless when there is none. */
void mh_dependencies_remove(uint64_t id);

/*
 * Reads the events of all changes until now, and looks at the owner's files
 * whose changes make no event. The next drain reports the owner if one has
 * changed. Costs one poll() if nothing has. False: the look got no answer
 * (mh_scout_trouble()).
 */
bool mh_dependencies_look(uint64_t id);

/*
 * Calls back for each owner that has a changed file. That owner has been
 * forgotten already; the callback may add and remove others. Call it before
 * each dispatch. It costs one poll() if nothing has happened.
 */
void mh_dependencies_drain(void (*call)(void *context, uint64_t id),
                           void *context);

#endif
