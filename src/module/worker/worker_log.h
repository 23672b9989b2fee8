/*
 * worker_log.h - a worker's log lines: sent with its request to httpd, which
 * writes them; outside of requests to the manager.
 */
#ifndef MEHARI_MODULE_WORKER_WORKER_LOG_H
#define MEHARI_MODULE_WORKER_WORKER_LOG_H

void mh_module_worker_log_register(void);

#endif
