/*
 * template.h - how the processes of the pool's scripts come to be: which
 * tracker their templates use (rollback/rollback.h), or that they are forks.
 */
#ifndef MEHARI_POOL_TEMPLATE_H
#define MEHARI_POOL_TEMPLATE_H

/*
 * Finds out what works here, and says it; with restore=fork nothing is tried.
 * To be called before anything runs below the manager.
 */
void mh_template_choose(void);

#endif
