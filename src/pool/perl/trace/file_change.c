/*
 * file_change.c - functions that change a file or a device, unless they only
 * ask. A change would happen once, for the first request, and not for the
 * following ones.
 */
#include "pool/perl/trace/libc.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "pool/rollback/change.h"

/* `eval { symlink('', '') }` asks whether links can be made, and makes none. */
MH_TRACED(int, symlink, (const char *target, const char *path))
{
    if (mh_watching() && target[0] && path[0])
        mh_trace_unshareable("makes a symbolic link");
    return real_symlink(target, path);
}

/* isatty() calls the kernel inside libc; PerlIO, here, only calls ioctl(). */

MH_TRACED(int, ioctl, (int fd, unsigned long request, ...))
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
