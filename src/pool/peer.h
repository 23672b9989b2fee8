/*
 * peer.h - who may say what to a manager.
 *
 * What a process below says comes from where code of users has run. One table
 * has all that each kind of them may say; the rest is refused, and that process
 * is ended.
 */
#ifndef MEHARI_POOL_PEER_H
#define MEHARI_POOL_PEER_H

#include <sys/types.h>

#include "wire/wire.h"

typedef enum {
    MH_PEER_NOBODY, /* says nothing: programs that were executed */
    MH_PEER_BASE,
    MH_PEER_STARTING, /* a zygote that compiles */
    MH_PEER_ZYGOTE,
    MH_PEER_CHILD,    /* of a zygote; it serves one request */
    MH_PEER_TEMPLATE, /* the same, that makes runs */
    MH_PEER_RUN,      /* of a template */
    MH_PEER_WORKER_BASE,
    MH_PEER_WORKER,
    MH_PEER_HTTPD,
    MH_PEER_DISPATCH,
    MH_PEERS
} mh_peer_e;

/* For messages. */
const char *mh_peer_name(mh_peer_e peer);
bool mh_peer_may(mh_peer_e peer, const mh_wire_message_t *message);
/*
 * The process that it names, which the manager may end one day; 0: none, or one
 * that can be nobody's below: the manager itself, say.
 */
pid_t mh_peer_pid(const mh_wire_message_t *message);
/* It said something else: it is ended, if its process is known (pid > 1). */
void mh_peer_end(mh_peer_e peer, pid_t pid);

#endif
