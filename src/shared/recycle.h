/*
 * recycle.h - recycle limits: requests, growth and age after which a process is
 * replaced by a new one (keys of PerlPool). Runs in workers and templates.
 */
#ifndef MEHARI_SHARED_RECYCLE_H
#define MEHARI_SHARED_RECYCLE_H

#include <stdbool.h>

#include "shared/pool_settings.h"

void mh_recycle_begin(const mh_pool_numbers_t *numbers);
/* Counts a request that is over. True: it was the last. */
bool mh_recycle_count(void);
/* Half a sentence if the process ends because it is too large, or NULL. */
const char *mh_recycle_reason(void);
/* Makes the next request the last in any case. */
void mh_recycle_due(void);

#endif
