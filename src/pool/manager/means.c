/*
 * means.c - see means.h.
 */
#include "pool/manager/means.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pool/rollback/rollback.h"

static void print_trackers(void)
{
    mh_rollback_report_t report;
    mh_tracker_e best = mh_rollback_measure(&report);

    for (mh_tracker_e i = 0; i < MH_TRACKERS; i++)
        if (*report.why[i])
            printf("%s no %s\n", mh_tracker_name(i), report.why[i]);
        else
            printf("%s yes %u us%s\n", mh_tracker_name(i),
                   report.nanoseconds[i] / 1000, i == best ? ", best" : "");
}

/* The question sets no filter. */
static void print_seccomp(void)
{
    uint32_t action = SECCOMP_RET_ERRNO;

    if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action))
        printf("seccomp no %s\n", strerror(errno));
    else
        printf("seccomp yes\n");
}

int mh_means_print(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    print_trackers();
    print_seccomp();
    return 0;
}
