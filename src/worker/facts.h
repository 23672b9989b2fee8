/*
 * facts.h - what httpd's modules would answer: a worker has been told.
 */
#ifndef MEHARI_WORKER_FACTS_H
#define MEHARI_WORKER_FACTS_H

#include "../mehari.h"

/* In a worker: AuthType, AuthName and https are the request's. */
void mh_facts_register(void);

#endif
