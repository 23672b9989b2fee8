/*
 * process.h - a pool's process that answers one request (a script's run or a
 * worker): its pipes, the connection on which the manager reports, and the one
 * place where a thread waits for pipes and manager. Runs in httpd's children.
 *
 * The structure lives in the request's pool, for a subrequest in that of the
 * main request. If the process still runs when this pool goes, the manager is
 * asked to end the process.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_H
#define MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_H

#include "module/gateway/client/client_watch.h"
#include "module/gateway/pools/pool_connection.h"
#include "module/gateway/pools/script_lease.h"
#include "module/gateway/process/process_log.h"
#include "shared/ledger.h"

struct mh_request_message_t;

typedef enum {
    MH_PROCESS_RUNS,
    MH_PROCESS_DONE,    /* it ended: status */
    MH_PROCESS_REFUSED, /* it was not run, or was killed: reason */
    MH_PROCESS_LOST     /* the manager has gone */
} mh_process_end_e;

/* Events to wait for. */
enum {
    MH_WAIT_OUTPUT = 1,    /* stdout has data, or its end */
    MH_WAIT_CLIENT = 2,    /* the client's socket can be written to */
    MH_WAIT_END = 4,       /* the manager has reported the end */
    MH_WAIT_INPUT_END = 8, /* the request's body is finished */
    MH_WAIT_STDERR_END = 16
};

typedef enum {
    MH_INPUT_FLOWS,
    MH_INPUT_NEEDS_CLIENT, /* the client has to send more */
    MH_INPUT_NEEDS_SCRIPT, /* the script has to read */
    MH_INPUT_FINISHED
} mh_input_state_e;

typedef struct mh_process_input_t {
    mh_input_state_e state;
    apr_bucket_brigade *bb;    /* from the client, not yet written */
    apr_bucket_brigade *taken; /* body_store.h; NULL: streamed */
    bool all_read;             /* the client has sent all of it */
    bool unwanted;             /* the script does not read the rest */
    bool began;                /* something was written */
    apr_off_t come;            /* bytes, from the client */
    apr_status_t untold;       /* error to report if the script reads on */
    apr_status_t failed;       /* error of reading from the client */
    apr_time_t since;          /* time of the last progress */
    int pause;                 /* ms to the next look, without a socket */
    char *log;                 /* its beginning, for the ScriptLog; or NULL */
    size_t log_used;
    size_t log_room;
} mh_process_input_t;

/* The run of a script, or of a command. */
typedef struct mh_process_run_t {
    mh_ledger_place_t note;
    bool noted;               /* the note has been found */
    mh_lease_key_t key;       /* of a lease that its requests may have */
    mh_script_lease_t *lease; /* it has, or got with this request; or NULL */
    unsigned mounted;         /* mh_script_lease_mounts() before it was sent */
    bool leased;              /* the request was sent by the lease */
    bool last;                /* and is its last one */
} mh_process_run_t;

typedef struct mh_process_worker_t {
    bool has_room; /* it counts as a running request of the pool */
    bool reused;   /* it has served us before */
    bool keeps;    /* it will serve us again */
    int requests;  /* worker_lease.h; -1: none */
    /* next look whether it has read a request by lease; 0: it has */
    apr_time_t look_at;
} mh_process_worker_t;

typedef struct mh_process_t {
    request_rec *r;
    mh_pool_t *pool;
    mh_pool_connection_t *connection; /* NULL: none any more */
    uint32_t id;
    struct mh_process_run_t *run;       /* of a script; NULL: a worker */
    struct mh_process_worker_t *worker; /* NULL: a script, or a command */
    int in;                             /* our ends of the pipes; -1: closed */
    int out;
    int err;
    mh_client_watch_t client;
    mh_process_end_e end;
    apr_time_t unread_until; /* limit for our unread message; 0: it was read */
    bool alive;              /* its output has ended, and it still runs */
    bool waits;              /* the manager says that no process has got it */
    /* the manager was lost before any process had it */
    bool unheard;
    apr_time_t deadline; /* of a worker's request; 0: none */
    apr_time_t slow_at;  /* of a lease's request; reported then */
    apr_time_t sent;     /* time when the lease's request was sent */
    int status;          /* as waitpid() gives it */
    mh_wire_reason_e reason;
    const char *text; /* of a refusal; may be NULL */
    /* the fault of the response of a script that has ended well; NULL */
    const char *malformed;
    mh_process_input_t input;
    mh_process_lines_t lines;
} mh_process_t;

/*
 * Asks for a script or a command that answers the message; message NULL: it
 * could not be made (errno). Returns NULL if the request was answered: status
 * says how, and the log why.
 */
mh_process_t *mh_process_start(request_rec *r, mh_pool_t *pool,
                               struct mh_request_message_t *message,
                               int *status);

/*
 * True if the worker had gone before it read the request: another may get it.
 * Waits until the kernel knows, when no output can come.
 */
bool mh_process_unread(mh_process_t *process);

/*
 * Gets a worker that answers the message. Its body is not read until
 * mh_process_input_wanted(). The message stays the caller's.
 */
mh_process_t *mh_process_ask_worker(request_rec *r, mh_pool_t *pool,
                                    struct mh_request_message_t *message,
                                    int *status);

/*
 * Waits for an event of wanted, and returns which. Meanwhile the body flows to
 * the script, its stderr into the log, and the manager's messages are noted.
 * APR_TIMEUP: no event for that long. APR_ECONNABORTED: the client has gone.
 */
apr_status_t mh_process_wait(mh_process_t *process, unsigned wanted,
                             apr_interval_time_t timeout, unsigned *happened);

/* Logs the lines on the script's stderr until now. */
void mh_process_hear(mh_process_t *process);

/*
 * Waits for the manager's report after the end of the output. If none comes in
 * time, the output may not be complete, so the request is refused. If the
 * client goes meanwhile, the script's end stays unknown.
 */
void mh_process_learn_end(mh_process_t *process);

/* Takes the manager's messages and the run's note, if there are any. */
void mh_process_listen(mh_process_t *process);

/* Gives the connection back. If the script still runs, the manager ends it. */
void mh_process_close(mh_process_t *process);

#endif
