/*
 * client_watch.c - see client_watch.h.
 */
#include "module/gateway/client/client_watch.h"

#include <poll.h>

#include "apr_portable.h"

/* HTTP/2 and the like have no socket for this request alone. */
static int socket_of(conn_rec *c)
{
    apr_socket_t *socket = c->master ? NULL : ap_get_conn_socket(c);
    apr_os_sock_t fd = -1;

    if (socket && apr_os_sock_get(&fd, socket) == APR_SUCCESS)
        return fd;
    return -1;
}

void mh_client_watch_begin(mh_client_watch_t *watch, request_rec *r,
                           apr_interval_time_t grace)
{
    watch->r = r;
    watch->fd = socket_of(r->connection);
    watch->closed_at = 0;
    watch->grace = grace;
}

short mh_client_watch_events(const mh_client_watch_t *watch)
{
    return watch->closed_at ? 0 : POLLRDHUP;
}

int mh_client_watch_patience(const mh_client_watch_t *watch, int ms)
{
    int limit = ms;

    if (watch->fd < 0 || watch->closed_at)
        limit = MH_CLIENT_PAUSE;
    return ms < 0 || ms > limit ? limit : ms;
}

bool mh_client_watch_note(mh_client_watch_t *watch, short events)
{
    conn_rec *c = watch->r->connection;

    if (events & POLLRDHUP && !watch->closed_at)
        watch->closed_at = apr_time_now();
    if (events & (POLLERR | POLLHUP | POLLNVAL) ||
        (watch->closed_at && apr_time_now() - watch->closed_at > watch->grace))
        c->aborted = 1;
    return c->aborted != 0;
}

bool mh_client_gone(mh_client_watch_t *watch)
{
    struct pollfd place;

    if (!watch)
        return false;
    place = (struct pollfd){ .fd = watch->fd,
                             .events = mh_client_watch_events(watch) };
    if (poll(&place, 1, 0) < 0)
        place.revents = 0;
    return mh_client_watch_note(watch, place.revents);
}
