/*
 * manager_state.c - see manager_state.h.
 */
#include "pool/manager/common/manager_state.h"

mh_manager_t mh_manager;

static uint64_t last_number;

uint64_t mh_manager_number(void)
{
    return ++last_number;
}
