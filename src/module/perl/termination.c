/*
 * termination.c - see termination.h.
 */
#include "module/perl/termination.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "ap_mpm.h"
#include "http_connection.h"
#include "mpm_common.h"

#include "module/common/role.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"

enum {
    TICK = 50 * 1000, /* microseconds */
    TICKS = 20        /* until the child ends wherever it is */
};

/* httpd's own handlers, and the signal that has come. */
static struct {
    struct sigaction stop, restart, graceful, alarm;
    volatile sig_atomic_t number; /* 0: none */
    volatile sig_atomic_t ticks;
    bool watches;
} own;

/*
 * The client's connection; APR marks a socket that is closed. A new descriptor
 * with its number is not shut down.
 */
static apr_socket_t *volatile client;

static despatch_signals_proc_t perls_own;

static apr_status_t forget_client(void *data)
{
    client = NULL;
    return APR_SUCCESS;
}

static int pre_connection(conn_rec *c, void *socket)
{
    if (!own.watches || c->master)
        return DECLINED;
    client = socket;
    apr_pool_cleanup_register(c->pool, NULL, forget_client,
                              apr_pool_cleanup_null);
    return DECLINED;
}

void mh_termination_register(void)
{
    ap_hook_pre_connection(pre_connection, NULL, NULL, APR_HOOK_FIRST);
}

/* httpd ignores SIGTERM from the moment when it ends a child. */
static bool is_ending(void)
{
    struct sigaction now;

    return sigaction(SIGTERM, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

static void set_timer(int interval)
{
    struct itimerval timer = { .it_interval.tv_usec = interval,
                               .it_value.tv_usec = interval };

    setitimer(ITIMER_REAL, &timer, NULL);
}

/* The end of the process. */
static void end_process(int number)
{
    (number == SIGHUP ? own.restart : own.stop).sa_handler(number);
}

/* A system call that waits for the client returns, and so does Perl. */
static void hurry(void)
{
    apr_socket_t *socket = client;
    apr_os_sock_t fd = -1;

    if (socket && apr_os_sock_get(&fd, socket) == APR_SUCCESS && fd >= 0)
        shutdown(fd, SHUT_RDWR);
    if (mehari.perl && mehari.depth > 0) {
        dTHXa(mehari.perl);

        PL_sig_pending = 1;
    }
}

/*
 * The timer repeats the signal, which may have come too early, for example
 * right before a wait.
 */
static void begin(int number)
{
    struct sigaction action;

    own.number = number;
    sigaction(number, NULL, &action);
    sigaction(SIGALRM, &action, &own.alarm);
    own.graceful.sa_handler(AP_SIG_GRACEFUL);
    set_timer(TICK);
}

/* A process that Perl code has forked off is not a child in httpd's loop. */
static void on_signal(int number)
{
    int before = errno;

    if (getpid() != mehari.pid)
        end_process(number);
    if (is_ending()) {
        set_timer(0);
    } else {
        if (!own.number)
            begin(number);
        else if (number == SIGALRM && ++own.ticks >= TICKS) {
            mh_parents_abandon();
            end_process(own.number);
        }
        hurry();
    }
    errno = before;
}

/* Perl calls this between two operators. */
static void on_pending(pTHX)
{
    if (own.number && getpid() == mehari.pid && !is_ending())
        end_process(own.number);
    if (PL_psig_pend)
        perls_own(aTHX);
    else
        PL_sig_pending = 0;
}

static void hook_perl(void *data)
{
    dTHXa(mehari.perl);

    perls_own = PL_signalhook;
    PL_signalhook = on_pending;
}

static bool is_handler(int number, struct sigaction *action)
{
    return sigaction(number, NULL, action) == 0 &&
           action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN &&
           !(action->sa_flags & SA_SIGINFO);
}

/* With -X, the only process ends as httpd's parent does: by a flag. */
static bool is_prefork_child(void)
{
    return !mehari.threaded && !mh_role_is_worker() &&
           strcmp(ap_show_mpm(), "prefork") == 0 &&
           !ap_exists_config_define("DEBUG") &&
           !ap_exists_config_define("ONE_PROCESS");
}

void mh_termination_child(void)
{
    struct sigaction action = { .sa_handler = on_signal };

    if (!is_prefork_child() || !is_handler(SIGTERM, &own.stop) ||
        !is_handler(SIGHUP, &own.restart) ||
        !is_handler(AP_SIG_GRACEFUL, &own.graceful))
        return;
    mh_parent_each(hook_perl, NULL);
    own.watches = true;
    /* No SA_RESTART: a system call must return. */
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaddset(&action.sa_mask, SIGHUP);
    sigaddset(&action.sa_mask, SIGALRM);
    sigaddset(&action.sa_mask, AP_SIG_GRACEFUL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

void mh_termination_leave(void)
{
    if (!own.number)
        return;
    set_timer(0);
    sigaction(SIGALRM, &own.alarm, NULL);
}
