/*
 * clock.c - sources that differ each time, unless their answer is not kept.
 */
#include "pool/perl/trace/libc.h"

#include <sys/random.h>
#include <sys/times.h>
#include <time.h>

MH_TRACED(time_t, time, (time_t * at))
{
    if (mh_watching() && !mh_trace_time_passes()) {
        MH_CALLED();
        mh_trace_unshareable("asks for the time");
    }
    return real_time(at);
}

MH_TRACED(clock_t, times, (struct tms * used))
{
    if (mh_watching() && !mh_trace_time_passes())
        mh_trace_unshareable("asks for the time it has used");
    return real_times(used);
}

/* No generator is seeded by one byte. */
MH_TRACED(ssize_t, getrandom, (void *to, size_t size, unsigned flags))
{
    if (mh_watching()) {
        MH_CALLED();
        mh_trace_unshareable(size > 1
                                 ? "asks for random numbers"
                                 : "asks whether there are random numbers");
    }
    return real_getrandom(to, size, flags);
}
