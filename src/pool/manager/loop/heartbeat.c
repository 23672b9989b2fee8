/*
 * heartbeat.c - see heartbeat.h.
 */
#include "pool/manager/loop/heartbeat.h"

#include <signal.h>
#include <stdbool.h>
#include <time.h>

#define SECOND UINT64_C(1000000000)

static timer_t timer;
static bool made;
static uint64_t last;

void mh_heartbeat_make(void)
{
    /* SIGKILL cannot be caught, and ends a stopped process, too. */
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                              .sigev_signo = SIGKILL };

    made = !timer_create(CLOCK_MONOTONIC, &event, &timer);
}

void mh_heartbeat(uint64_t now)
{
    struct itimerspec time = { .it_value = { .tv_sec = MH_HEARTBEAT } };

    if (!made || now - last < SECOND)
        return;
    last = now;
    timer_settime(timer, 0, &time, NULL);
}
