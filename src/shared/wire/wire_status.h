/*
 * wire_status.h - a manager's report on its pool: the rows of the status page.
 *
 *     httpd -> manager   STATUS {[PID]}
 *     manager -> httpd   STATUS, fd: a sealed memory file, or REFUSED
 *
 * The file holds one message of type STATUS after the other, each a row with
 * its mh_row_e as the id: first that of the pool, then those of its processes
 * and scripts. PID asks for a process's Perl stack as well. There are at most
 * MH_STATUS_ROWS of them, their texts are cut, and figures are plain numbers:
 * the reader shows them, whatever they are, and decides nothing by them.
 */
#ifndef MEHARI_SHARED_WIRE_WIRE_STATUS_H
#define MEHARI_SHARED_WIRE_WIRE_STATUS_H

#include "shared/wire/run_mode.h"
#include "shared/wire/wire.h"

#define MH_STATUS_ROWS 4096
#define MH_STATUS_TEXT 512   /* of names and texts, with the NUL */
#define MH_STATUS_STACK 4096 /* the same of a Perl stack */
#define MH_STATUS_DATABASES 1024
#define MH_STATUS_UNKNOWN UINT64_MAX

/* Counts since the manager's start. */
typedef enum {
    MH_COUNT_REQUESTS,
    MH_COUNT_ERRORS,
    MH_COUNT_REFUSED,     /* the queue was full, or the wait too long */
    MH_COUNT_UNSERVED,    /* no process, no memory, or malformed */
    MH_COUNT_TIMEOUTS,    /* ran for too long */
    MH_COUNT_SLOW_STARTS, /* took too long to compile */
    MH_COUNT_CRASHES,     /* ended by a signal that was not ours */
    MH_COUNT_CANCELLED,   /* the client has gone */
    MH_COUNT_FORKED,      /* processes made to serve requests */
    MH_COUNT_EXECUTED,    /* programs that were executed */
    MH_COUNT_COMPILED,    /* zygotes made */
    MH_COUNT_LOST,        /* bases and zygotes that died */
    MH_COUNTS
} mh_count_e;

/* The way to put a script's memory back; in the order of mh_tracker_e. */
typedef enum {
    MH_RESTORED_UFFD,
    MH_RESTORED_SOFT_DIRTY,
    MH_RESTORED_COMPARE,
    MH_RESTORED_FORK, /* not at all: each run is a fork */
    MH_RESTORED_WAYS
} mh_restored_by_e;

typedef struct mh_status_pool_t {
    uint64_t pid; /* of the manager */
    uint64_t age; /* ns since its start */
    uint64_t running;
    uint64_t concurrency; /* at most; 0: no bound */
    uint64_t waiting;
    uint64_t places; /* for those that wait */
    uint64_t workers;
    uint64_t workers_most;
    uint64_t respawns; /* managers started again: httpd's parent knows */
    uint64_t restore;  /* mh_restored_by_e */
    uint64_t layer;    /* bytes that all scripts share */
    mh_wire_restored_t restored;
    uint64_t counts[MH_COUNTS];
} mh_status_pool_t;

typedef enum {
    MH_KIND_MANAGER = 1,
    MH_KIND_BASE,
    MH_KIND_ZYGOTE,
    MH_KIND_CHILD,
    MH_KIND_TEMPLATE,
    MH_KIND_PROGRAM,
    MH_KIND_WORKER_BASE,
    MH_KIND_WORKER,
    MH_KIND_HTTPD,
    MH_KINDS
} mh_kind_e;

typedef enum {
    MH_STATE_READY = 1, /* waits for a request, or an order */
    MH_STATE_BUSY,
    MH_STATE_STARTING,
    MH_STATE_ENDING,
    MH_STATES
} mh_state_e;

/* Unknown figures are MH_STATUS_UNKNOWN. */
typedef struct mh_status_process_t {
    uint64_t pid;
    uint64_t kind;
    uint64_t state;
    uint64_t age;       /* ns */
    uint64_t since;     /* ns in that state */
    uint64_t requests;  /* begun or served */
    uint64_t memory[3]; /* bytes: private, shared, resident */
    uint64_t cpu;       /* ns */
} mh_status_process_t;

typedef struct mh_status_script_t {
    uint64_t run_mode; /* mh_run_mode_e */
    uint64_t runs;
    uint64_t errors;
    uint64_t time; /* ns, of all runs */
    uint64_t median;
    uint64_t slowest; /* 99 of 100 runs were faster */
    uint64_t compile; /* ns */
    uint64_t error_age;
    uint64_t compiled; /* times */
    uint64_t cpu;      /* ns of processor time, of a request */
    uint64_t behind;   /* bytes of files that a request compiles */
    uint64_t memory;   /* bytes that it keeps for itself */
} mh_status_script_t;

/* A second, oldest first; there are MH_STATUS_SECONDS of them, or none. */
#define MH_STATUS_SECONDS 300
typedef struct mh_status_second_t {
    uint64_t requests;
    uint64_t errors;
    uint64_t time; /* ns */
} mh_status_second_t;

typedef enum { MH_ROW_POOL = 1, MH_ROW_PROCESS, MH_ROW_SCRIPT } mh_row_e;

/* A row, as it was read. Texts point into it and end; NULL: there is none. */
typedef struct mh_status_row_t {
    mh_row_e kind;
    union {
        mh_status_pool_t pool;
        mh_status_process_t process;
        mh_status_script_t figures; /* of a script */
    };
    const char *script; /* path, or the name of a handler */
    /* the request of a process: "GET /x.pl"; the reason of a script's run mode
     */
    const char *about;
    const char *text; /* a script's last error; a process's stack */
    const char
        *databases; /* a process's connections: module/scoreboard/databases.h */
    mh_wire_field_t modules; /* list: of a pool */
    const void *history;     /* mh_status_second_t, at any address: memcpy() */
} mh_status_row_t;

/*
 * Writes a row. Returns its size, or 0 if it does not fit. Longer texts are
 * cut.
 */
size_t mh_wire_status_write(const mh_status_row_t *row, char *buffer,
                            size_t size);
/*
 * Reads the row at the beginning of data, and its size. NULL: the row is
 * malformed, or the data are at their end (size 0).
 */
const char *mh_wire_status_read(const char *data, size_t size,
                                mh_status_row_t *row, size_t *length);

#endif
