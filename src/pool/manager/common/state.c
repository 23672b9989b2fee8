/*
 * state.c - see state.h.
 */
#include "pool/manager/common/state.h"

mh_manager_t mh_manager;

static uint64_t last_number;

uint64_t mh_manager_number(void)
{
    return ++last_number;
}
