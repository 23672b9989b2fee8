/*
 * reports.h - datagrams, whose sender the kernel names: children report their
 * end, and templates their runs. Runs in the manager.
 *
 * Any process of the machine may send one; the kernel drops those that do not
 * begin with a secret that the pool's processes have (pool/common/hear.h). A
 * datagram is ignored unless its sender runs a request of this pool.
 *
 * There are two sockets. What comes to the quiet one wakes nobody: a template's
 * next run, when the end of its last one was heard of. Without the kernel's
 * help (hear.h) there is one for all.
 */
#ifndef MEHARI_POOL_MANAGER_PROCESSES_REPORTS_H
#define MEHARI_POOL_MANAGER_PROCESSES_REPORTS_H

#include "pool/manager/processes/child.h"
#include "pool/common/hear.h"

/* Opens the sockets. NULL, or why there are none. The addresses stay. */
const char *mh_reports_open(const mh_hear_addresses_t **addresses);
/* Takes all reports that have come. */
void mh_reports_read(void);
/* Takes the quiet ones, if some are due: nothing woke the manager for them. */
void mh_reports_catch_up(void);
/*
 * Takes the reports kept of this process. A child's report may overtake the
 * news of its birth, and a run's the report of its template: such a report is
 * kept for a moment. The child of that process may be freed.
 */
void mh_reports_recall(pid_t pid);
/* Takes the end of a process of the manager's; false: it is none of these. */
bool mh_reports_ended(pid_t pid);

#endif
