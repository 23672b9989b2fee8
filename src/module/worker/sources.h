/*
 * sources.h - reload=on: reports the files of loaded Perl code to the manager,
 * which watches them. When one changes, the manager starts a new base. Runs in
 * worker bases and workers.
 */
#ifndef MEHARI_MODULE_WORKER_SOURCES_H
#define MEHARI_MODULE_WORKER_SOURCES_H

#include <apr_time.h>

/*
 * Reports the files in %INC, if there are more than at the last report. since:
 * a time before the new ones were read.
 */
void mh_sources_tell(int channel, apr_time_t since);

#endif
