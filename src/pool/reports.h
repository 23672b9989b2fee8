/*
 * reports.h - what children say at their end: datagrams, whose sender the
 * kernel names.
 *
 * Anybody on the machine may send one. What does not come from a process that
 * runs a request of this pool is not looked at.
 */
#ifndef MEHARI_POOL_REPORTS_H
#define MEHARI_POOL_REPORTS_H

#include "pool/child.h"

/* NULL, or why there is no socket. The address stays. */
const char *mh_reports_open(const char **address, size_t *address_size);
/* Takes what has come. */
void mh_reports_read(void);
/*
 * A child's report may overtake the news of its birth: such a one is kept for
 * a moment, and taken now.
 */
void mh_reports_recall(mh_child_t *child);

#endif
