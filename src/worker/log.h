/*
 * log.h - what a worker logs: with its request to httpd, which writes it.
 */
#ifndef MEHARI_WORKER_LOG_H
#define MEHARI_WORKER_LOG_H

void mh_worker_log_register(void);

#endif
