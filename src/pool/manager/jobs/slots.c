/*
 * slots.c - see slots.h.
 */
#include "pool/manager/jobs/slots.h"

#define NO_BOUND (1U << 30)

static uint64_t bound;
static unsigned taken;

void mh_slots_setup(uint64_t slots)
{
    bound = slots ? slots : NO_BOUND;
}

/* A zygote's successor is compiled beside the requests: it may be one too many.
 */
uint64_t mh_slots_free(void)
{
    return taken < bound ? bound - taken : 0;
}

unsigned mh_slots_taken(void)
{
    return taken;
}

void mh_slots_take(void)
{
    taken++;
}

void mh_slots_give(void)
{
    taken--;
}
