/*
 * manager.h - the process between httpd and a pool's Perl.
 *
 * One thread, one loop. It keeps a request's data only while the request waits,
 * and runs no Perl. All that it knows about user code came from user code, and
 * was checked.
 */
#ifndef MEHARI_POOL_MANAGER_MANAGER_H
#define MEHARI_POOL_MANAGER_MANAGER_H

#include "shared/pool_settings.h"

/* NULL, or why it cannot start. The settings must stay. */
const char *mh_manager_open(const mh_pool_settings_t *settings);
/*
 * Runs until MH_POOL_ENDS comes or httpd's parent ends. After httpd has closed
 * the dispatch, or TERM has come, it runs until no request runs.
 */
void mh_manager_run(void);

#endif
