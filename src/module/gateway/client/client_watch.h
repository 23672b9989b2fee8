/*
 * client_watch.h - tells whether the client of a request is still there.
 *
 * Each time that a thread of httpd waits for a pool, the thread also watches
 * the client. So no process of a pool can hold the thread if nobody waits for
 * the answer any more. A connection that was reset, or a stream of HTTP/2, is
 * gone at once. If the client has closed only its side, it may still read
 * (shutdown(SHUT_WR)), so it gets some time.
 */
#ifndef MEHARI_MODULE_GATEWAY_CLIENT_CLIENT_WATCH_H
#define MEHARI_MODULE_GATEWAY_CLIENT_CLIENT_WATCH_H

#include "module/common/httpd_headers.h"

typedef struct mh_client_watch_t {
    request_rec *r;
    int fd;               /* its socket; -1: it has none of its own */
    apr_time_t closed_at; /* 0: it has not closed */
    apr_interval_time_t grace;
} mh_client_watch_t;

/* ms between looks where poll() cannot tell. */
#define MH_CLIENT_PAUSE 200

void mh_client_watch_begin(mh_client_watch_t *watch, request_rec *r,
                           apr_interval_time_t grace);

/* Events for poll() to wait for. */
short mh_client_watch_events(const mh_client_watch_t *watch);
/* Time that poll() may wait: ms, or less if the next look is due before. */
int mh_client_watch_patience(const mh_client_watch_t *watch, int ms);
/* Notes poll()'s events (0: none). True: the client has gone; c->aborted is
 * set. */
bool mh_client_watch_note(mh_client_watch_t *watch, short events);

/* True if the client has gone, by a look of its own. watch may be NULL: there
 * is no client. */
bool mh_client_gone(mh_client_watch_t *watch);

#endif
