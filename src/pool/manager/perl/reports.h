/*
 * reports.h - reads datagrams with which children report their end, and
 * templates their runs. The kernel names the sender. Runs in the manager.
 *
 * Any process of the machine may send one; the kernel drops those that do not
 * begin with a secret that the pool's processes have (pool/common/hear.h). A
 * datagram is ignored unless its sender runs a request of this pool.
 */
#ifndef MEHARI_POOL_MANAGER_PERL_REPORTS_H
#define MEHARI_POOL_MANAGER_PERL_REPORTS_H

#include "pool/manager/perl/child.h"
#include "pool/common/hear.h"

/* Opens the socket. NULL, or why there is none. The address stays. */
const char *mh_reports_open(const mh_hear_address_t **address);
/* Takes the reports that have come, up to a limit. False: there are more. */
bool mh_reports_read(void);
/*
 * Takes all reports that have come so far, those of a process that has ended
 * among them. It takes about as many as the kernel keeps
 * (net.unix.max_dgram_qlen).
 */
void mh_reports_read_all(void);
/*
 * Takes the reports kept of this process. A child's report may overtake the
 * news of its birth, and a run's the report of its template: such a report is
 * kept for a moment. The child of that process may be freed.
 */
void mh_reports_recall(pid_t pid);
/* Takes the end of a process of the manager's; false: it is none of these. */
bool mh_reports_ended(pid_t pid);

#endif
