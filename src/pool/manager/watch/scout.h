/*
 * scout.h - the process that looks at files in the manager's place.
 *
 * A file system that a program or another machine serves may be slow, or never
 * answer. A process that looks at it waits in the kernel, and cannot be ended.
 * The manager leaves that to its *scout*, and waits for a tenth of a second. A
 * scout that does not answer is left behind, and the next one is made for other
 * files. Until the file system answers and the lost scout ends, nothing there
 * is asked for: the place is *held*. After that it is *slow* for a while.
 *
 * The scout runs only the manager's own program and no user's code. It has no
 * descriptor but its channel, and ends with the manager. It is made when it is
 * needed first, so a pool whose files are on file systems of this machine has
 * none. Runs in the manager.
 */
#ifndef MEHARI_POOL_MANAGER_WATCH_SCOUT_H
#define MEHARI_POOL_MANAGER_WATCH_SCOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "pool/manager/watch/look.h"

/* Looks that fit into one question. */
#define MH_SCOUT_LOOKS 32

typedef struct mh_scout_question_t {
    mh_look_e what;
    const char *path;
} mh_scout_question_t;

/*
 * Has the scout look at files, at most MH_SCOUT_LOOKS. False: it cannot say;
 * then mh_scout_trouble() tells the reason.
 */
bool mh_scout_ask(const mh_scout_question_t *questions, size_t count,
                  mh_looked_t *looked);

/* Looks at a file itself if its file system is this machine's, or else asks. */
bool mh_scout_look(mh_look_e what, const char *path, mh_looked_t *looked);

/* The reason of the last failure, for the log. *slow: it is only slow. */
const char *mh_scout_trouble(bool *slow);

/* True if it was a scout that has ended. */
bool mh_scout_ended(pid_t pid);

#endif
