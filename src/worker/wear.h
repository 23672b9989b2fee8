/*
 * wear.h - when a worker has had enough and makes room for a fresh one: after
 * so many requests, so much growth, so much time (the keys requests, growth and
 * age of PerlPool).
 */
#ifndef MEHARI_WORKER_WEAR_H
#define MEHARI_WORKER_WEAR_H

#include <stdbool.h>

#include "pool/definition.h"

void mh_wear_begin(const mh_pool_numbers_t *numbers);
/* A request is over. True: it was the last. */
bool mh_wear_count(void);
/* The next is the last in any case. */
void mh_wear_out(void);

#endif
