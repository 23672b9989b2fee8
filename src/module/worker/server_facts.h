/*
 * server_facts.h - in a worker, answers for httpd's modules by the server facts
 * that came with the request.
 */
#ifndef MEHARI_MODULE_WORKER_SERVER_FACTS_H
#define MEHARI_MODULE_WORKER_SERVER_FACTS_H

#include "module/common/mehari.h"

/* In a worker: sets the value of auth_type() or auth_name(). False: the
 * directive is neither. */
bool mh_server_facts_set_auth(request_rec *r, const char *directive,
                              const char *value);

/* A name that the configuration of workers defines. After it comes the number
 * of times that httpd has read its own configuration. */
#define MH_RESTARTS_DEFINE "MEHARI_RESTARTS="

/* That number; in httpd itself `own`. */
int mh_server_facts_restarts(int own);

/*
 * Another such name. After it come a server's number, = and the file of its
 * ErrorLog.
 */
#define MH_ERROR_LOG_DEFINE "MEHARI_ERROR_LOG_"

/* That file, or NULL: httpd has none. */
const char *mh_server_facts_error_log(int number);

/* In a worker: the request's facts answer the questions for AuthType, AuthName,
 * Satisfy, a required user, and https. */
void mh_server_facts_register(void);

#endif
