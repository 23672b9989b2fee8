/*
 * forked.c - see forked.h.
 */
#include "module/perl/forked.h"

#include <fcntl.h>
#include <unistd.h>

#include "ap_listen.h"
#include "apr_portable.h"

#include "module/common/httpd_headers.h"
#include "module/perl/reserved.h"
#include "module/perl/unit.h"

static int null_file = -1; /* /dev/null */

/*
 * The number stays in use, so that code that still has it does not get
 * another's file.
 */
static void drop_file(int fd)
{
    if (null_file >= 0 && fd >= 0)
        dup3(null_file, fd, O_CLOEXEC);
}

static void drop_socket(apr_socket_t *socket)
{
    apr_os_sock_t fd = -1;

    if (socket && apr_os_sock_get(&fd, socket) == APR_SUCCESS)
        drop_file(fd);
}

void mh_forked_let_go(void)
{
    null_file = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (ap_listen_rec *each = ap_listeners; each; each = each->next)
        drop_socket(each->sd);
    mh_units_forked(drop_file);
    if (null_file >= 0)
        close(null_file);
    null_file = -1;
    mh_reserved_let_go();
}
