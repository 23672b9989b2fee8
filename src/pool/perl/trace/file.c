/*
 * file.c - files that are opened, examined or searched for.
 *
 * Dependencies are a plain file that is opened for reading, a directory that is
 * listed, and a name that is looked up. Other files that can be opened
 * (devices, pipes, the kernel's files in /proc) never give the same twice.
 */
#include "pool/perl/trace/libc.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "pool/perl/trace/kernel.h"
#include "pool/perl/trace/file.h"
#include "pool/perl/trace/elf.h"
#include "pool/rollback/change.h"

bool mh_trace_is_null_status(const struct stat *status)
{
    return S_ISCHR(status->st_mode) && status->st_rdev == makedev(1, 3);
}

bool mh_trace_is_null(int fd)
{
    mh_pause_t pause = mh_trace_pause();
    struct stat status;
    bool null = !fstat(fd, &status) && mh_trace_is_null_status(&status);

    mh_trace_resume(pause);
    return null;
}

/*
 * File systems whose files are made when they are looked at, or stand for
 * something else: their content is never known to be the same.
 */
static bool is_made_up(int fd)
{
    static const __fsword_t types[] = {
        ANON_INODE_FS_MAGIC, BDEVFS_MAGIC,          BINFMTFS_MAGIC,
        AAFS_MAGIC,          BPF_FS_MAGIC,          CGROUP_SUPER_MAGIC,
        CGROUP2_SUPER_MAGIC, DEBUGFS_MAGIC,         DEVPTS_SUPER_MAGIC,
        DMA_BUF_MAGIC,       EFIVARFS_MAGIC,        0x19800202 /* mqueue */,
        NSFS_MAGIC,          PIPEFS_MAGIC,          PROC_SUPER_MAGIC,
        PSTOREFS_MAGIC,      SECURITYFS_MAGIC,      SELINUX_MAGIC,
        SMACK_MAGIC,         SOCKFS_MAGIC,          SYSFS_MAGIC,
        TRACEFS_MAGIC,       USBDEVICE_SUPER_MAGIC,
    };
    struct statfs system;

    if (fstatfs(fd, &system))
        return true;
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (system.f_type == types[i])
            return true;
    return false;
}

/*
 * A descriptor that cannot be read has no effect on the file. Links in /proc
 * are not followed, because they are files of the process that looks.
 */
static int open_path(int at, const char *path, int flags)
{
    struct open_how how = { .flags = O_PATH | O_CLOEXEC | (unsigned)flags,
                            .resolve = RESOLVE_NO_MAGICLINKS };
    int fd = (int)syscall(SYS_openat2, at, path, &how, sizeof(how));

    if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
        return fd;
    return openat(at, path, O_PATH | O_CLOEXEC | flags);
}

/* For a missing file, the directory that would hold it counts. */
static bool place_is_made_up(int at, const char *path)
{
    char part[PATH_MAX];
    size_t length = strlen(path);
    char *slash;
    int fd = -1;
    bool made_up;

    if (length >= sizeof(part))
        return false;
    memcpy(part, path, length + 1);
    while (fd < 0 && (slash = strrchr(part, '/'))) {
        if (slash == part)
            break;
        *slash = '\0';
        fd = open_path(at, part, 0);
        if (fd < 0 && errno == ELOOP)
            return true;
    }
    made_up = fd >= 0 && is_made_up(fd);
    if (fd >= 0)
        close(fd);
    return made_up;
}

bool mh_trace_is_made_up(int at, const char *path, bool follow)
{
    mh_pause_t pause = mh_trace_pause();
    int fd = open_path(at, path, follow ? 0 : O_NOFOLLOW);
    bool made_up = fd >= 0 ? is_made_up(fd)
                           : errno == ELOOP || place_is_made_up(at, path);

    if (fd >= 0)
        close(fd);
    mh_trace_resume(pause);
    return made_up;
}

void mh_trace_relative(int at, const char *path)
{
    if (path[0] != '/' && at == AT_FDCWD)
        mh_trace_unshareable_for(MH_WHOSE_ANY,
                                 "looks into the working directory");
}

