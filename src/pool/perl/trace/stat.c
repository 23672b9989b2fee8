/*
 * stat.c - functions that examine names: stat() and its kind.
 */
#include "pool/perl/trace/libc.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "pool/perl/trace/kernel.h"
#include "pool/perl/trace/file.h"
#include "pool/rollback/change.h"

#define CALLER __builtin_return_address(0)

/*
 * Code that asks for a file's status may use all of it. Exceptions are perl's
 * own code (which wants the file's type, where no operator asks for more) and
 * two modules of perl's that walk through names.
 */
static bool wants_all(const void *caller)
{
    static const char *const others[] = { "libperl.so", "Cwd.so", "Glob.so" };
    const char *name;
    Dl_info info;

    if (mh_trace_in_status() || !dladdr(caller, &info) || !info.dli_fname)
        return true;
    name = strrchr(info.dli_fname, '/');
    for (size_t i = 0; name && i < sizeof(others) / sizeof(others[0]); i++)
        if (strncmp(name + 1, others[i], strlen(others[i])) == 0)
            return false;
    return true;
}

/*
 * The standard descriptors are pipes while a script is compiled as well as when
 * it runs; which pipes, and the data in them, is the request's own.
 */
static void before_fstat(int fd, const void *caller)
{
    if (fd >= 0 && fd <= 2 && wants_all(caller))
        mh_trace_unshareable("examines descriptor %d", fd);
}

/*
 * Noted before the call, so that a change during it is seen. Code sees the size
 * and times of a plain file, too. Anything but a plain file or a directory
 * changes by being used. The caller's library is looked up where that matters,
 * because most names are of plain files or of none, and the look takes long.
 */
static void note_status(int at, const char *path, const struct stat *status,
                        const void *caller)
{
    bool all;

    if (!status || S_ISREG(status->st_mode)) {
        mh_trace_note(MH_FILE_CONTENTS, status, at, path);
        return;
    }
    all = wants_all(caller);
    if (S_ISDIR(status->st_mode) && all)
        mh_trace_note(MH_FILE_LISTING, status, at, path);
    else if (all && !S_ISDIR(status->st_mode) && !S_ISLNK(status->st_mode) &&
             !mh_trace_is_null_status(status))
        mh_trace_unshareable("examines %s, which is not a regular file", path);
    else if (!S_ISLNK(status->st_mode))
        mh_trace_note(MH_FILE_EXISTENCE, status, at, path);
}

static void before_status(int at, const char *path, int flags,
                          const void *caller)
{
    bool follow = !(flags & AT_SYMLINK_NOFOLLOW);
    mh_pause_t pause;
    struct stat status;
    bool there;

    if (!path[0] && flags & AT_EMPTY_PATH) {
        before_fstat(at, caller);
        return;
    }
    mh_trace_relative(at, path);
    if (mh_trace_is_made_up(at, path, follow)) {
        mh_trace_unshareable("examines %s", path);
        return;
    }
    pause = mh_trace_pause();
    there = !fstatat(at, path, &status, flags & AT_SYMLINK_NOFOLLOW);
    mh_trace_resume(pause);
    if (!follow)
        mh_trace_note(MH_FILE_LINK, there ? &status : NULL, at, path);
    note_status(at, path, there ? &status : NULL, caller);
}

#ifdef MH_LIBC_STAT
MH_REAL(int, fstat, (int fd, struct stat *status));
MH_REAL(int, fstatat,
        (int at, const char *path, struct stat *status, int flags));
#else
MH_REAL(int, __fxstat, (int version, int fd, struct stat *status));
MH_REAL(int, __fxstatat,
        (int version, int at, const char *path, struct stat *status,
         int flags));
#define real_fstat(fd, status) real___fxstat(_STAT_VER, fd, status)
#define real_fstatat(at, path, status, flags)                                  \
    real___fxstatat(_STAT_VER, at, path, status, flags)
#endif

static int shown(int result, int at, const char *path, int flags,
                 struct stat *status)
{
    if (!result)
        mh_change_owner(at, path, flags, status);
    return result;
}

static int of_name(int at, const char *path, int flags, struct stat *status,
                   const void *caller)
{
    if (mh_watching())
        before_status(at, path, flags, caller);
    return shown(real_fstatat(at, path, status, flags), at, path, flags,
                 status);
}

static int of_file(int fd, struct stat *status, const void *caller)
{
    if (mh_watching())
        before_fstat(fd, caller);
    return shown(real_fstat(fd, status), fd, NULL, 0, status);
}

MH_TRACED_HEAD(int, stat, (const char *path, struct stat *status))
{
    return of_name(AT_FDCWD, path, 0, status, CALLER);
}
MH_ALSO(stat64, stat);

MH_TRACED_HEAD(int, lstat, (const char *path, struct stat *status))
{
    return of_name(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, status, CALLER);
}
MH_ALSO(lstat64, lstat);

MH_TRACED_HEAD(int, fstat, (int fd, struct stat *status))
{
    return of_file(fd, status, CALLER);
}
MH_ALSO(fstat64, fstat);

MH_TRACED_HEAD(int, fstatat,
               (int at, const char *path, struct stat *status, int flags))
{
    return of_name(at, path, flags, status, CALLER);
}
MH_ALSO(fstatat64, fstatat);

