/*
 * terminal.c - see terminal.h.
 */
#include "module/common/terminal.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "module/common/httpd_headers.h"
#include "module/common/message.h"
#include "module/common/role.h"

static int terminal = -1;
/*
 * Function for processes that are forked from now on, because none of them is
 * httpd's parent. NULL: a fork may still become the parent.
 */
static void (*forget)(void);

/*
 * Otherwise a daemon of mod_cgid or of Perl code would keep the terminal open,
 * and `apachectl start | cat` would not end.
 */
static void forked(void)
{
    if (!forget)
        return;
    mh_terminal_let_go();
    forget();
}

void mh_terminal_keep(void)
{
    static bool watches;

    forget = NULL;
    if (terminal >= 0 || mh_role_is_worker() ||
        ap_state_query(AP_SQ_MAIN_STATE) != AP_SQ_MS_CREATE_PRE_CONFIG)
        return;
    terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (!watches)
        watches = pthread_atfork(NULL, NULL, forked) == 0;
}

void mh_terminal_has_detached(void (*in_forks)(void))
{
    forget = in_forks;
}

static void tell_terminal(server_rec *s, const char *what)
{
    apr_pool_t *pool;

    if (terminal < 0)
        return;
    apr_pool_create(&pool, s->process->pool);
    dprintf(terminal, "mehari: %s\n", mh_message(pool, what));
    apr_pool_destroy(pool);
}

int mh_terminal_fail(server_rec *s, const char *why)
{
    mh_log_error(APLOG_MARK, APLOG_ERR, 0, s, "%s", why);
    tell_terminal(s, why);
    return HTTP_INTERNAL_SERVER_ERROR;
}

void mh_terminal_warn(server_rec *s, const char *what)
{
    mh_log_error(APLOG_MARK, APLOG_ERR, 0, s, "%s", what);
    tell_terminal(s, what);
}

void mh_terminal_let_go(void)
{
    if (terminal >= 0)
        close(terminal);
    terminal = -1;
}
