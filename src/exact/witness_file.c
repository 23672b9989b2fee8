/*
 * witness_file.c - files that are opened, examined or looked for.
 *
 * A plain file that is opened for reading, a directory that is listed, a name
 * that is looked at are dependencies. What else can be opened (devices, pipes,
 * what the kernel makes up in /proc) is never the same twice.
 */
#include "exact/witness_libc.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "exact/witness.h"
#include "exact/witness_file.h"

static bool is_null(const struct stat *status)
{
    return S_ISCHR(status->st_mode) && status->st_rdev == makedev(1, 3);
}

bool mh_witness_is_null(int fd)
{
    mh_pause_t pause = mh_witness_pause();
    struct stat status;
    bool null = !fstat(fd, &status) && is_null(&status);

    mh_witness_resume(pause);
    return null;
}

/* Files whose contents come into being when they are read. */
static bool is_made_up(int fd)
{
    struct statfs system;

    if (fstatfs(fd, &system))
        return false;
    switch (system.f_type) {
    case PROC_SUPER_MAGIC:
    case SYSFS_MAGIC:
    case DEBUGFS_MAGIC:
    case TRACEFS_MAGIC:
    case CGROUP_SUPER_MAGIC:
    case CGROUP2_SUPER_MAGIC:
    case SECURITYFS_MAGIC:
        return true;
    default:
        return false;
    }
}

/* By a descriptor that cannot be read from: nothing happens to the file. */
static bool name_is_made_up(int at, const char *path)
{
    int fd = openat(at, path, O_PATH | O_CLOEXEC);
    bool made_up = fd >= 0 && is_made_up(fd);

    if (fd >= 0)
        close(fd);
    return made_up;
}

void mh_witness_relative(int at, const char *path)
{
    if (path[0] != '/' && at == AT_FDCWD)
        mh_witness_tell_for(MH_WHOSE_ANY, "looks into the working directory");
}

static void before_reading(int at, const char *path, bool follow)
{
    mh_pause_t pause = mh_witness_pause();
    struct stat status;
    bool there = !fstatat(at, path, &status, follow ? 0 : AT_SYMLINK_NOFOLLOW);
    bool plain = there && S_ISREG(status.st_mode);
    bool made_up = plain && name_is_made_up(at, path);

    if (plain && mh_file_settle(&status))
        fstatat(at, path, &status, follow ? 0 : AT_SYMLINK_NOFOLLOW);
    mh_witness_resume(pause);
    if (made_up)
        mh_witness_tell("reads %s", path);
    else if (!there || plain)
        mh_witness_note(MH_FILE_CONTENTS, there ? &status : NULL, at, path);
    else if (S_ISDIR(status.st_mode))
        mh_witness_note(MH_FILE_LISTING, &status, at, path);
    else if (S_ISLNK(status.st_mode))
        mh_witness_note(MH_FILE_LINK, &status, at, path);
    else if (!is_null(&status))
        mh_witness_tell("opens %s, which is no plain file", path);
}

static bool path_is_null(int at, const char *path)
{
    mh_pause_t pause = mh_witness_pause();
    struct stat status;
    bool null = !fstatat(at, path, &status, 0) && is_null(&status);

    mh_witness_resume(pause);
    return null;
}

static void before_open(int at, const char *path, int flags)
{
    const int changes = O_CREAT | O_TRUNC;

    mh_witness_relative(at, path);
    if (flags & O_PATH)
        mh_witness_note_path(MH_FILE_EXISTENCE, at, path);
    else if ((flags & O_ACCMODE) == O_RDONLY && !(flags & changes))
        before_reading(at, path, !(flags & O_NOFOLLOW));
    else if (!path_is_null(at, path))
        mh_witness_tell("opens %s for writing", path);
}

/* --- opening --- */

MH_REAL(int, open, (const char *path, int flags, ...));
MH_REAL(int, openat, (int at, const char *path, int flags, ...));
MH_REAL(int, __open_2, (const char *path, int flags));
MH_REAL(int, __openat_2, (int at, const char *path, int flags));
MH_REAL(int, creat, (const char *path, mode_t mode));
MH_REAL(FILE *, fopen, (const char *path, const char *mode));
MH_REAL(FILE *, freopen, (const char *path, const char *mode, FILE *stream));

