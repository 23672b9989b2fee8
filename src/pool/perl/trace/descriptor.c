/*
 * descriptor.c - descriptors that code opens, and those that it leaves open.
 *
 * Children of a fork() share the offset of a file that is open, so each child
 * gets an offset of its own (mh_trace_reopen). That is possible for plain files
 * and directories only; other descriptors are unshareable.
 */
#include "pool/perl/trace/libc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pool/perl/trace/trace.h"
#include "pool/perl/trace/file.h"

#define DESCRIPTORS 1024

static struct {
    bool known[DESCRIPTORS]; /* was open before compile-time code ran */
    int left[DESCRIPTORS];
    int left_count;
    int unshareable; /* -1: none */
} descriptors;

MH_TRACED(int, close, (int fd))
{
    if (mh_watching() && fd >= 0 && fd <= 2)
        mh_trace_unshareable("closes descriptor %d", fd);
    return real_close(fd);
}

static void before_fcntl(int fd, int command)
{
    switch (command) {
    case F_GETFD:
        return;
    case F_GETFL:
        if (fd >= 0 && fd <= 2)
            mh_trace_unshareable("looks at the flags of descriptor %d", fd);
        return;
    case F_SETFD:
    case F_SETFL:
        if (fd <= 2)
            mh_trace_unshareable("changes the flags of descriptor %d", fd);
        return;
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        mh_trace_unshareable("copies a descriptor");
        return;
    default:
        mh_trace_unshareable("locks a file, or controls a descriptor");
    }
}

MH_TRACED(int, fcntl, (int fd, int command, ...))
{
    va_list list;
    void *argument;

    va_start(list, command);
    argument = va_arg(list, void *);
    va_end(list);
    if (mh_watching())
        before_fcntl(fd, command);
    return real_fcntl(fd, command, argument);
}
MH_ALSO(fcntl64, fcntl);

/* STDERR is a file here, and a pipe in a request. */
MH_TRACED(off_t, lseek, (int fd, off_t offset, int whence))
{
    if (mh_watching() && fd >= 0 && fd <= 2)
        mh_trace_unshareable("asks for the position in descriptor %d", fd);
    return real_lseek(fd, offset, whence);
}
MH_ALSO(lseek64, lseek);

/* --- descriptors that code leaves open --- */

static void each_descriptor(void (*call)(int fd))
{
    DIR *directory = opendir("/proc/self/fd");
    struct dirent *entry;

    if (!directory)
        return;
    while ((entry = readdir(directory))) {
        int fd = atoi(entry->d_name);

        if (entry->d_name[0] != '.' && fd > 2 && fd < DESCRIPTORS &&
            fd != dirfd(directory))
            call(fd);
    }
    closedir(directory);
}

static void know(int fd)
{
    descriptors.known[fd] = true;
}

/*
 * The script's own file counts as left open: perl closes it at the script's
 * end, unless that was __END__ or __DATA__.
 */
void mh_trace_descriptors_on(void)
{
    mh_pause_t pause = mh_trace_pause();

    for (int fd = 0; fd < DESCRIPTORS; fd++)
        descriptors.known[fd] = false;
    each_descriptor(know);
    for (int fd = 3; fd < DESCRIPTORS && mh_trace_whose() == MH_WHOSE_SCRIPT;
         fd++)
        if (descriptors.known[fd] && mh_trace_is_script(fd))
            descriptors.known[fd] = false;
    mh_trace_resume(pause);
}

/* A file without a name, in memory for example, lives until the last process
 * closes it. */
static bool can_be_left(int fd)
{
    struct stat status;

    return !fstat(fd, &status) && status.st_nlink &&
           (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

static void look_at_left(int fd)
{
    if (descriptors.known[fd])
        return;
    if (can_be_left(fd))
        descriptors.left[descriptors.left_count++] = fd;
    else if (!mh_trace_is_null(fd))
        descriptors.unshareable = fd;
}

const char *mh_trace_descriptors_off(void)
{
    static char text[64];
    mh_pause_t pause = mh_trace_pause();
    int before = descriptors.left_count;

    descriptors.unshareable = -1;
    each_descriptor(look_at_left);
    mh_trace_resume(pause);
    if (descriptors.unshareable >= 0) {
        snprintf(text, sizeof(text),
                 "leaves descriptor %d open, which is no plain file",
                 descriptors.unshareable);
        return text;
    }
    if (descriptors.left_count > before && mh_trace_whose() != MH_WHOSE_SCRIPT)
        return "leaves a file open";
    return NULL;
}

/*
 * If the first read of a directory is at its end, ext4 takes the directory for
 * empty. So its beginning is read before.
 */
static void begin_directory(int fd)
{
    char entry[sizeof(struct dirent64)];

    (void)getdents64(fd, entry, sizeof(entry));
}

static int reopen(int fd)
{
    char path[64];
    off_t offset = lseek(fd, 0, SEEK_CUR);
    int flags = fcntl(fd, F_GETFL);
    int kept = fcntl(fd, F_GETFD);
    int copy;

    /* Perl code, or the child, has closed it since. */
    if (kept < 0)
        return 0;
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    copy = open(path, (flags & (O_ACCMODE | O_NONBLOCK)) | O_CLOEXEC);
    if (copy < 0)
        return errno;
    begin_directory(copy);
    if (lseek(copy, offset, SEEK_SET) < 0 ||
        dup3(copy, fd, kept & FD_CLOEXEC ? O_CLOEXEC : 0) < 0) {
        int error = errno;

        close(copy);
        return error;
    }
    close(copy);
    return 0;
}

int mh_trace_reopen(void)
{
    for (int i = 0; i < descriptors.left_count; i++) {
        int error = reopen(descriptors.left[i]);

        if (error)
            return error;
    }
    return 0;
}
