/*
 * exec_log: one line for each program that starts, without privileges.
 *
 * `mehari bench` starts a second, unmeasured httpd with this library in
 * LD_PRELOAD. The dynamic loader runs the constructor below once for each
 * program that starts below that httpd. A fork without exec leaves no line; a
 * program that its user may not trace leaves one. Each line is "WHO WHAT": the
 * parent's name and the new program's, the two columns of the exec.d script of
 * the DTrace article.
 *
 * A program linked statically, or set-user-id, is not seen.
 */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A process name is at most 15 characters; /proc/PID/comm adds a newline. */
#define NAME_SIZE 17

static void read_name(pid_t pid, char name[NAME_SIZE])
{
    char path[32];
    ssize_t got = 0;
    int fd;

    (void)snprintf(path, sizeof path, "/proc/%ld/comm", (long)pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        got = read(fd, name, NAME_SIZE - 1);
        (void)close(fd);
    }
    if (got > 0 && name[got - 1] == '\n')
        got--;
    name[got > 0 ? got : 0] = '\0';
    for (char *c = name; *c; c++)
        if (*c == ' ' || *c == '\n')
            *c = '_';
}

__attribute__((constructor)) static void log_exec(void)
{
    const char *path = getenv("MEHARI_EXEC_LOG");
    char who[NAME_SIZE];
    char what[NAME_SIZE];
    char line[2 * NAME_SIZE + 4];
    int length;
    int fd;

    if (!path || !*path)
        return;
    read_name(getppid(), who);
    read_name(getpid(), what);
    length = snprintf(line, sizeof line, "%s %s\n", *who ? who : "-",
                      *what ? what : "-");
    /* O_APPEND: a line is one write, so lines of two processes never mix. */
    fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd >= 0) {
        if (write(fd, line, (size_t)length) != length) {
            /*
             * An error cannot be reported here. The count is then too small by
             * one, and the bench reports a count that is smaller than mod_cgi's
             * must be.
             */
        }
        (void)close(fd);
    }
}
