/*
 * template.h - how the processes of the pool's scripts come to be: which
 * tracker their templates use (rollback/rollback.h), or that they are forks.
 */
#ifndef MEHARI_POOL_TEMPLATE_H
#define MEHARI_POOL_TEMPLATE_H

#include "pool/definition.h"
#include "rollback/rollback.h"

/*
 * Finds out what works here; with restore=fork nothing is tried. The process
 * must be able to read /proc/self, which one that has changed its user is not.
 */
void mh_template_choose(const mh_pool_numbers_t *numbers);
/* To the log. */
void mh_template_say(void);

/*
 * A template could not use the tracker that was ordered, and says which might
 * work instead. When that goes on, it is so for all from here on.
 */
void mh_template_fails(mh_tracker_e instead, const char *why);
/* One has put its memory back. */
void mh_template_works(void);

#endif
