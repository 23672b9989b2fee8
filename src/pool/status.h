/*
 * status.h - answers what httpd's status page asks: wire/status.h.
 *
 * What has to be read of other processes takes a while, in which requests would
 * wait: a fork of the manager does that and answers in its place. But where a
 * process's Perl is only the manager may see (pool/stack.h).
 */
#ifndef MEHARI_POOL_STATUS_H
#define MEHARI_POOL_STATUS_H

#include <sys/types.h>

#include "pool/connection.h"

/* Answers, sooner or later. */
void mh_status_answer(mh_connection_t *connection,
                      const mh_wire_message_t *message);
/* A child of the manager's has ended; false: it was not one of those. */
bool mh_status_ended(pid_t pid);

#endif