MH_TRACED(int, statx,
          (int at, const char *path, int flags, unsigned mask,
           struct statx *status))
{
    if (mh_watching())
        before_status(at, path, flags, CALLER);
    return real_statx(at, path, flags, mask, status);
}

/* --- the names that stat() had before glibc 2.33 --- */

MH_TRACED_HEAD(int, __xstat,
               (int version, const char *path, struct stat *status))
{
    return of_name(AT_FDCWD, path, 0, status, CALLER);
}
MH_ALSO(__xstat64, __xstat);

MH_TRACED_HEAD(int, __lxstat,
               (int version, const char *path, struct stat *status))
{
    return of_name(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, status, CALLER);
}
MH_ALSO(__lxstat64, __lxstat);

MH_TRACED_HEAD(int, __fxstat, (int version, int fd, struct stat *status))
{
    return of_file(fd, status, CALLER);
}
MH_ALSO(__fxstat64, __fxstat);

MH_TRACED_HEAD(int, __fxstatat,
               (int version, int at, const char *path, struct stat *status,
                int flags))
{
    return of_name(at, path, flags, status, CALLER);
}
MH_ALSO(__fxstatat64, __fxstatat);

/* --- whether the answer may be used --- */

static void before_access(int at, const char *path)
{
    mh_trace_before_name(at, path, true);
}

MH_TRACED(int, access, (const char *path, int mode))
{
    int result;

    if (mh_watching())
        before_access(AT_FDCWD, path);
    result = real_access(path, mode);
    if (result && errno == EACCES && mh_change_opens(AT_FDCWD, path))
        result = real_access(path, mode);
    return result;
}

MH_TRACED(int, euidaccess, (const char *path, int mode))
{
    if (mh_watching())
        before_access(AT_FDCWD, path);
    return real_euidaccess(path, mode);
}
MH_ALSO(eaccess, euidaccess);

MH_TRACED(int, faccessat, (int at, const char *path, int mode, int flags))
{
    int result;

    if (mh_watching())
        before_access(at, path);
    result = real_faccessat(at, path, mode, flags);
    if (result && errno == EACCES && mh_change_opens(at, path))
        result = real_faccessat(at, path, mode, flags);
    return result;
}

/* --- symbolic links --- */

static void before_readlink(int at, const char *path)
{
    mh_trace_before_name(at, path, false);
}

MH_TRACED(ssize_t, readlink, (const char *path, char *to, size_t size))
{
    if (mh_watching())
        before_readlink(AT_FDCWD, path);
    return real_readlink(path, to, size);
}

MH_TRACED(ssize_t, readlinkat,
          (int at, const char *path, char *to, size_t size))
{
    if (mh_watching())
        before_readlink(at, path);
    return real_readlinkat(at, path, to, size);
}

MH_TRACED(ssize_t, __readlink_chk,
          (const char *path, char *to, size_t size, size_t room))
{
    if (mh_watching())
        before_readlink(AT_FDCWD, path);
    return real___readlink_chk(path, to, size, room);
}

MH_TRACED(ssize_t, __readlinkat_chk,
          (int at, const char *path, char *to, size_t size, size_t room))
{
    if (mh_watching())
        before_readlink(at, path);
    return real___readlinkat_chk(at, path, to, size, room);
}

/* Every name on the path may be a link. */
static void before_realpath(const char *path)
{
    char part[PATH_MAX];
    size_t length = strlen(path);

    mh_trace_relative(AT_FDCWD, path);
    if (length >= sizeof(part))
        return;
    memcpy(part, path, length + 1);
    for (size_t i = 1; i < length; i++) {
        if (part[i] != '/')
            continue;
        part[i] = '\0';
        mh_trace_before_name(AT_FDCWD, part, false);
        part[i] = '/';
    }
    mh_trace_before_name(AT_FDCWD, path, false);
    mh_trace_before_name(AT_FDCWD, path, true);
}

MH_TRACED(char *, realpath, (const char *path, char *to))
{
    if (mh_watching() && path)
        before_realpath(path);
    return real_realpath(path, to);
}

MH_TRACED(char *, __realpath_chk, (const char *path, char *to, size_t room))
{
    if (mh_watching() && path)
        before_realpath(path);
    return real___realpath_chk(path, to, room);
}

MH_TRACED(char *, canonicalize_file_name, (const char *path))
{
    if (mh_watching())
        before_realpath(path);
    return real_canonicalize_file_name(path);
}

/* --- answers that change all the time, or that nobody could watch --- */

/* The kernel's own file systems have no room that changes. */
static void before_statfs(const char *path)
{
    mh_pause_t pause = mh_trace_pause();
    bool there = !access(path, F_OK);

    mh_trace_resume(pause);
    mh_trace_relative(AT_FDCWD, path);
    if (mh_trace_is_made_up(AT_FDCWD, path, true))
        mh_kernel_mount(path);
    else if (there)
        mh_trace_unshareable("looks at the room on a file system");
    else
        mh_trace_note_path(MH_FILE_EXISTENCE, AT_FDCWD, path);
}

MH_TRACED(int, statfs, (const char *path, struct statfs *status))
{
    if (mh_watching())
        before_statfs(path);
    return real_statfs(path, status);
}
MH_ALSO(statfs64, statfs);
