/*
 * manager.h - the process that stands between httpd and a pool's Perl.
 *
 * One thread, one loop. It holds no request's data longer than the request
 * waits, and runs no Perl: what it knows of user code, user code has told it,
 * and was checked.
 */
#ifndef MEHARI_POOL_MANAGER_H
#define MEHARI_POOL_MANAGER_H

#include <stdbool.h>
#include <stdint.h>

#include "pool/definition.h"
#include "rollback/rollback.h"

typedef struct mh_manager_t {
    const mh_definition_t *definition;
    mh_tracker_e tracker; /* of templates; MH_TRACKERS: there are none */
    bool stopping;        /* takes no new requests; ends when nothing runs */
} mh_manager_t;

extern mh_manager_t mh_manager;

/* One that was not given before. */
uint64_t mh_manager_number(void);

/* NULL, or why it cannot start. The definition stays. */
const char *mh_manager_open(const mh_definition_t *definition);
/* Until httpd has gone, or TERM has come, and nothing runs. */
void mh_manager_run(void);

#endif
