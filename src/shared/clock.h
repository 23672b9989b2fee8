/* clock.h - what a clock of the kernel shows, in nanoseconds. */
#ifndef MEHARI_SHARED_CLOCK_H
#define MEHARI_SHARED_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t mh_clock(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

#endif
