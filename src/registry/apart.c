/*
 * apart.c - see apart.h.
 */
#include "apart.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../perl/forked.h"
#include "../perl/interpreter.h"
#include "../request/context.h"
#include "../request/descriptors.h"
#include "../request/input.h"
#include "../worker/worker.h"

enum { PATIENCE = 3 /* seconds, as httpd has it for its children */ };

typedef struct {
    mh_context_t *context;
    int body;   /* what the program reads */
    int pipe;   /* what it writes: our end */
    int writer; /* its end */
    pid_t pid;
} apart_t;

static bool write_all(int fd, const char *data, size_t length)
{
    while (length) {
        ssize_t written = write(fd, data, length);

        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            data += written;
            length -= (size_t)written;
        }
    }
    return true;
}

/*
 * As a file: a program that begins to print before it has read all would wait
 * for us as we wait for it.
 */
static apr_status_t spool_body(request_rec *r, int *fd)
{
    char buffer[AP_IOBUFSIZE];
    apr_size_t got = 0;
    apr_status_t rc;

    *fd = memfd_create("body", MFD_CLOEXEC);
    if (*fd < 0)
        return errno;
    do {
        rc = mh_input_read(r, buffer, sizeof(buffer), &got);
        if (rc == APR_SUCCESS && !write_all(*fd, buffer, got))
            rc = errno;
    } while (rc == APR_SUCCESS && got);
    lseek(*fd, 0, SEEK_SET);
    return rc;
}

/* What httpd has set is for httpd. */
static void default_signals(void)
{
    static const int signals[] = { SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE,
                                   SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH,
                                   SIGALRM, SIGCHLD, SIGXFSZ };

    for (size_t i = 0; i < C_ARRAY_LENGTH(signals); i++)
        signal(signals[i], SIG_DFL);
}

static _Noreturn void play(pTHX_ const apart_t *apart,
                           void (*function)(pTHX_ void *), void *data)
{
    default_signals();
    if (!mh_worker_is())
        mh_forked_let_go();
    dup2(apart->body, STDIN_FILENO);
    dup2(apart->writer, STDOUT_FILENO);
    close(apart->body);
    close(apart->writer);
    close(apart->pipe);
    mh_descriptors_use();
    function(aTHX_ data);
    PerlIO_flush(NULL);
    _exit(0);
}

/* Its end of the pipe goes, so that it hears of it when it writes. */
static void stop(apart_t *apart)
{
    kill(apart->pid, SIGTERM);
    close(apart->pipe);
    apart->pipe = -1;
}

static bool wait_for(const apart_t *apart, int timeout)
{
    struct pollfd poller = { .fd = apart->pipe, .events = POLLIN };
    int ready;

    do {
        ready = poll(&poller, 1, timeout);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

/* To the client at once, unless more is there already. */
static bool pass(apart_t *apart)
{
    mh_context_t *context = apart->context;
    apr_interval_time_t timeout = context->r->server->timeout;
    char buffer[AP_IOBUFSIZE];
    ssize_t got;

    if (!wait_for(apart, 0)) {
        if (context->output.sent || context->output.used)
            mh_output_flush(context, true);
        if (!wait_for(apart, (int)apr_time_as_msec(timeout))) {
            ap_log_rerror(
                APLOG_MARK, APLOG_ERR, APR_TIMEUP, context->r,
                "MH2029: Timeout waiting for output from CGI script %s",
                context->r->filename);
            context->r->connection->aborted = 1;
            return false;
        }
    }
    got = read(apart->pipe, buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR)
        return true;
    if (got <= 0)
        return false;
    return mh_output_write(context, buffer, (apr_size_t)got) == APR_SUCCESS;
}

/* A program that does not end when it is told to is killed. */
static int reap(const apart_t *apart, bool told)
{
    int status = 0;
    int tries = told ? PATIENCE * 20 : 0;

    while (waitpid(apart->pid, &status, tries ? WNOHANG : 0) == 0) {
        if (--tries == 0)
            kill(apart->pid, SIGKILL);
        usleep(50000);
    }
    return status;
}

/* Killed means a broken answer, never a short one that looks whole. */
static void finish(apart_t *apart)
{
    request_rec *r = apart->context->r;
    bool told = apart->context->output.failed != APR_SUCCESS ||
                r->connection->aborted;
    int status;

    if (told)
        stop(apart);
    else
        close(apart->pipe);
    status = reap(apart, told);
    if (told || !WIFSIGNALED(status))
        return;
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "MH2030: %s was ended by signal %d (%s)", r->filename,
                  WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (apart->context->output.printed)
        r->connection->aborted = 1;
}

static int fail(apart_t *apart, const char *what, apr_status_t rc)
{
    request_rec *r = apart->context->r;
    int status = mh_input_status(r);

    ap_log_rerror(APLOG_MARK, APLOG_ERR, rc, r, "MH2031: %s: %s", r->filename,
                  what);
    if (apart->body >= 0)
        close(apart->body);
    return status == OK ? HTTP_INTERNAL_SERVER_ERROR : status;
}

int mh_apart_run(pTHX_ mh_context_t *context, void (*function)(pTHX_ void *),
                 void *data)
{
    apart_t apart = { .context = context, .body = -1 };
    apr_status_t rc = spool_body(context->r, &apart.body);
    int ends[2];

    if (rc != APR_SUCCESS)
        return fail(&apart, "its request's body cannot be read", rc);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return fail(&apart, "cannot make a pipe for it", errno);
    apart.pipe = ends[0];
    apart.writer = ends[1];
    PerlIO_flush(NULL);
    apart.pid = fork();
    if (apart.pid == 0)
        play(aTHX_ & apart, function, data);
    close(apart.writer);
    if (apart.pid < 0) {
        close(apart.pipe);
        return fail(&apart, "cannot fork a process for it", errno);
    }
    close(apart.body);
    while (pass(&apart))
        continue;
    finish(&apart);
    return OK;
}
