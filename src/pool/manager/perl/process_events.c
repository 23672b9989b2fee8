/*
 * process_events.c - see process_events.h.
 */
#include "pool/manager/perl/process_events.h"

static const mh_process_events_t *listener;

void mh_process_events_set(const mh_process_events_t *events)
{
    listener = events;
}

const mh_process_events_t *mh_process_events(void)
{
    return listener;
}
