/*
 * peer.h - one table of the messages that each kind of process may send to a
 * manager.
 *
 * Messages of the processes below come from where users' code has run. A
 * message that is not in the table is refused, and its sender is ended.
 */
#ifndef MEHARI_POOL_MANAGER_COMMON_PEER_H
#define MEHARI_POOL_MANAGER_COMMON_PEER_H

#include <sys/types.h>

#include "shared/wire/wire.h"

typedef enum {
    MH_PEER_NOBODY, /* says nothing: a program that was executed */
    MH_PEER_BASE,
    MH_PEER_STARTING, /* a zygote that compiles */
    MH_PEER_ZYGOTE,
    MH_PEER_TEMPLATE, /* a zygote's fork that makes runs */
    MH_PEER_RUN,      /* such a run, or a template that is its own run */
    MH_PEER_WORKER_BASE,
    MH_PEER_WORKER,
    MH_PEER_HTTPD,
    MH_PEER_DISPATCH,
    MH_PEERS
} mh_peer_e;

/* The peer's name, for messages. */
const char *mh_peer_name(mh_peer_e peer);
bool mh_peer_may(mh_peer_e peer, const mh_wire_message_t *message);
/*
 * The process that a message names; the manager may later end that process. 0:
 * the message names none, or one that cannot be below the manager, such as the
 * manager itself.
 */
pid_t mh_peer_pid(const mh_wire_message_t *message);
/* Ends a peer that has broken the protocol, if its process is known (pid > 1).
 */
void mh_peer_end(mh_peer_e peer, pid_t pid);

#endif
