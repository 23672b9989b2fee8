/*
 * wire.h - the messages between httpd and a pool, and inside a pool.
 *
 * One message is one packet of a SOCK_SEQPACKET (or SOCK_DGRAM) socket: a fixed
 * header, then fields. Both sides run on one machine, so numbers are in host
 * order; the version shows that both are of the same release. A message is at
 * most MH_WIRE_MAX bytes, header included, and carries at most MH_WIRE_FDS
 * descriptors. A longer message (a large environment) goes into a memory file
 * that travels as a descriptor.
 *
 *     header   magic u32, version u16, type u16, length u32, id u32
 *     field    tag u16, zero u16, size u32, then size bytes
 *
 * Senders and messages:
 *
 *     httpd -> manager     REQUEST                        fds: 0, 1, 2 [, 3]
 *                          {SCRIPT}, or for a worker: fds 0, 1, 2, lease or
 *                          memory
 *     manager -> httpd     NOTICE*, then one of DONE {STATUS}, REFUSED
 *     manager -> httpd     WAITS: no process has got it
 *     manager -> httpd     DONE: one may have it; after WAITS, or if asked
 *     httpd -> manager     DONE: the output has ended, is the process alive?
 *     manager -> base      FORK {SCRIPT}: a zygote        fd: control
 *     manager -> zygote    FORK [TRACKER]: a template     fd: its channel
 *     base, zygote -> manager   FORK {PID}: it is made; DONE {PID, STATUS}
 *     zygote -> manager    READY | FAILED, DEPENDS before them;
 *                          READY {MEMORY}: its templates make runs
 *     manager -> template, worker  REQUEST, as it came
 *     run -> manager       DONE, FAILED (datagrams); in place of DONE it makes
 *                          its note, which httpd finds
 *     httpd -> worker      REQUEST, by the lease      fds: [0] [, memory]
 *     manager -> httpd     LEASE: a template takes more requests, up to
 *                          MH_LEASE_MOST              fds: channel,
 *                          notices of changed files
 *     httpd -> template    REQUEST, by the lease          fds: 0, 1, 2
 *     template -> manager  READY, and DONE for a run of a lease (datagrams)
 *     httpd -> manager     LATE {REASON, RAN}: a request of a lease
 *     httpd -> manager     SAID {SCRIPT, TEXT [, STATUS] [, OUTPUT]}: of a
 *                          script that has failed; without STATUS, it has
 *                          ended well
 *     httpd <-> manager    STATUS                         fd: wire_status.h
 *     manager -> worker    DONE: end your lease
 *     worker -> manager    READY: it keeps the lease; DONE: it has ended the
 *                          request, or lease; with STATUS, itself, too
 *     worker base -> manager  READY, DEPENDS, FORK {PID}, DONE {PID, STATUS}
 *
 * A question has the type of its answer. Each end is a DONE, with its STATUS:
 * that of a request, or with PID that of a process below the sender. DONE
 * without STATUS asks for an end, or says that there is none yet.
 *
 * A reader trusts nothing. A message is an error if it is cut short, of another
 * version or an unknown type, or holds a field twice; then its socket is
 * closed. Runs in httpd's children and in every process of a pool; knows
 * neither httpd nor Perl.
 */
#ifndef MEHARI_SHARED_WIRE_WIRE_H
#define MEHARI_SHARED_WIRE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MH_WIRE_MAGIC 0x4d48524aU
#define MH_WIRE_VERSION 1
#define MH_WIRE_MAX (64 * 1024)
#define MH_WIRE_FDS 4
/* Largest memory file: httpd's own limits allow no larger request. */
#define MH_WIRE_MEMORY_MAX (16 * 1024 * 1024)

typedef enum {
    MH_WIRE_REQUEST = 1,
    MH_WIRE_DONE,
    MH_WIRE_REFUSED,
    MH_WIRE_NOTICE,
    MH_WIRE_FORK,
    MH_WIRE_READY,
    MH_WIRE_FAILED,
    MH_WIRE_DEPENDS,
    MH_WIRE_POOL,
    MH_WIRE_LATE,
    MH_WIRE_STATUS,
    MH_WIRE_SAID,
    MH_WIRE_WAITS,
    MH_WIRE_LEASE,
    MH_WIRE_TYPES
} mh_wire_type_e;

/*
 * Types of fields. Lists are NUL-terminated strings one after the other;
 * numbers are uint64_t.
 */
