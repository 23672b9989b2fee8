/*
 * queue.h - how many requests run at once, and who comes next.
 *
 * What runs, and what is compiled, takes a slot. Whoever finds none waits,
 * first come, first served; when too many wait, none is added.
 */
#ifndef MEHARI_POOL_QUEUE_H
#define MEHARI_POOL_QUEUE_H

#include "pool/run.h"

/* slots: 0 for no bound; places: how many may wait. */
void mh_queue_setup(uint64_t slots, uint64_t places);
bool mh_queue_full(void);
bool mh_queue_slot_free(void);
/* A slot is free, and nobody is before. */
bool mh_queue_ready(void);
/* The run waits for a slot; again: it comes before all that are new. */
void mh_queue_add(mh_run_t *run);
void mh_queue_add_again(mh_run_t *run);
/* It does not wait any longer. */
void mh_queue_remove(mh_run_t *run);
/* A place outside of the queue that counts as one in it. */
void mh_queue_take_place(void);
void mh_queue_give_place(void);
unsigned mh_queue_taken(void);
unsigned mh_queue_waiting(void);
void mh_queue_take_slot(void);
void mh_queue_give_slot(void);
/* Hands those that can go to start, which takes a slot or gives an answer. */
void mh_queue_pump(void (*start)(mh_run_t *run));
/* Nothing runs, nothing waits. */
bool mh_queue_idle(void);

#endif
