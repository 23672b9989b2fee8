/*
 * manager_state.h - the state that all parts of a manager share: its pool's
 * settings, and whether it is about to end.
 */
#ifndef MEHARI_POOL_MANAGER_COMMON_MANAGER_STATE_H
#define MEHARI_POOL_MANAGER_COMMON_MANAGER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/ledger.h"
#include "shared/pool_settings.h"
#include "pool/rollback/rollback.h"

typedef struct mh_manager_t {
    const mh_pool_settings_t *settings;
    const mh_ledger_entry_t *ledger; /* NULL: its runs report every end */
    mh_tracker_e tracker;            /* of templates */
    bool stopping; /* takes no new requests; ends when nothing runs */
} mh_manager_t;

extern mh_manager_t mh_manager;

/* A number that was not given before. */
uint64_t mh_manager_number(void);

#endif
