/*
 * change.c - functions that change a file: the change would happen once, for
 * the first request, and not for the following ones.
 */
#include "pool/perl/trace/libc.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>
#include <utime.h>

#include "pool/rollback/change.h"

/* --- names --- */

MH_UNSHAREABLE(int, unlink, (const char *path), (path), "removes a file")
MH_UNSHAREABLE(int, unlinkat, (int at, const char *path, int flags),
               (at, path, flags), "removes a file")
MH_UNSHAREABLE(int, remove, (const char *path), (path), "removes a file")
MH_UNSHAREABLE(int, rename, (const char *from, const char *to), (from, to),
               "renames a file")
MH_UNSHAREABLE(int, renameat,
               (int from_at, const char *from, int to_at, const char *to),
               (from_at, from, to_at, to), "renames a file")
MH_UNSHAREABLE(int, renameat2,
               (int from_at, const char *from, int to_at, const char *to,
                unsigned flags),
               (from_at, from, to_at, to, flags), "renames a file")
MH_UNSHAREABLE(int, link, (const char *from, const char *to), (from, to),
               "makes a link")
MH_UNSHAREABLE(int, linkat,
               (int from_at, const char *from, int to_at, const char *to,
                int flags),
               (from_at, from, to_at, to, flags), "makes a link")
MH_REAL(int, symlink, (const char *target, const char *path));

/* `eval { symlink('', '') }` asks whether links can be made, and makes none. */
int symlink(const char *target, const char *path)
{
    if (mh_watching() && target[0] && path[0])
        mh_trace_unshareable("makes a symbolic link");
    return real_symlink(target, path);
}

MH_UNSHAREABLE(int, symlinkat, (const char *target, int at, const char *path),
               (target, at, path), "makes a symbolic link")
MH_UNSHAREABLE(int, mkdir, (const char *path, mode_t mode), (path, mode),
               "makes a directory")
MH_UNSHAREABLE(int, mkdirat, (int at, const char *path, mode_t mode),
               (at, path, mode), "makes a directory")
MH_UNSHAREABLE(int, rmdir, (const char *path), (path), "removes a directory")
MH_UNSHAREABLE(int, mkfifo, (const char *path, mode_t mode), (path, mode),
               "makes a named pipe")
MH_UNSHAREABLE(int, mkfifoat, (int at, const char *path, mode_t mode),
               (at, path, mode), "makes a named pipe")
#ifdef MH_LIBC_STAT
MH_UNSHAREABLE(int, mknod, (const char *path, mode_t mode, dev_t device),
               (path, mode, device), "makes a special file")
MH_UNSHAREABLE(int, mknodat,
               (int at, const char *path, mode_t mode, dev_t device),
               (at, path, mode, device), "makes a special file")
#else
MH_UNSHAREABLE(int, __xmknod,
               (int version, const char *path, mode_t mode, dev_t *device),
               (version, path, mode, device), "makes a special file")
MH_UNSHAREABLE(int, __xmknodat,
               (int version, int at, const char *path, mode_t mode,
                dev_t *device),
               (version, at, path, mode, device), "makes a special file")
#endif
MH_UNSHAREABLE(int, chroot, (const char *path), (path), "changes the root")
MH_UNSHAREABLE(int, mount,
               (const char *what, const char *path, const char *type,
                unsigned long flags, const void *data),
               (what, path, type, flags, data), "mounts a file system")
MH_UNSHAREABLE(int, umount, (const char *path), (path),
               "unmounts a file system")
MH_UNSHAREABLE(int, umount2, (const char *path, int flags), (path, flags),
               "unmounts a file system")

/* --- temporary files: their names are drawn by lot --- */

MH_UNSHAREABLE(int, mkstemp, (char *path), (path), "makes a temporary file")
MH_ALSO(mkstemp64, mkstemp);
MH_UNSHAREABLE(int, mkostemp, (char *path, int flags), (path, flags),
               "makes a temporary file")
MH_ALSO(mkostemp64, mkostemp);
MH_UNSHAREABLE(int, mkstemps, (char *path, int suffix), (path, suffix),
               "makes a temporary file")
MH_ALSO(mkstemps64, mkstemps);
MH_UNSHAREABLE(int, mkostemps, (char *path, int suffix, int flags),
               (path, suffix, flags), "makes a temporary file")
MH_ALSO(mkostemps64, mkostemps);
MH_UNSHAREABLE(char *, mkdtemp, (char *path), (path),
               "makes a temporary directory")
MH_UNSHAREABLE(char *, mktemp, (char *path), (path),
               "asks for a temporary name")
MH_UNSHAREABLE(FILE *, tmpfile, (void), (), "makes a temporary file")
MH_ALSO(tmpfile64, tmpfile);
MH_UNSHAREABLE(char *, tmpnam, (char path[L_tmpnam]), (path),
               "asks for a temporary name")
MH_UNSHAREABLE(char *, tempnam, (const char *directory, const char *prefix),
               (directory, prefix), "asks for a temporary name")

