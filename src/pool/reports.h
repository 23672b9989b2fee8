/*
 * reports.h - what children say at their end, and templates of their runs:
 * datagrams, whose sender the kernel names.
 *
 * Any process of the machine may send one; the kernel drops those that do not
 * begin with a secret that the pool's processes have (wire/hear.h). What does
 * not come from a process that runs a request of this pool is not looked at.
 */
#ifndef MEHARI_POOL_REPORTS_H
#define MEHARI_POOL_REPORTS_H

#include "pool/child.h"
#include "wire/hear.h"

/* NULL, or why there is no socket. The address stays. */
const char *mh_reports_open(const mh_hear_address_t **address);
/* Takes what has come. */
void mh_reports_read(void);
/*
 * A child's report may overtake the news of its birth, and a run's the word of
 * its template: such a one is kept for a moment, and taken now. The child of
 * that process may be freed.
 */
void mh_reports_recall(pid_t pid);
/* A process of the manager's has ended; false: it is none of ours. */
bool mh_reports_ended(pid_t pid);

#endif
