/*
 * clock.c - sources that differ each time: clocks, timers, random numbers.
 */
#include "pool/perl/trace/libc.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define TIME "asks for the time"

MH_REAL(time_t, time, (time_t * at));

time_t time(time_t *at)
{
    if (mh_watching() && !mh_trace_time_passes()) {
        MH_CALLED();
        mh_trace_unshareable(TIME);
    }
    return real_time(at);
}

MH_UNSHAREABLE(int, gettimeofday,
               (struct timeval *restrict time, void *restrict zone),
               (time, zone), TIME)
MH_UNSHAREABLE(int, clock_gettime, (clockid_t clock, struct timespec *time),
               (clock, time), TIME)
MH_UNSHAREABLE(int, timespec_get, (struct timespec * time, int base),
               (time, base), TIME)
MH_UNSHAREABLE(clock_t, clock, (void), (), "asks for the time it has used")
MH_REAL(clock_t, times, (struct tms * times));

clock_t times(struct tms *used)
{
    if (mh_watching() && !mh_trace_time_passes())
        mh_trace_unshareable("asks for the time it has used");
    return real_times(used);
}

MH_UNSHAREABLE(int, getrusage, (__rusage_who_t who, struct rusage *usage),
               (who, usage), "asks for its resource usage")
MH_UNSHAREABLE(int, sysinfo, (struct sysinfo * info), (info),
               "asks for the state of the system")
MH_UNSHAREABLE(int, getloadavg, (double *averages, int count),
               (averages, count), "asks for the state of the system")

#define TIMER "sets or looks at a timer"

MH_UNSHAREABLE(unsigned, alarm, (unsigned seconds), (seconds), TIMER)
MH_UNSHAREABLE(useconds_t, ualarm, (useconds_t value, useconds_t interval),
               (value, interval), TIMER)
MH_UNSHAREABLE(int, setitimer,
               (__itimer_which_t which, const struct itimerval *value,
                struct itimerval *old),
               (which, value, old), TIMER)
MH_UNSHAREABLE(int, getitimer,
               (__itimer_which_t which, struct itimerval *value),
               (which, value), TIMER)
MH_UNSHAREABLE(int, timer_create,
               (clockid_t clock, struct sigevent *event, timer_t *timer),
               (clock, event, timer), TIMER)

#define WAITS "waits"

MH_UNSHAREABLE(unsigned, sleep, (unsigned seconds), (seconds), WAITS)
MH_UNSHAREABLE(int, usleep, (useconds_t time), (time), WAITS)
MH_UNSHAREABLE(int, nanosleep,
               (const struct timespec *time, struct timespec *rest),
               (time, rest), WAITS)
MH_UNSHAREABLE(int, clock_nanosleep,
               (clockid_t clock, int flags, const struct timespec *time,
                struct timespec *rest),
               (clock, flags, time, rest), WAITS)
MH_UNSHAREABLE(int, select,
               (int count, fd_set *restrict read, fd_set *restrict write,
                fd_set *restrict except, struct timeval *restrict time),
               (count, read, write, except, time), WAITS)
MH_UNSHAREABLE(int, pselect,
               (int count, fd_set *restrict read, fd_set *restrict write,
                fd_set *restrict except, const struct timespec *restrict time,
                const sigset_t *restrict mask),
               (count, read, write, except, time, mask), WAITS)
MH_UNSHAREABLE(int, poll, (struct pollfd * fds, nfds_t count, int time),
               (fds, count, time), WAITS)
MH_UNSHAREABLE(int, ppoll,
               (struct pollfd * fds, nfds_t count, const struct timespec *time,
                const sigset_t *mask),
               (fds, count, time, mask), WAITS)
MH_UNSHAREABLE(int, epoll_wait,
               (int fd, struct epoll_event *events, int count, int time),
               (fd, events, count, time), WAITS)

#define RANDOM "asks for random numbers"

MH_REAL(ssize_t, getrandom, (void *to, size_t size, unsigned flags));

/* No generator is seeded by one byte. */
ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    if (mh_watching()) {
        MH_CALLED();
        mh_trace_unshareable(
            size > 1 ? RANDOM : "asks whether there are random numbers");
    }
    return real_getrandom(to, size, flags);
}

MH_UNSHAREABLE(int, getentropy, (void *to, size_t size), (to, size), RANDOM)

#ifdef MH_LIBC_ARC4RANDOM
MH_UNSHAREABLE(uint32_t, arc4random, (void), (), RANDOM)
MH_UNSHAREABLE(uint32_t, arc4random_uniform, (uint32_t bound), (bound), RANDOM)

MH_REAL(void, arc4random_buf, (void *to, size_t size));

void arc4random_buf(void *to, size_t size)
{
    if (mh_watching())
        mh_trace_unshareable(RANDOM);
    real_arc4random_buf(to, size);
}
#endif
