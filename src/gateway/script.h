/*
 * script.h - one script that runs for one request: its pipes, the connection
 * on which the manager says how it went, and the one place where a thread
 * waits for any of them.
 *
 * Lives in the request's pool, or in that of the main request when it is a
 * subrequest's: when the pool goes and the script still runs, its end is asked
 * for.
 */
#ifndef MEHARI_GATEWAY_SCRIPT_H
#define MEHARI_GATEWAY_SCRIPT_H

#include "gateway/client_watch.h"
#include "gateway/connection.h"
#include "gateway/script_input.h"
#include "gateway/script_log.h"

struct mh_request_message_t;

typedef enum {
    MH_SCRIPT_RUNS,
    MH_SCRIPT_DONE,    /* it ended: status */
    MH_SCRIPT_REFUSED, /* it was not run, or was ended: reason */
    MH_SCRIPT_LOST     /* the manager has gone */
} mh_script_end_e;

/* What can be waited for. */
enum {
    MH_WAIT_OUTPUT = 1,    /* stdout has something, or its end */
    MH_WAIT_CLIENT = 2,    /* the client's socket takes something */
    MH_WAIT_END = 4,       /* the manager has said how it ended */
    MH_WAIT_INPUT_END = 8, /* the request's body is done with */
    MH_WAIT_STDERR_END = 16
};

typedef struct mh_script_t {
    request_rec *r;
    mh_pool_t *pool;
    mh_connection_t *connection; /* NULL: none is held any more */
    uint32_t id;
    int in; /* our ends of the pipes; -1: closed */
    int out;
    int err;
    mh_client_watch_t client;
    mh_script_end_e end;
    apr_time_t unread_until; /* our message may wait; 0: it was read */
    bool alive;              /* its output has ended, and it goes on */
    bool waits;              /* no process has got it, the manager says */
    bool unheard;            /* the manager was lost, and none has */
    bool serves;             /* it is a worker */
    bool has_room;           /* it counts among the pool's workers here */
    bool reused;             /* the worker has served us before */
    bool keeps;              /* and is to serve us again */
    int requests;            /* lease.h; -1: none */
    apr_time_t deadline;     /* of a worker's request; 0: none */
    apr_time_t slow_at;      /* of a lease's; it is reported then */
    int status;              /* as waitpid() gives it */
    mh_wire_reason_e reason;
    unsigned retry;   /* seconds */
    const char *text; /* of a refusal; may be NULL */
    mh_script_input_t input;
    mh_script_lines_t lines;
} mh_script_t;

/*
 * Asks the pool to run it. NULL: the request was answered for, status says
 * how, and the log why.
 */
mh_script_t *mh_script_start(request_rec *r, mh_pool_t *pool, int *status);

/* The same for a command of the shell, of a page that includes its output. */
mh_script_t *mh_script_start_command(request_rec *r, mh_pool_t *pool,
                                     const char *command, int *status);

/* Its worker had gone before it read of this request: another may. */
bool mh_script_unread(const mh_script_t *script);

/*
 * Asks for a worker that answers what message says. Its body is not read until
 * mh_script_input_wanted(). The message stays the caller's.
 */
mh_script_t *mh_script_serve(request_rec *r, mh_pool_t *pool,
                             struct mh_request_message_t *message, int *status);

/*
 * Waits until something of wanted has happened, and says what. Meanwhile the
 * body flows to the script, what it says on stderr into the log, and what the
 * manager says is noted. APR_TIMEUP: nothing of it for so long.
 * APR_ECONNABORTED: its client has gone.
 */
apr_status_t mh_script_wait(mh_script_t *script, unsigned wanted,
                            apr_interval_time_t timeout, unsigned *happened);

/* Logs what the script has said on stderr until now. */
void mh_script_hear(mh_script_t *script);

/*
 * Its output has ended: learns how it ended itself. False: that could not be
 * learnt in time.
 */
bool mh_script_learn_end(mh_script_t *script);

/* Notes what the manager has said, if anything. */
void mh_script_listen(mh_script_t *script);

/* Gives the connection back, or has what still runs ended. */
void mh_script_close(mh_script_t *script);

#endif
