/*
 * path.c - see path.h.
 */
#include "pool/manager/watch/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pool/manager/watch/mounts.h"

/* The kernel's limit of symbolic links in one path. */
#define LINKS_MAX 40

typedef struct step_t {
    mh_interest_t interest;
    mh_link_t link; /* of its path's */
    mh_path_t *way;
} step_t;

typedef struct walk_t {
    char done[PATH_MAX]; /* without symbolic links; "" is the root */
    char rest[PATH_MAX]; /* begins with no slash */
    char name[NAME_MAX + 1];
    int links;
} walk_t;

typedef enum { WENT_ON, ENDED, FAILED } went_e;

void mh_path_init(mh_path_t *way)
{
    mh_link_init(&way->steps);
    way->complete = way->remote = way->refused = false;
}

void mh_path_forget(mh_path_t *way)
{
    mh_link_t *at = way->steps.next;

    while (at != &way->steps) {
        step_t *step = MH_OWNER(at, step_t, link);

        at = at->next;
        mh_directories_forget(&step->interest);
        free(step);
    }
    mh_link_init(&way->steps);
}

mh_path_t *mh_path_of(mh_interest_t *interest)
{
    return MH_OWNER(interest, step_t, interest)->way;
}

static step_t *add_step(mh_path_t *way)
{
    step_t *step = calloc(1, sizeof(*step));

    if (!step)
        return NULL;
    step->way = way;
    mh_link_init(&step->link);
    mh_link_append(&way->steps, &step->link);
    return step;
}

static went_e wait_for(mh_path_t *way, const walk_t *walk, const char *name,
                       bool contents)
{
    const char *directory = walk->done[0] ? walk->done : "/";
    step_t *step = add_step(way);
    int error;

    if (!step)
        return FAILED;
    error = mh_directories_wait(&step->interest, directory, name, contents);
    /*
     * If a directory has just gone, its name in its parent has been reported.
     */
    if (error == ENOENT || error == ENOTDIR)
        return ENDED;
    if (error && mh_directories_refused(error))
        way->refused = true;
    return error ? FAILED : WENT_ON;
}

/* Writing by another name of a file makes no event in this name's directory. */
static bool wait_for_file(mh_path_t *way, const char *path)
{
    struct stat status;
    step_t *step;
    int error;

    if (lstat(path, &status) || !S_ISREG(status.st_mode) ||
        status.st_nlink == 1)
        return true;
    step = add_step(way);
    error = step ? mh_directories_wait_file(&step->interest, path) : ENOMEM;
    if (error && mh_directories_refused(error))
        way->refused = true;
    return !error;
}

/* Takes the first name off the rest. */
static went_e take_name(walk_t *walk)
{
    size_t length = strcspn(walk->rest, "/");
    const char *rest = walk->rest + length;

    if (!length || length > NAME_MAX)
        return ENDED;
    memcpy(walk->name, walk->rest, length);
    walk->name[length] = '\0';
    rest += strspn(rest, "/");
    memmove(walk->rest, rest, strlen(rest) + 1);
    return WENT_ON;
}

/* Puts a symbolic link's target in front of the rest. */
static went_e follow(walk_t *walk, char *target)
{
    size_t length = strlen(target);
    size_t rest = strlen(walk->rest);

    if (++walk->links > LINKS_MAX)
        return ENDED;
    if (length + 1 + rest >= PATH_MAX)
        return FAILED;
    *strrchr(walk->done, '/') = '\0';
    if (target[0] == '/')
        walk->done[0] = '\0';
    target[length] = '/';
    memcpy(target + length + 1, walk->rest, rest + 1);
    target += strspn(target, "/");
    memcpy(walk->rest, target, strlen(target) + 1);
    return WENT_ON;
}

/*
 * Adds the name to the part of the path that is done. False: the result is too
 * long.
 */
static bool join(walk_t *walk)
{
    size_t done = strlen(walk->done);
    size_t length = strlen(walk->name);

    if (done + 1 + length >= PATH_MAX)
        return false;
    walk->done[done] = '/';
    memcpy(walk->done + done + 1, walk->name, length + 1);
    return true;
}

/* Stays at the name that was added, or goes to the target that it points to.
 */
static went_e enter(walk_t *walk)
{
    char target[PATH_MAX];
    ssize_t size = readlink(walk->done, target, sizeof(target) - 1);

    if (size > 0) {
        target[size] = '\0';
        return follow(walk, target);
    }
    if (errno == EINVAL)
        return WENT_ON;
    return errno == ENOENT || errno == ENOTDIR ? ENDED : FAILED;
}

/* True for a name that leads to no file of its own, and is followed here. */
static bool is_dots(walk_t *walk)
{
    char *slash = strrchr(walk->done, '/');

    if (!strcmp(walk->name, "."))
        return true;
    if (strcmp(walk->name, "..") != 0)
        return false;
    if (slash)
        *slash = '\0';
    return true;
}

/* The mount table knows, without a look at the name. */
static went_e leave_to_others(mh_path_t *way)
{
    way->remote = true;
    way->complete = false;
    return ENDED;
}

static went_e step_on(mh_path_t *way, walk_t *walk, mh_file_kind_e kind)
{
    bool last = !walk->rest[0];
    went_e waits;
    went_e went;

    if (is_dots(walk))
        return WENT_ON;
    waits = wait_for(way, walk, walk->name, last && kind == MH_FILE_CONTENTS);
    if (waits == FAILED)
        way->complete = false;
    if (waits == ENDED)
        return ENDED;
    went = join(walk) ? WENT_ON : FAILED;
    if (went == WENT_ON && !mh_mounts_local(walk->done))
        return leave_to_others(way);
    if (last && kind == MH_FILE_LINK)
        return ENDED;
    if (went == WENT_ON)
        went = enter(walk);
    if (went == FAILED)
        way->complete = false;
    return went == WENT_ON ? WENT_ON : ENDED;
}

static void begin(walk_t *walk, const char *path)
{
    walk->done[0] = '\0';
    walk->links = 0;
    path += strspn(path, "/");
    memcpy(walk->rest, path, strlen(path) + 1);
}

bool mh_path_is_local(const char *path)
{
    walk_t walk;
    went_e went = WENT_ON;

    begin(&walk, path);
    if (!mh_mounts_local("/"))
        return false;
    while (went == WENT_ON && walk.rest[0]) {
        went = take_name(&walk);
        if (went != WENT_ON || is_dots(&walk))
            continue;
        if (!join(&walk) || !mh_mounts_local(walk.done))
            return false;
        went = enter(&walk);
    }
    return true;
}

void mh_path_watch(mh_path_t *way, mh_file_kind_e kind, const char *path)
{
    walk_t walk;
    went_e went = WENT_ON;

    mh_path_forget(way);
    way->complete = true;
    way->remote = way->refused = false;
    begin(&walk, path);
    if (!mh_mounts_local("/"))
        went = leave_to_others(way);
    while (went == WENT_ON && walk.rest[0]) {
        went = take_name(&walk);
        if (went == WENT_ON)
            went = step_on(way, &walk, kind);
    }
    if (went != WENT_ON)
        return;
    if (kind == MH_FILE_LISTING && wait_for(way, &walk, "", false) == FAILED)
        way->complete = false;
    if (kind == MH_FILE_CONTENTS && !wait_for_file(way, walk.done))
        way->complete = false;
}
