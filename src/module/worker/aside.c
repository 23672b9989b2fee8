/*
 * aside.c - descriptors of a worker's own: see worker.h.
 */
#include "module/worker/worker.h"

#include <fcntl.h>
#include <sys/resource.h>

#define HIGH 200

/* A lower limit of open files (rlimit=NOFILE) leaves half to Perl code. */
int mh_set_aside(int fd)
{
    struct rlimit files;
    int least = HIGH;

    if (!getrlimit(RLIMIT_NOFILE, &files) && files.rlim_cur / 2 < HIGH)
        least = (int)(files.rlim_cur / 2);
    return fcntl(fd, F_DUPFD_CLOEXEC, least);
}