typedef enum {
    MH_TAG_SCRIPT = 1, /* absolute path of the script, as r->filename */
    /* list: the words after the script's name; of a POOL, the one word after
     * the interpreter on the #! line */
    MH_TAG_ARGS,
    MH_TAG_ENVIRON, /* list: NAME=value */
    /* for people: the request ("GET /cgi-bin/x.pl"), in one line; a zygote's
     * first look and its place; modules of a base's list that it does not load,
     * and why */
    MH_TAG_ABOUT,
    MH_TAG_STAMP,  /* mh_wire_stamp_t of the script, as httpd saw it */
    MH_TAG_LIMITS, /* mh_wire_limits_t: RLimitCPU, RLimitMEM, ... */
    MH_TAG_STATUS, /* number: as waitpid() gives it; see below */
    MH_TAG_REASON, /* number: mh_wire_reason_e; of LATE, mh_wire_late_e */
    MH_TAG_LEVEL,  /* number: 3 error .. 7 debug, as syslog and httpd */
    MH_TAG_TEXT,   /* for people */
    MH_TAG_PID,    /* number */
    MH_TAG_MODE,   /* number: mh_wire_mode_e */
    /* list: the site's files that a script asks for: key of %INC, way, ...; a
     * way is "rPACKAGE PATH" for `require`, and v, s or l for `do` in void,
     * scalar or list context */
    MH_TAG_ASKED,
    /* list: what was looked at: shared/wire/files.h; what a pool loads ahead */
    MH_TAG_FILES,
    MH_TAG_OUTPUT, /* written to descriptor 2: while compiling, or first */
    MH_TAG_PERL,   /* number: mh_stack_perl() of the interpreter */
    MH_TAG_REPORT, /* the address of the manager's datagram socket */
    MH_TAG_TEXTS,  /* list: a pool's settings: pool_settings.h; of a row:
                          connections to databases */
    MH_TAG_POOL_NUMBERS,
    MH_TAG_REQUEST,     /* a request for a worker: module/worker/fields.h */
    MH_TAG_POOL_GROUPS, /* numbers: supplementary groups */
    /* list: variables before which a compilation must stop */
    MH_TAG_VARIES,
    MH_TAG_FIGURES, /* of a row: see wire_status.h */
    /* list: names of the request's variables that come from the configuration
     * alone */
    MH_TAG_CONSTANT,
    MH_TAG_TRACKER, /* number: mh_tracker_e of templates, and check << 8 */
    /* number: bytes that a zygote keeps with its copy, or that a base shares */
    MH_TAG_MEMORY,
    MH_TAG_NOTE,  /* mh_ledger_place_t: where a run notes its end */
    MH_TAG_LEASE, /* number: mh_wire_lease_e */
    /* uint32_t each: us that runs of a lease took; of LATE, that a request took
     * until now */
    MH_TAG_RAN,
    MH_TAG_COST, /* mh_wire_spent_t: of runs, since the last report */
    MH_TAGS
} mh_wire_tag_e;

/* Words after the script's name, among the names of VARIES. */
#define MH_WIRE_WORDS "@ARGV"

/*
 * Bit of a script's STATUS, above waitpid()'s: perl ended the script, because
 * there was no memory left. Its response is incomplete, whatever its exit code
 * is.
 */
#define MH_ENDED_NO_MEMORY 0x10000
/* Another such bit: perl did not compile the script. */
#define MH_ENDED_UNCOMPILED 0x20000
#define MH_ENDED_BITS (MH_ENDED_NO_MEMORY | MH_ENDED_UNCOMPILED)

/* Reasons why a request was not run, or was ended. */
typedef enum {
    MH_REASON_QUEUE_FULL = 1, /* 503 */
    MH_REASON_RESOURCES,      /* 503: no process, no memory; TEXT says which */
    MH_REASON_START_TIMEOUT,  /* 504: the script took too long to compile */
    MH_REASON_TIMEOUT,        /* 504: the script took too long to run */
    MH_REASON_INVALID,        /* 500: the request was malformed */
    MH_REASON_STOPPING        /* 503: the pool ends */
} mh_wire_reason_e;

/* Delays of a request that httpd sees, and the manager does not time. */
typedef enum {
    MH_LATE_SLOW,    /* it is to be reported */
    MH_LATE_OVERDUE, /* it takes too long */
    MH_LATE_UNREAD   /* its worker has not read it */
} mh_wire_late_e;

/* A REQUEST's part in a lease. Without the field: its sender takes no lease. */
typedef enum {
    MH_LEASE_NONE,  /* it is sent to the manager */
    MH_LEASE_QUIET, /* the template reports its run only if there is no note */
    MH_LEASE_LAST   /* the lease's last one: the template tells the manager */
} mh_wire_lease_e;

/* Maximum number of requests of one lease of a template. */
#define MH_LEASE_MOST 64

/* The part of the script that the zygote does for all requests. */
typedef enum {
    MH_MODE_SHARED = 1, /* compiles and runs it, as far as its first look */
    MH_MODE_UNSHARED,   /* nothing: each run compiles */
    MH_MODE_COMPILED    /* compiles it, as far as its first look */
} mh_wire_mode_e;

