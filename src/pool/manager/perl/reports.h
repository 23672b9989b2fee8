/*
 * reports.h - reads the datagrams in which children report their end, and
 * templates report their runs. The kernel names the sender. Runs in the
 * manager.
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
 * Takes all reports that have come so far, also from a process that has ended:
 * about as many as the kernel keeps (net.unix.max_dgram_qlen).
 */
void mh_reports_read_all(void);
/*
 * Takes the reports that were kept for this process. A child's report may come
 * before the news of its birth, and a run's report before its template's. Such
 * a report is kept for a moment. The child of that process may be freed.
 */
void mh_reports_recall(pid_t pid);
/* Takes the end of a process of the manager's; false: it is none of these. */
bool mh_reports_ended(pid_t pid);

#endif
