/*
 * recycle.c - see recycle.h.
 */
#include "shared/recycle.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#include "shared/size.h"

/* The size costs a few system calls, so it is not read after each request. */
#define LOOK_EVERY 16

static mh_pool_numbers_t limits;
static uint64_t served;
static uint64_t first_size; /* size after the first request */
static time_t born;
static bool worn;
static char why[160]; /* reason if the process is too large; or empty */

/* Ten per cent more or less keep workers from ending all at once. */
static uint64_t spread(uint64_t number)
{
    uint64_t part = number / 5;
    uint64_t bits = 0;

    if (!part || getrandom(&bits, sizeof(bits), GRND_NONBLOCK) < 0)
        return number;
    return number - part / 2 + bits % (part + 1);
}

void mh_recycle_begin(const mh_pool_numbers_t *numbers)
{
    limits = *numbers;
    limits.requests = spread(numbers->requests);
    limits.age = spread(numbers->age);
    born = time(NULL);
    served = 0;
    worn = false;
    why[0] = '\0';
    mh_size_forked();
}

static bool has_grown(void)
{
    uint64_t size;

    if (!limits.growth || (served != 1 && served % LOOK_EVERY))
        return false;
    size = mh_size_anonymous();
    if (served == 1)
        first_size = size;
    if (size <= first_size + limits.growth)
        return false;
    snprintf(why, sizeof(why), "it has grown by %llu KB",
             (unsigned long long)(size - first_size) / 1024);
    return true;
}

static bool is_too_large(void)
{
    const mh_size_limits_t size = { .unshared = limits.max_unshared,
                                    .every = LOOK_EVERY };

    return mh_size_is_too_large(&size, served, why, sizeof(why));
}

bool mh_recycle_count(void)
{
    served++;
    if (worn || (limits.requests && served >= limits.requests))
        return true;
    if (has_grown() || is_too_large())
        return true;
    return limits.age && (uint64_t)(time(NULL) - born) >= limits.age;
}

const char *mh_recycle_reason(void)
{
    return why[0] ? why : NULL;
}

void mh_recycle_due(void)
{
    worn = true;
}
