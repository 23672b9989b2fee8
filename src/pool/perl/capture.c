/*
 * capture.c - see capture.h.
 *
 * The descriptors are pipes because httpd gives pipes: -p, -t, -s, buffering
 * and tell() already answer as in a request. Nobody reads them while code runs,
 * so the pipe of 2 is made large, and does not block: a compilation that fills
 * it is not shared.
 */
#include "pool/perl/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "pool/perl/self.h"

#define CAPACITY (1024 * 1024)

static struct {
    int from[3];  /* our ends of the pipes, moved to high numbers */
    int capacity; /* of the pipe for descriptor 2 */
    char *text;
    size_t size;
} capture = { .from = { -1, -1, -1 } };

/* Descriptor fd becomes the script's end of a new pipe. */
static int make_pipe(int fd)
{
    int ends[2];
    int theirs = fd == 0 ? 0 : 1;

    if (pipe2(ends, O_CLOEXEC))
        return errno;
    /* Both ends move up first, because one of them may be fd itself. */
    ends[0] = mh_perl_high(ends[0]);
    ends[1] = mh_perl_high(ends[1]);
    if (ends[0] < 0 || ends[1] < 0 || dup2(ends[theirs], fd) < 0)
        return errno;
    close(ends[theirs]);
    capture.from[fd] = ends[!theirs];
    return 0;
}

int mh_capture_start(void)
{
    for (int fd = 0; fd < 3; fd++) {
        int error;

        if (capture.from[fd] >= 0)
            close(capture.from[fd]);
        capture.from[fd] = -1;
        error = make_pipe(fd);
        if (error)
            return error;
    }
    close(capture.from[0]);
    capture.from[0] = -1;
    fcntl(2, F_SETPIPE_SZ, CAPACITY);
    capture.capacity = fcntl(2, F_GETPIPE_SZ);
    fcntl(2, F_SETFL, O_WRONLY | O_NONBLOCK);
    fcntl(capture.from[2], F_SETFL, O_NONBLOCK);
    return 0;
}

/* Counts bytes by a system call that the trace does not watch. */
static bool has_output(void)
{
    int size = 0;

    return ioctl(capture.from[1], FIONREAD, &size) || size > 0;
}

bool mh_capture_take(void)
{
    size_t room = (size_t)capture.capacity;
    ssize_t got;

    free(capture.text);
    capture.size = 0;
    capture.text = malloc(room);
    if (!capture.text)
        return false;
    while (capture.size < room) {
        got = read(capture.from[2], capture.text + capture.size,
                   room - capture.size);
        if (got <= 0)
            break;
        capture.size += (size_t)got;
    }
    if (capture.size) {
        char *fitting = realloc(capture.text, capture.size);

        capture.text = fitting ? fitting : capture.text;
    } else {
        free(capture.text);
        capture.text = NULL;
    }
    /* A page of the pipe may hold less than a page of output. */
    return capture.size < room / 2 && !has_output();
}

const char *mh_capture_text(size_t *size)
{
    *size = capture.size;
    return capture.text;
}

void mh_capture_repeat(void)
{
    size_t done = 0;

    while (done < capture.size) {
        ssize_t written = write(2, capture.text + done, capture.size - done);

        if (written < 0 && errno != EINTR)
            return;
        done += written > 0 ? (size_t)written : 0;
    }
}
