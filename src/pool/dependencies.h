/*
 * dependencies.h - the files that compiled scripts depend on, and which
 * scripts a change of one concerns.
 *
 * An owner is a zygote, by a number of the manager's. Its files come as
 * MH_TAG_FILES (wire/files.h). They are watched by one inotify instance: a
 * watch on every directory on the way to a file, so that a file or a directory
 * that is replaced, a symbolic link that is turned, and a name that comes into
 * being are all seen. What an event was about is looked at again; an owner is
 * reported only when something that was seen at compile time is another now.
 * What happens to names that nobody depends on costs the reading of the event.
 *
 * The kernel queues an event before the call that made the change returns: a
 * drain after a request was received knows of all changes before that request.
 * Exceptions, which mh_dependencies_look() looks at by stat() instead:
 *   - what lies on a file system that other machines change (NFS, FUSE, ...);
 *   - what lies in a directory that the pool's user may not read, or for which
 *     there is no watch left (fs.inotify.max_user_watches);
 *   - everything, once, after the kernel has dropped events, or something was
 *     mounted or unmounted.
 * So that owners that nobody asks for go too, drain looks at those files once a
 * second, at MH_DEPENDENCIES_SWEEP of them.
 * Not seen: what is written to a file by a name (link(2)) that it was given
 * later, what is written to a mapping before it is unmapped, and changes below
 * an overlay.
 *
 * Runs in the manager. Blocks as long as stat() does.
 */
#ifndef MEHARI_POOL_DEPENDENCIES_H
#define MEHARI_POOL_DEPENDENCIES_H

#include "wire/files.h"
#include "wire/wire.h"

#define MH_DEPENDENCIES_SWEEP 512
/* What depends on more is not worth to be shared. */
#define MH_DEPENDENCIES_OWNER_MAX 16384

/*
 * To be called once. A descriptor, close-on-exec and non-blocking, that is
 * readable when something has happened: call drain then. A forked process
 * closes it and never reads it. -1 and errno: there is no inotify, everything
 * is looked at by stat().
 */
int mh_dependencies_open(void);

/*
 * Adds files to an owner, which is made by its first. What is no longer as it
 * was seen has the owner reported by the next drain. 0 or EPROTO (no such
 * list), E2BIG, ENOMEM: then the owner is forgotten, and must not be shared.
 */
int mh_dependencies_add(uint64_t id, const mh_wire_field_t *list);

/*
 * Adds a file as it is now, which the owner has not looked at yet. The same
 * errors.
 */
int mh_dependencies_add_file(uint64_t id, mh_file_kind_e kind,
                             const char *path);

/* Forgets an owner; harmless when there is none. */
void mh_dependencies_remove(uint64_t id);

/*
 * Looks at those files of an owner of which no event would tell; the next drain
 * reports it if one has changed. Costs nothing where there is none.
 */
void mh_dependencies_look(uint64_t id);

/*
 * Calls back for each owner of which something has changed; it has been
 * forgotten then, and others may be added and removed. To be called before each
 * dispatch: one poll() when nothing has happened.
 */
void mh_dependencies_drain(void (*call)(void *context, uint64_t id),
                           void *context);

#endif