/* A file as stat() saw it; equal stamps mean the same contents. */
typedef struct mh_wire_stamp_t {
    uint64_t device;
    uint64_t inode;
    uint64_t size;
    int64_t mtime; /* nanoseconds; httpd knows microseconds: compare / 1000 */
} mh_wire_stamp_t;

/*
 * Limits and signals of a new process. UINT64_MAX means: leave the limit. Soft
 * and hard, as setrlimit() takes them.
 */
typedef struct mh_wire_limits_t {
    uint64_t ignored;   /* bit n-1 is set when signal n is ignored */
    uint64_t cpu[2];    /* seconds */
    uint64_t memory[2]; /* bytes, RLIMIT_AS as mod_cgi's RLimitMEM */
    uint64_t nproc[2];  /* processes */
} mh_wire_limits_t;

/* Work of a template to put its memory back, since its last report. */
typedef struct mh_wire_restored_t {
    uint64_t runs;
    uint64_t pages; /* pages put back */
    /* of these pages: written to for the first or second time */
    uint64_t faults;
    uint64_t nanoseconds;
} mh_wire_restored_t;

/* Modules that a base loads ahead, for all scripts: lib/Mehari/NAME. */
typedef enum {
    MH_MODULES_NONE,
    MH_MODULES_USUAL, /* modules.list */
    MH_MODULES_MORE   /* and more_modules.list */
} mh_wire_modules_e;

/* Costs of the runs of one zygote; without runs, costs of the zygote. */
typedef struct mh_wire_cost_t {
    uint64_t runs;
    uint64_t cpu;      /* ns, with that of zygotes and templates */
    uint64_t over;     /* ns of it, of zygotes and templates */
    uint64_t compiled; /* bytes of files, by those that have ended well */
    uint64_t usual;    /* of them, in modules of the usual list */
    uint64_t more;     /* and of the other list */
} mh_wire_cost_t;

/* Costs, those of a template, and for people the files that the last run has
 * compiled. */
#define MH_WIRE_LOADED 200
typedef struct mh_wire_spent_t {
    mh_wire_cost_t cost;
    mh_wire_restored_t restored;
    char loaded[MH_WIRE_LOADED];
} mh_wire_spent_t;

/* Adds each figure, up to a bound. */
void mh_wire_cost_sum(mh_wire_cost_t *sum, const mh_wire_cost_t *more);

typedef struct mh_wire_field_t {
    const char *data; /* into the message; NULL when it has no such field */
    uint32_t size;
} mh_wire_field_t;

/* A message as it was read: it points into the buffer that was parsed. */
typedef struct mh_wire_message_t {
    mh_wire_type_e type;
    uint32_t id;
    mh_wire_field_t field[MH_TAGS];
} mh_wire_message_t;

/* A message as it is made, in a buffer of the caller. */
typedef struct mh_wire_writer_t {
    char *buffer;
    size_t size; /* of the buffer */
    size_t used;
    bool full; /* something did not fit: the message is no good */
} mh_wire_writer_t;

/* Parses size bytes at buffer as one whole message. NULL, or the error. */
const char *mh_wire_parse(const char *buffer, size_t size,
                          mh_wire_message_t *message);

/*
 * Length of the message at the beginning of size bytes, by its header; 0: it is
 * longer than size, or malformed.
 */
size_t mh_wire_length(const char *buffer, size_t size);

/* The numbers and lists of a parsed message. */
uint64_t mh_wire_number(const mh_wire_message_t *message, mh_wire_tag_e tag,
                        uint64_t otherwise);
/* The field, if its only NUL is at its end; else NULL. */
const char *mh_wire_string(const mh_wire_message_t *message, mh_wire_tag_e tag);
/* The next string of a list after at (NULL: the first), NULL at its end. */
const char *mh_wire_next(const mh_wire_field_t *list, const char *at);
size_t mh_wire_count(const mh_wire_field_t *list);
/*
 * Fills a structure of exactly that size; false if the field has another size.
 */
bool mh_wire_copy(const mh_wire_message_t *message, mh_wire_tag_e tag, void *to,
                  size_t size);

void mh_wire_begin(mh_wire_writer_t *writer, char *buffer, size_t size,
                   mh_wire_type_e type, uint32_t id);
/* These put nothing if data, or the string, is NULL. */
void mh_wire_put(mh_wire_writer_t *writer, mh_wire_tag_e tag, const void *data,
                 size_t size);
void mh_wire_put_number(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                        uint64_t number);
void mh_wire_put_field(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                       const mh_wire_field_t *field);
/* With its NUL. */
void mh_wire_put_string(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                        const char *string);
/* A list of strings; NULL is an empty one. */
void mh_wire_put_list(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                      const char *const *strings, size_t count);
/* The finished length, 0 when something did not fit. */
size_t mh_wire_end(mh_wire_writer_t *writer);

#endif
