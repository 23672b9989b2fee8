/*
 * manager_status.h - answers the questions of httpd's status page:
 * shared/wire/wire_status.h.
 *
 * Reading /proc of other processes takes a while, in which requests would wait.
 * So a fork of the manager reads it, and answers in the manager's place. Only
 * the manager can read the Perl stack of a process (shared/perl/stack.h).
 */
#ifndef MEHARI_POOL_MANAGER_MANAGER_STATUS_H
#define MEHARI_POOL_MANAGER_MANAGER_STATUS_H

#include <sys/types.h>

#include "pool/manager/jobs/connection.h"

/* Answers later by a fork, or immediately. */
void mh_manager_status_answer(mh_connection_t *connection,
                              const mh_wire_message_t *message);
/* The manager's child has ended. False: it was not a fork of this unit. */
bool mh_manager_status_ended(pid_t pid);

#endif
