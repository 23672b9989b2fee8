/*
 * tracker_choice.h - the manager's choice of a tracker for templates
 * (pool/rollback/rollback.h).
 */
#ifndef MEHARI_POOL_MANAGER_PERL_TRACKER_CHOICE_H
#define MEHARI_POOL_MANAGER_PERL_TRACKER_CHOICE_H

#include "shared/pool_settings.h"
#include "pool/rollback/rollback.h"

/*
 * Finds out which tracker works here; with restore=fork nothing is tried. The
 * process must be able to read /proc/self; after a change of its user it
 * cannot.
 */
void mh_template_choose(const mh_pool_numbers_t *numbers);
/* Logs the choice. */
void mh_template_say(void);

/*
 * Notes that a template could not use the ordered tracker, and which tracker
 * might work instead. After several in a row the other tracker is used for all.
 */
void mh_template_fails(mh_tracker_e instead, const char *why);
/* Notes that a template has put its memory back. */
void mh_template_works(void);

#endif
