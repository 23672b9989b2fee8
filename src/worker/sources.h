/*
 * sources.h - reload=on: the files that Perl code was loaded from, for the
 * manager to watch. When one changes, it has the next base started.
 */
#ifndef MEHARI_WORKER_SOURCES_H
#define MEHARI_WORKER_SOURCES_H

#include <apr_time.h>

/*
 * Tells of what %INC holds, if it holds more than when it was told last. since:
 * a time before what is new was read.
 */
void mh_sources_tell(int channel, apr_time_t since);

#endif
