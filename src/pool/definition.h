/*
 * definition.h - what a pool is: the numbers and names that the configuration
 * gives it.
 *
 * httpd's parent writes it (src/gateway), the manager reads it once, before it
 * gives up its privileges. It travels as one MH_WIRE_POOL message in a
 * sealed memory file.
 */
#ifndef MEHARI_DEFINITION_H
#define MEHARI_DEFINITION_H

#include <sys/types.h>

#include "limit/resource.h"
#include "limit/size.h"
#include "wire/wire.h"

/* The descriptors with which mehari-pool is started. */
#define MH_POOL_FD_DEFINITION 3
#define MH_POOL_FD_DISPATCH 4
/* The configuration of its workers; closed: it can have none. */
#define MH_POOL_FD_WORKERS 5

/* restore= of a pool. */
typedef enum {
    MH_RESTORE_FORK,   /* a fork for each request */
    MH_RESTORE_AUTO,   /* what is fastest here; if it is not said */
    MH_RESTORE_TRACKER /* and so on: mh_tracker_e */
} mh_restore_e;

/* Plain numbers: they travel as they are. 0 means no limit where said. */
typedef struct mh_pool_numbers_t {
    uint64_t uid;
    uint64_t gid;
    uint64_t change_user; /* 1: started as root, becomes uid and gid */
    uint64_t umask;
    uint64_t no_new_privs;    /* 1: prctl(PR_SET_NO_NEW_PRIVS) */
    uint64_t seccomp;         /* 1: the filter of seccomp.h */
    uint64_t processes;       /* zygotes kept at most */
    uint64_t concurrency;     /* requests that run at once at most */
    uint64_t ready;           /* children kept ready per busy script at most */
    uint64_t queue;           /* requests that wait at most */
    uint64_t request_timeout; /* seconds a request may run; 0: no limit */
    uint64_t start_timeout;   /* seconds a compilation may take */
    uint64_t idle_timeout;    /* seconds until an idle zygote goes */
    uint64_t memory;          /* bytes a process may have (RLIMIT_DATA); 0 */
    uint64_t cpu;             /* seconds of CPU a request may use; 0 */
    uint64_t zygote_memory;   /* bytes all zygotes may keep together; 0 */
    uint64_t zygote_requests; /* of one zygote; then there is a new one; 0 */
    uint64_t zygote_age;      /* seconds; the same of zygotes and bases; 0 */
    uint64_t workers;         /* workers at most */
    uint64_t requests;        /* of one worker; 0 */
    uint64_t growth;          /* bytes by which a worker may grow; 0 */
    uint64_t age;             /* seconds that a worker may live; 0 */
    uint64_t reload;          /* 1: its code's files are watched */
    uint64_t merge;           /* 1: same pages are merged (KSM) */
    uint64_t restore;         /* mh_restore_e: how templates are put back */
    uint64_t slow;            /* ms after which a request is reported; 0 */
    uint64_t profile_files;   /* at most; with definition.profile */
    uint64_t profile_bytes;   /* of all of them */
    mh_size_limits_t size;    /* of a worker or a template */
    mh_resource_limits_t resources;
} mh_pool_numbers_t;

typedef struct mh_definition_t {
    const char *name;
    const char *perl;    /* the interpreter a #! line must name */
    const char *httpd;   /* the program of a worker; NULL: there can be none */
    const char *library; /* the folder of our Perl modules; NULL */
    mh_pool_numbers_t numbers;
    const char *profile;     /* the folder of its profiles; NULL: has none */
    mh_wire_field_t environ; /* list NAME=value: of base processes */
    mh_wire_field_t preload; /* list: module names, or absolute paths */
    mh_wire_field_t groups;  /* supplementary: uint64_t each */
} mh_definition_t;

/* Into a message of at most MH_WIRE_MAX bytes; its length, 0: too long. */
size_t mh_definition_write(const mh_definition_t *definition, char *buffer,
                           size_t size);
/* NULL, or what is wrong. The definition points into the message's buffer. */
const char *mh_definition_read(const mh_wire_message_t *message,
                               mh_definition_t *definition);

#endif
