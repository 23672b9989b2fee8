/*
 * slots.h - the limit of requests that run at once. Each running request and
 * each compilation has a slot.
 */
#ifndef MEHARI_POOL_MANAGER_JOBS_SLOTS_H
#define MEHARI_POOL_MANAGER_JOBS_SLOTS_H

#include <stdint.h>

/* Sets the number of slots; 0: there is no bound. */
void mh_slots_setup(uint64_t slots);
uint64_t mh_slots_free(void);
/* Slots that no request has: those of compilations are free soon. */
uint64_t mh_slots_for_requests(void);
unsigned mh_slots_taken(void);
void mh_slots_take(void);
void mh_slots_give(void);
void mh_slots_take_to_compile(void);
void mh_slots_give_compiled(void);

#endif
