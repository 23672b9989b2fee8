/*
 * backlog.h - output that its client has not taken: the newest in
 * memory, older data in a file without a name, as much as PerlBuffer allows. So
 * a script need not wait for a slow client. Runs in httpd's children.
 *
 * A client that keeps up costs no file: the file is made when memory has been
 * full for a while.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_BACKLOG_H
#define MEHARI_MODULE_GATEWAY_PROCESS_BACKLOG_H

#include "module/gateway/process/process_output.h"

/* Memory must be full for this time before its client counts as slow. */
#define MH_BACKLOG_PAUSE apr_time_from_msec(100)

/* True if more can be read. Data in memory may be moved to the file for that.
 */
bool mh_backlog_has_room(mh_process_output_t *output);
/*
 * Moves all data to the file, if a file is allowed: passing it on then never
 * waits.
 */
void mh_backlog_store(mh_process_output_t *output);
/* Moves the oldest data, about that much, to the end of bb. */
apr_status_t mh_backlog_take(mh_process_output_t *output,
                             apr_bucket_brigade *bb, apr_size_t most);
/* Moves all data to the end of bb. An error: nothing has been moved. */
apr_status_t mh_backlog_take_all(mh_process_output_t *output,
                                 apr_bucket_brigade *bb);
/* Puts the file's data in front of the data in memory. An error: as above. */
apr_status_t mh_backlog_join(mh_process_output_t *output);
/* Drops all data. */
void mh_backlog_drop(mh_process_output_t *output);

#endif