/* --- what is known of a file --- */

MH_UNSHAREABLE(int, chmod, (const char *path, mode_t mode), (path, mode),
               "changes the mode of a file")
MH_UNSHAREABLE(int, fchmod, (int fd, mode_t mode), (fd, mode),
               "changes the mode of a file")
MH_UNSHAREABLE(int, fchmodat,
               (int at, const char *path, mode_t mode, int flags),
               (at, path, mode, flags), "changes the mode of a file")
MH_UNSHAREABLE(int, chown, (const char *path, uid_t user, gid_t group),
               (path, user, group), "changes the owner of a file")
MH_UNSHAREABLE(int, fchown, (int fd, uid_t user, gid_t group),
               (fd, user, group), "changes the owner of a file")
MH_UNSHAREABLE(int, lchown, (const char *path, uid_t user, gid_t group),
               (path, user, group), "changes the owner of a file")
MH_UNSHAREABLE(int, fchownat,
               (int at, const char *path, uid_t user, gid_t group, int flags),
               (at, path, user, group, flags), "changes the owner of a file")
MH_UNSHAREABLE(int, utime, (const char *path, const struct utimbuf *times),
               (path, times), "changes the times of a file")
MH_UNSHAREABLE(int, utimes, (const char *path, const struct timeval times[2]),
               (path, times), "changes the times of a file")
MH_UNSHAREABLE(int, lutimes, (const char *path, const struct timeval times[2]),
               (path, times), "changes the times of a file")
MH_UNSHAREABLE(int, futimes, (int fd, const struct timeval times[2]),
               (fd, times), "changes the times of a file")
MH_UNSHAREABLE(int, futimesat,
               (int at, const char *path, const struct timeval times[2]),
               (at, path, times), "changes the times of a file")
MH_UNSHAREABLE(int, utimensat,
               (int at, const char *path, const struct timespec times[2],
                int flags),
               (at, path, times, flags), "changes the times of a file")
MH_UNSHAREABLE(int, futimens, (int fd, const struct timespec times[2]),
               (fd, times), "changes the times of a file")
MH_UNSHAREABLE(int, setxattr,
               (const char *path, const char *name, const void *value,
                size_t size, int flags),
               (path, name, value, size, flags), "changes attributes of a file")
MH_UNSHAREABLE(int, lsetxattr,
               (const char *path, const char *name, const void *value,
                size_t size, int flags),
               (path, name, value, size, flags), "changes attributes of a file")
MH_UNSHAREABLE(int, fsetxattr,
               (int fd, const char *name, const void *value, size_t size,
                int flags),
               (fd, name, value, size, flags), "changes attributes of a file")
MH_UNSHAREABLE(int, removexattr, (const char *path, const char *name),
               (path, name), "changes attributes of a file")

/* --- contents and locks --- */

MH_UNSHAREABLE(int, truncate, (const char *path, off_t size), (path, size),
               "truncates a file")
MH_ALSO(truncate64, truncate);
MH_UNSHAREABLE(int, ftruncate, (int fd, off_t size), (fd, size),
               "truncates a file")
MH_ALSO(ftruncate64, ftruncate);
MH_UNSHAREABLE(int, fallocate, (int fd, int mode, off_t at, off_t size),
               (fd, mode, at, size), "changes a file")
MH_ALSO(fallocate64, fallocate);
MH_UNSHAREABLE(int, posix_fallocate, (int fd, off_t at, off_t size),
               (fd, at, size), "changes a file")
MH_ALSO(posix_fallocate64, posix_fallocate);
MH_UNSHAREABLE(ssize_t, sendfile, (int to, int from, off_t *at, size_t size),
               (to, from, at, size), "copies a file")
MH_ALSO(sendfile64, sendfile);
MH_UNSHAREABLE(ssize_t, copy_file_range,
               (int from, off_t *from_at, int to, off_t *to_at, size_t size,
                unsigned flags),
               (from, from_at, to, to_at, size, flags), "copies a file")
MH_UNSHAREABLE(ssize_t, splice,
               (int from, off_t *from_at, int to, off_t *to_at, size_t size,
                unsigned flags),
               (from, from_at, to, to_at, size, flags), "copies a file")
MH_UNSHAREABLE(int, flock, (int fd, int how), (fd, how), "locks a file")
MH_UNSHAREABLE(int, lockf, (int fd, int how, off_t size), (fd, how, size),
               "locks a file")
MH_ALSO(lockf64, lockf);

/* isatty() calls the kernel inside libc; PerlIO, here, only calls ioctl(). */
MH_REAL(int, ioctl, (int fd, unsigned long request, ...));

int ioctl(int fd, unsigned long request, ...)
{
    va_list list;
    void *argument;

    va_start(list, request);
    argument = va_arg(list, void *);
    va_end(list);
    if (mh_watching() && request != TCGETS)
        mh_trace_unshareable("controls a device");
    mh_change_control(request);
    return real_ioctl(fd, request, argument);
}
