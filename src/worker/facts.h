/*
 * facts.h - what httpd's modules would answer: a worker has been told.
 */
#ifndef MEHARI_WORKER_FACTS_H
#define MEHARI_WORKER_FACTS_H

#include "../mehari.h"

/* In a worker: sets what auth_type() or auth_name() says. False: it is none. */
bool mh_facts_set_auth(request_rec *r, const char *directive,
                       const char *value);

/* In a worker: AuthType, AuthName and https are the request's. */
void mh_facts_register(void);

#endif