void mh_trace_before_name(int at, const char *path, bool follow)
{
    mh_trace_relative(at, path);
    if (mh_trace_is_made_up(at, path, follow))
        mh_trace_unshareable("looks at %s", path);
    else
        mh_trace_note_path(follow ? MH_FILE_EXISTENCE : MH_FILE_LINK, at, path);
}

static void before_reading(int at, const char *path, bool follow)
{
    mh_pause_t pause = mh_trace_pause();
    struct stat status;
    bool there = !fstatat(at, path, &status, follow ? 0 : AT_SYMLINK_NOFOLLOW);
    bool plain = there && S_ISREG(status.st_mode);

    if (plain && mh_file_settle(&status))
        fstatat(at, path, &status, follow ? 0 : AT_SYMLINK_NOFOLLOW);
    mh_trace_resume(pause);
    if (mh_kernel_file(path))
        return;
    if (mh_trace_is_made_up(at, path, follow))
        mh_trace_unshareable("reads %s", path);
    else if (!there || plain)
        mh_trace_note(MH_FILE_CONTENTS, there ? &status : NULL, at, path);
    else if (S_ISDIR(status.st_mode))
        mh_trace_note(MH_FILE_LISTING, &status, at, path);
    else if (S_ISLNK(status.st_mode))
        mh_trace_note(MH_FILE_LINK, &status, at, path);
    else if (!mh_trace_is_null_status(&status))
        mh_trace_unshareable("opens %s, which is not a regular file", path);
}

static bool path_is_null(int at, const char *path)
{
    mh_pause_t pause = mh_trace_pause();
    struct stat status;
    bool null = !fstatat(at, path, &status, 0) &&
                mh_trace_is_null_status(&status);

    mh_trace_resume(pause);
    return null;
}

static void before_open(int at, const char *path, int flags)
{
    const int changes = O_CREAT | O_TRUNC;

    mh_trace_relative(at, path);
    if (flags & O_PATH)
        mh_trace_before_name(at, path, true);
    else if ((flags & O_ACCMODE) == O_RDONLY && !(flags & changes))
        before_reading(at, path, !(flags & O_NOFOLLOW));
    else if (!path_is_null(at, path))
        mh_trace_unshareable("opens %s for writing", path);
}

/* --- opening --- */

static int opened_at(int fd, int flags)
{
    mh_change_opened(fd, flags);
    return fd;
}

static int opened(int fd, const char *path, int flags)
{
    if (__builtin_expect(mh_trace_state & MH_TRACE_ARMED, 0))
        mh_trace_opened(fd, path);
    return opened_at(fd, flags);
}

/* A file of the process's own in /proc may be refused at first. */
static bool may_retry(int at, const char *path)
{
    int error = errno;
    bool opens = error == EACCES && mh_change_opens(at, path);

    errno = error;
    return opens;
}

MH_TRACED(int, open, (const char *path, int flags, ...))
{
    int fd;
    va_list list;
    mode_t mode;

    va_start(list, flags);
    mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    if (mh_watching() && MH_CALLED())
        before_open(AT_FDCWD, path, flags);
    fd = real_open(path, flags, mode);
    if (fd < 0 && may_retry(AT_FDCWD, path))
        fd = real_open(path, flags, mode);
    return opened(fd, path, flags);
}
MH_ALSO(open64, open);

MH_TRACED(int, openat, (int at, const char *path, int flags, ...))
{
    int fd;
    va_list list;
    mode_t mode;

    va_start(list, flags);
    mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    if (mh_watching() && MH_CALLED())
        before_open(at, path, flags);
    fd = real_openat(at, path, flags, mode);
    if (fd < 0 && may_retry(at, path))
        fd = real_openat(at, path, flags, mode);
    return opened_at(fd, flags);
}
MH_ALSO(openat64, openat);

/* The fortified names, for calls without a mode. */

MH_TRACED(int, __open_2, (const char *path, int flags))
{
    if (mh_watching() && MH_CALLED())
        before_open(AT_FDCWD, path, flags);
    return opened(real___open_2(path, flags), path, flags);
}
MH_ALSO(__open64_2, __open_2);