static int opened(int fd, const char *path)
{
    if (__builtin_expect(mh_witness_state & MH_WITNESS_ARMED, 0))
        mh_witness_opened(fd, path);
    return fd;
}

int open(const char *path, int flags, ...)
{
    va_list list;
    mode_t mode;

    va_start(list, flags);
    mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    if (mh_watching())
        before_open(AT_FDCWD, path, flags);
    return opened(real_open(path, flags, mode), path);
}
MH_ALSO(open64, open);

int openat(int at, const char *path, int flags, ...)
{
    va_list list;
    mode_t mode;

    va_start(list, flags);
    mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    if (mh_watching())
        before_open(at, path, flags);
    return real_openat(at, path, flags, mode);
}
MH_ALSO(openat64, openat);

/* The fortified names: for calls without a mode. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int at, const char *path, int flags);
int __openat64_2(int at, const char *path, int flags);

int __open_2(const char *path, int flags)
{
    if (mh_watching())
        before_open(AT_FDCWD, path, flags);
    return opened(real___open_2(path, flags), path);
}
MH_ALSO(__open64_2, __open_2);

int __openat_2(int at, const char *path, int flags)
{
    if (mh_watching())
        before_open(at, path, flags);
    return real___openat_2(at, path, flags);
}
MH_ALSO(__openat64_2, __openat_2);

int creat(const char *path, mode_t mode)
{
    if (mh_watching())
        before_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC);
    return real_creat(path, mode);
}
MH_ALSO(creat64, creat);

static int stream_flags(const char *mode)
{
    return mode[0] == 'r' && !strchr(mode, '+') ? O_RDONLY : O_RDWR | O_CREAT;
}

FILE *fopen(const char *path, const char *mode)
{
    if (mh_watching())
        before_open(AT_FDCWD, path, stream_flags(mode));
    return real_fopen(path, mode);
}
MH_ALSO(fopen64, fopen);

FILE *freopen(const char *path, const char *mode, FILE *stream)
{
    if (mh_watching()) {
        if (!path || stream == stdin || stream == stdout || stream == stderr)
            mh_witness_tell("opens a standard stream anew");
        else
            before_open(AT_FDCWD, path, stream_flags(mode));
    }
    return real_freopen(path, mode, stream);
}
MH_ALSO(freopen64, freopen);

/* --- shared objects: what they need in turn is found when the witness is asked
 * for its files --- */

MH_REAL(void *, dlopen, (const char *path, int flags));
MH_REAL(void *, dlmopen, (Lmid_t space, const char *path, int flags));

static void note_library(const char *path)
{
    if (mh_watching() && path && strchr(path, '/'))
        mh_witness_note_path(MH_FILE_CONTENTS, AT_FDCWD, path);
}

void *dlopen(const char *path, int flags)
{
    note_library(path);
    return real_dlopen(path, flags);
}

void *dlmopen(Lmid_t space, const char *path, int flags)
{
    note_library(path);
    return real_dlmopen(space, path, flags);
}

/* --- directories --- */

MH_REAL(DIR *, opendir, (const char *path));
MH_REAL(DIR *, fdopendir, (int fd));
MH_REAL(int, chdir, (const char *path));

DIR *opendir(const char *path)
{
    if (mh_watching()) {
        mh_witness_relative(AT_FDCWD, path);
        before_reading(AT_FDCWD, path, true);
    }
    return real_opendir(path);
}

/* The directory was noted when it was opened. */
DIR *fdopendir(int fd)
{
    if (mh_watching() && fd <= 2)
        mh_witness_tell("lists a standard descriptor");
    return real_fdopendir(fd);
}

/* Where the process is then, its children are. */
int chdir(const char *path)
{
    if (mh_watching()) {
        mh_witness_tell_for(MH_WHOSE_MODULE, "changes the working directory");
        mh_witness_note_path(MH_FILE_EXISTENCE, AT_FDCWD, path);
    }
    return real_chdir(path);
}

MH_TELLS(int, scandir,
         (const char *path, struct dirent ***names,
          int (*wanted)(const struct dirent *),
          int (*compare)(const struct dirent **, const struct dirent **)),
         (path, names, wanted, compare), "lists a directory")
