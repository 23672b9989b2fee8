/*
 * slots.c - see slots.h.
 */
#include "pool/manager/jobs/slots.h"

#define NO_BOUND (1U << 30)

static uint64_t bound;
static unsigned taken;
static unsigned compiling; /* of those taken */

void mh_slots_setup(uint64_t slots)
{
    bound = slots ? slots : NO_BOUND;
}

/*
 * A zygote's successor is compiled beside the requests, and may exceed the
 * limit by one.
 */
static uint64_t rest(unsigned number)
{
    return number < bound ? bound - number : 0;
}

uint64_t mh_slots_free(void)
{
    return rest(taken);
}

uint64_t mh_slots_for_requests(void)
{
    return rest(taken - compiling);
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

void mh_slots_take_to_compile(void)
{
    compiling++;
    taken++;
}

void mh_slots_give_compiled(void)
{
    compiling--;
    taken--;
}
