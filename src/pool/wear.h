/*
 * wear.h - when a process that stays has had enough and makes room for a new
 * one: after so many requests, so much growth, so much time (the keys requests,
 * growth and age of PerlPool). Workers and templates have it.
 */
#ifndef MEHARI_POOL_WEAR_H
#define MEHARI_POOL_WEAR_H

#include <stdbool.h>

#include "pool/definition.h"

void mh_wear_begin(const mh_pool_numbers_t *numbers);
/* A request is over. True: it was the last. */
bool mh_wear_count(void);
/* It was the last as the process is too large: half a sentence, or NULL. */
const char *mh_wear_why(void);
/* The next is the last in any case. */
void mh_wear_out(void);

#endif
