/*
 * manager.h - the process between httpd and a pool's Perl.
 *
 * One thread, one loop. It holds no request's data longer than the request
 * waits, and runs no Perl: all that it knows of user code came from user code,
 * and was checked.
 */
#ifndef MEHARI_POOL_MANAGER_MANAGER_H
#define MEHARI_POOL_MANAGER_MANAGER_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/pool_settings.h"
#include "pool/rollback/rollback.h"

typedef struct mh_manager_t {
    const mh_pool_settings_t *settings;
    mh_tracker_e tracker; /* of templates; MH_TRACKERS: there are none */
    bool stopping;        /* takes no new requests; ends when nothing runs */
} mh_manager_t;

extern mh_manager_t mh_manager;

/* A number that was not given before. */
uint64_t mh_manager_number(void);

/* NULL, or why it cannot start. The settings must stay. */
const char *mh_manager_open(const mh_pool_settings_t *settings);
/* Runs until httpd has gone, or TERM has come, and nothing runs. */
void mh_manager_run(void);

#endif
