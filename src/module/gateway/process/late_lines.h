/*
 * late_lines.h - stderr of scripts whose request is over: jobs that such
 * scripts have left behind still write to it.
 *
 * In a child of httpd one thread reads for all these jobs, so that a job holds
 * neither the client nor a thread that serves. The lines are logged as those of
 * the request, with a copy of the fields that a log may show. The thread begins
 * with the first job, and ends with the child. A job that writes later gets
 * SIGPIPE.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_LATE_LINES_H
#define MEHARI_MODULE_GATEWAY_PROCESS_LATE_LINES_H

#include "module/gateway/process/process.h"

/* Prepares a child of httpd. */
void mh_late_lines_child(apr_pool_t *pchild);

/*
 * Takes the script's stderr, with the line that has begun. stderr is closed
 * when the pool has too many such jobs here, so that its scripts do not take
 * all of httpd's descriptors.
 */
void mh_late_lines_take(mh_process_t *process);

#endif
