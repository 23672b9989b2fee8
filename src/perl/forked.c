/*
 * forked.c - see forked.h.
 */
#include "forked.h"

#include <fcntl.h>
#include <unistd.h>

#include "../request/context.h"
#include "../gateway/gateway.h"
#include "ap_listen.h"
#include "apr_portable.h"
#include "interpreter.h"
#include "reserved.h"

static int nothing = -1; /* /dev/null */

/* The number stays taken: whatever still means it finds no file of others. */
static void drop(int fd)
{
    if (nothing >= 0 && fd >= 0)
        dup3(nothing, fd, O_CLOEXEC);
}

static void drop_socket(apr_socket_t *socket)
{
    apr_os_sock_t fd = -1;

    if (socket && apr_os_sock_get(&fd, socket) == APR_SUCCESS)
        drop(fd);
}

/*
 * A handler of connections may have forked to talk to its client there; one of
 * a request cannot, as what it prints goes by its parent.
 */
static void drop_client(void)
{
    if (mehari.current)
        drop_socket(ap_get_conn_socket(mehari.current->r->connection));
}

void mh_forked_let_go(void)
{
    nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (ap_listen_rec *each = ap_listeners; each; each = each->next)
        drop_socket(each->sd);
    drop_client();
    mh_gateway_forked(drop);
    if (nothing >= 0)
        close(nothing);
    nothing = -1;
    mh_reserved_let_go();
}
