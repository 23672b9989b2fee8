/*
 * bury.c - see bury.h.
 */
#include "pool/manager/loop/bury.h"

#include <fcntl.h>
#include <unistd.h>

#include "pool/common/hear.h"

/* The child waits until the parent has closed its descriptor, so that the child
 * is the last to have it. */
static _Noreturn void wait_and_end(const int turn[2])
{
    char byte;

    close(turn[1]);
    if (read(turn[0], &byte, 1) < 0)
        _exit(1);
    _exit(0);
}

void mh_bury(int fd)
{
    int turn[2];
    pid_t pid;

    if (mh_hear_close(fd) || pipe2(turn, O_CLOEXEC))
        return;
    pid = fork();
    if (pid == 0)
        wait_and_end(turn);
    if (pid > 0)
        close(fd);
    close(turn[0]);
    close(turn[1]);
}

pid_t mh_bury_message(int channel)
{
    pid_t pid = fork();

    if (pid == 0) {
        mh_hear_discard(channel);
        _exit(0);
    }
    return pid;
}
