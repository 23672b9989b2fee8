/*
 * process.h - one script that runs for one request: its pipes, the connection
 * on which the manager reports, and the one place where a thread waits for any
 * of them. Runs in httpd's children.
 *
 * Lives in the request's pool, or in that of the main request when it is a
 * subrequest's: when the pool goes and the script still runs, the manager is
 * asked to end it.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_H
#define MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_H

#include "module/gateway/client/client_watch.h"
#include "module/gateway/pools/pool_connection.h"
#include "module/gateway/pools/script_lease.h"
#include "module/gateway/process/process_input.h"
#include "module/gateway/process/process_log.h"
#include "shared/ledger.h"

struct mh_request_message_t;

typedef enum {
    MH_SCRIPT_RUNS,
    MH_SCRIPT_DONE,    /* it ended: status */
    MH_SCRIPT_REFUSED, /* it was not run, or was killed: reason */
    MH_SCRIPT_LOST     /* the manager has gone */
} mh_cgi_script_end_e;

/* Events to wait for. */
enum {
    MH_WAIT_OUTPUT = 1,    /* stdout has data, or its end */
    MH_WAIT_CLIENT = 2,    /* the client's socket can be written to */
    MH_WAIT_END = 4,       /* the manager has reported the end */
    MH_WAIT_INPUT_END = 8, /* the request's body is finished */
    MH_WAIT_STDERR_END = 16
};

typedef struct mh_cgi_script_t {
    request_rec *r;
    mh_pool_t *pool;
    mh_pool_connection_t *connection; /* NULL: none any more */
    uint32_t id;
    mh_ledger_place_t note;
    bool noted;               /* the note has been found */
    mh_lease_key_t key;       /* of a lease that its requests may have */
    mh_script_lease_t *lease; /* it has, or got with this request; or NULL */
    unsigned mounted;         /* mh_script_lease_mounts() before it was sent */
    bool leased;              /* the request was sent by the lease */
    bool last;                /* and is its last one */
    int in;                   /* our ends of the pipes; -1: closed */
    int out;
    int err;
    mh_client_watch_t client;
    mh_cgi_script_end_e end;
    apr_time_t unread_until; /* until our message may wait; 0: it was read */
    bool alive;              /* its output has ended, and it still runs */
    bool waits;              /* no process has got it, says the manager */
    /* the manager was lost before any process had it */
    bool unheard;
    bool serves;         /* it is a worker */
    bool has_room;       /* it counts as a running request of the pool */
    bool reused;         /* the worker has served us before */
    bool keeps;          /* the worker will serve us again */
    int requests;        /* worker_lease.h; -1: none */
    apr_time_t deadline; /* of a worker's request; 0: none */
    apr_time_t slow_at;  /* of a lease's request; reported then */
    /* next look whether a worker on lease has read its request; 0: it has */
    apr_time_t look_at;
    apr_time_t sent; /* time when the lease's request was sent */
    int status;      /* as waitpid() gives it */
    mh_wire_reason_e reason;
    unsigned retry;   /* seconds */
    const char *text; /* of a refusal; may be NULL */
    mh_cgi_script_input_t input;
    mh_cgi_script_lines_t lines;
} mh_cgi_script_t;

/*
 * Sends the request to the pool. NULL: it was answered, status says how, and
 * the log why.
 */
mh_cgi_script_t *mh_cgi_script_start(request_rec *r, mh_pool_t *pool,
                                     int *status);

/* The same for a command of the shell, of a page that includes its output. */
mh_cgi_script_t *mh_cgi_script_start_command(request_rec *r, mh_pool_t *pool,
                                             const char *command, int *status);

/*
 * True if the worker had gone before it read the request: another may get it.
 * Waits until the kernel knows, when no output can come.
 */
bool mh_cgi_script_unread(mh_cgi_script_t *script);

/*
 * Requests a worker that answers the message. Its body is not read until
 * mh_cgi_script_input_wanted(). The message stays the caller's.
 */
mh_cgi_script_t *mh_cgi_script_serve(request_rec *r, mh_pool_t *pool,
                                     struct mh_request_message_t *message,
                                     int *status);

/*
 * Waits for an event of wanted, and returns which. Meanwhile the body flows to
 * the script, its stderr into the log, and the manager's messages are noted.
 * APR_TIMEUP: no event for that long. APR_ECONNABORTED: the client has gone.
 */
apr_status_t mh_cgi_script_wait(mh_cgi_script_t *script, unsigned wanted,
                                apr_interval_time_t timeout,
                                unsigned *happened);

/* Logs the lines on the script's stderr until now. */
void mh_cgi_script_hear(mh_cgi_script_t *script);

/*
 * Waits for the manager's report after the end of the output. If none comes in
 * time, the output may not be complete, so the request is refused. If the
 * client goes meanwhile, the script's end stays unknown.
 */
void mh_cgi_script_learn_end(mh_cgi_script_t *script);

/* Takes the manager's messages and the run's note, if there are any. */
void mh_cgi_script_listen(mh_cgi_script_t *script);

/* Returns the connection, or has a script that still runs ended. */
void mh_cgi_script_close(mh_cgi_script_t *script);

#endif
