/*
 * late_lines.h - stderr of scripts whose request is over: jobs that they have
 * left behind still write to it.
 *
 * One thread of a child of httpd reads it for all of them, so that a job holds
 * neither the client nor a thread that serves. The lines are logged as those of
 * the request, by a copy of what a log may show of it. The thread begins with
 * the first job, and ends with the child. A job that writes later gets SIGPIPE.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_LATE_LINES_H
#define MEHARI_MODULE_GATEWAY_PROCESS_LATE_LINES_H

#include "module/gateway/process/process.h"

/* Prepares a child of httpd. */
void mh_late_lines_child(apr_pool_t *pchild);

/*
 * Takes the script's stderr, with the line that has begun. It is closed when
 * the pool has too many such jobs here, so that its scripts do not take all of
 * httpd's descriptors.
 */
void mh_late_lines_take(mh_process_t *process);

#endif
