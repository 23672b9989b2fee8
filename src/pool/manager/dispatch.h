/*
 * dispatch.h - reads httpd's messages to a manager: connections come over the
 * dispatch socket, and requests over connections.
 *
 * When httpd closes a connection, its request is no longer wanted.
 */
#ifndef MEHARI_POOL_MANAGER_DISPATCH_H
#define MEHARI_POOL_MANAGER_DISPATCH_H

#include <stdbool.h>

/* Listens to the dispatch socket. False: there is none. */
bool mh_dispatch_open(void);
/* Takes no connections any more; the manager ends when nothing runs. */
void mh_dispatch_stop(void);
/* Closes all connections and cancels their jobs. */
void mh_dispatch_cancel_all(void);

#endif
