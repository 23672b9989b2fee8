/*
 * look.c - see look.h.
 */
#include "pool/manager/watch/look.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Opening does not wait for the other end of a pipe, or for a lease. */
static int read_start(const char *path, mh_looked_t *looked)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t size = 0;
    int error = 0;

    if (fd < 0)
        return errno;
    if (fstat(fd, &looked->status))
        error = errno;
    else if (!S_ISREG(looked->status.st_mode))
        error = EINVAL;
    else if ((size = pread(fd, looked->text, MH_LOOK_TEXT, 0)) < 0)
        error = errno;
    close(fd);
    looked->size = size < 0 ? 0 : (int)size;
    return error;
}

static int may_execute(const char *path)
{
    return faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) ? errno : 0;
}

void mh_look(mh_look_e what, const char *path, mh_looked_t *looked)
{
    int failed = 0;

    looked->size = -1;
    switch (what) {
    case MH_LOOK_STAT:
        failed = stat(path, &looked->status);
        break;
    case MH_LOOK_LSTAT:
        failed = lstat(path, &looked->status);
        break;
    case MH_LOOK_ACCESS:
        looked->error = may_execute(path);
        return;
    case MH_LOOK_PROGRAM:
        looked->error = may_execute(path);
        if (looked->error)
            return;
        looked->size = 0;
        looked->error = read_start(path, looked);
        return;
    }
    looked->error = failed ? errno : 0;
}