MH_TRACED(int, __openat_2, (int at, const char *path, int flags))
{
    if (mh_watching() && MH_CALLED())
        before_open(at, path, flags);
    return opened_at(real___openat_2(at, path, flags), flags);
}
MH_ALSO(__openat64_2, __openat_2);

MH_TRACED(int, creat, (const char *path, mode_t mode))
{
    if (mh_watching() && MH_CALLED())
        before_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC);
    return opened_at(real_creat(path, mode), O_WRONLY);
}
MH_ALSO(creat64, creat);

static int stream_flags(const char *mode)
{
    return mode[0] == 'r' && !strchr(mode, '+') ? O_RDONLY : O_RDWR | O_CREAT;
}

static FILE *opened_stream(FILE *stream, const char *mode)
{
    if (stream)
        mh_change_opened(fileno(stream), stream_flags(mode));
    return stream;
}

MH_TRACED(FILE *, fopen, (const char *path, const char *mode))
{
    FILE *stream;

    if (mh_watching() && MH_CALLED())
        before_open(AT_FDCWD, path, stream_flags(mode));
    stream = real_fopen(path, mode);
    if (!stream && may_retry(AT_FDCWD, path))
        stream = real_fopen(path, mode);
    return opened_stream(stream, mode);
}
MH_ALSO(fopen64, fopen);

MH_TRACED(FILE *, freopen, (const char *path, const char *mode, FILE *stream))
{
    if (mh_watching()) {
        if (!path || stream == stdin || stream == stdout || stream == stderr)
            mh_trace_unshareable("opens a standard stream anew");
        else
            before_open(AT_FDCWD, path, stream_flags(mode));
    }
    return opened_stream(real_freopen(path, mode, stream), mode);
}
MH_ALSO(freopen64, freopen);

/* --- shared objects: their own needs are found when the trace is asked for its
 * files --- */

MH_REAL(void *, dlopen, (const char *path, int flags));

static void note_library(const char *path)
{
    if (!mh_watching() || !path || !strchr(path, '/'))
        return;
    mh_trace_note_path(MH_FILE_CONTENTS, AT_FDCWD, path);
    mh_elf_before_load(path);
}

/*
 * All functions of a library are bound at once, because a run that binds one
 * writes to a page, which must then be restored. If that fails, the library is
 * loaded as the code asks: nothing of it has run yet.
 */
static void *load(const char *path, int flags)
{
    void *library = NULL;

    if (path && flags & RTLD_LAZY)
        library = real_dlopen(path, (flags & ~RTLD_LAZY) | RTLD_NOW);
    return library ? library : real_dlopen(path, flags);
}

/* A run whose calls nobody sees cannot be restored. */
static void *loaded(void *library)
{
    if (mh_change_is_restored() && mh_elf_calling())
        mh_change_lost();
    return library;
}

MH_TRACED_HEAD(void *, dlopen, (const char *path, int flags))
{
    note_library(path);
    return loaded(load(path, flags));
}

/* Objects of another list are not looked at. */
MH_TRACED(void *, dlmopen, (Lmid_t space, const char *path, int flags))
{
    note_library(path);
    mh_change_lost();
    return real_dlmopen(space, path, flags);
}

/* --- directories --- */

MH_TRACED(DIR *, opendir, (const char *path))
{
    if (mh_watching() && MH_CALLED()) {
        mh_trace_relative(AT_FDCWD, path);
        before_reading(AT_FDCWD, path, true);
    }
    return real_opendir(path);
}

/* The directory was noted when it was opened. */
MH_TRACED(DIR *, fdopendir, (int fd))
{
    if (mh_watching() && fd <= 2)
        mh_trace_unshareable("lists a standard descriptor");
    return real_fdopendir(fd);
}

/* Children start in the process's present directory. */
MH_TRACED(int, chdir, (const char *path))
{
    if (mh_watching()) {
        mh_trace_unshareable_for(MH_WHOSE_ANY, "changes the working directory");
        mh_trace_before_name(AT_FDCWD, path, true);
    }
    return real_chdir(path);
}
