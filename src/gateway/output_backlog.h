/*
 * output_backlog.h - what a script has written and its client has not taken:
 * the newest of it in memory, up to PerlCgiBuffer, what is older in a file
 * without a name, up to PerlResponseFile. So a script need not wait for a
 * client that is slow.
 *
 * A client that keeps up costs no file: there is one when memory has been full
 * for a while.
 */
#ifndef MEHARI_GATEWAY_OUTPUT_BACKLOG_H
#define MEHARI_GATEWAY_OUTPUT_BACKLOG_H

#include "gateway/script_output.h"

/* How long memory is full before its client is a slow one. */
#define MH_BACKLOG_PAUSE apr_time_from_msec(100)

/* Is there room to read more? What is in memory may go to the file for it. */
bool mh_backlog_has_room(mh_script_output_t *output);
/* All of it goes to the file, if it may: what is passed on then never waits. */
void mh_backlog_store(mh_script_output_t *output);
/* Moves the oldest, about as much as that, to the end of bb. */
apr_status_t mh_backlog_take(mh_script_output_t *output, apr_bucket_brigade *bb,
                             apr_size_t most);
/* Moves all of it to the end of bb. An error: nothing has been moved. */
apr_status_t mh_backlog_take_all(mh_script_output_t *output,
                                 apr_bucket_brigade *bb);
/* Ahead of what is in memory: what is in the file. An error: as above. */
apr_status_t mh_backlog_join(mh_script_output_t *output);
/* It is for nobody. */
void mh_backlog_drop(mh_script_output_t *output);

#endif
