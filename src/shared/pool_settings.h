/*
 * pool_settings.h - a pool's settings: the numbers and names that the
 * configuration gives it.
 *
 * httpd's parent writes them (src/module/gateway), the manager reads them once,
 * before it gives up its privileges. They travel as one MH_WIRE_POOL message in
 * a sealed memory file.
 */
#ifndef MEHARI_SHARED_POOL_SETTINGS_H
#define MEHARI_SHARED_POOL_SETTINGS_H

#include <signal.h>
#include <sys/types.h>

#include "shared/resource.h"
#include "shared/wire/wire.h"

/* Descriptors with which mehari-pool is started. */
#define MH_POOL_FD_SETTINGS 3
#define MH_POOL_FD_DISPATCH 4
/* The configuration of its workers; closed: it has no workers. */
#define MH_POOL_FD_WORKERS 5
/* The pool's ledger (ledger.h); closed: its runs report every end. */
#define MH_POOL_FD_LEDGER 6

/*
 * At this signal a manager ends, whatever runs. The processes below it end some
 * seconds later.
 */
#define MH_POOL_ENDS SIGQUIT

/* Somebody has changed the manager's limits. */
#define MH_POOL_STATUS_LIMITS 3
/* The highest status with which a manager exits. HUP, INT and QUIT, which have
 * these numbers, end it with 0. */
#define MH_POOL_STATUS_MOST 3

/* restore= of a pool. */
typedef enum {
    MH_RESTORE_FORK,   /* a fork for each request */
    MH_RESTORE_AUTO,   /* the fastest tracker here; the default */
    MH_RESTORE_TRACKER /* first of mh_tracker_e */
} mh_restore_e;

/* Plain numbers, sent as they are. 0 means no limit where the comment says so.
 */
typedef struct mh_pool_numbers_t {
    uint64_t uid;
    uint64_t gid;
    uint64_t change_user; /* 1: started as root, becomes uid and gid */
    uint64_t umask;
    uint64_t no_new_privs;    /* 1: prctl(PR_SET_NO_NEW_PRIVS) */
    uint64_t seccomp;         /* 1: the filter of seccomp.h */
    uint64_t processes;       /* zygotes kept at most */
    uint64_t concurrency;     /* requests that run at once at most */
    uint64_t queue;           /* requests that wait at most */
    uint64_t threads;         /* of httpd's, held at most; 0: by their number */
    uint64_t request_timeout; /* seconds a request may run; 0: no limit */
    uint64_t start_timeout;   /* seconds a compilation may take */
    uint64_t idle_timeout;    /* seconds until an idle zygote goes */
    uint64_t memory;          /* bytes a process may have (RLIMIT_DATA); 0 */
    uint64_t zygote_memory;   /* bytes all zygotes may keep together; 0 */
    uint64_t workers;         /* workers at most */
    uint64_t requests;        /* of a zygote or a worker, then it ends; 0 */
    uint64_t age;             /* seconds, of these and of bases; 0 */
    uint64_t growth;          /* bytes by which a worker may grow; 0 */
    uint64_t max_unshared;    /* bytes of its own that a worker may have; 0 */
    uint64_t reload;          /* 1: its code's files are watched */
    uint64_t merge;           /* 1: equal pages are merged (KSM) */
    uint64_t restore;         /* mh_restore_e: how templates are put back */
    /* requests in a tenth of a second, then a template is leased; 0: never */
    uint64_t lease_after;
    uint64_t slow;          /* ms after which a request is reported; 0 */
    uint64_t profile_files; /* at most; if profile is set */
    uint64_t profile_bytes; /* bytes of all profiles, at most */
    uint64_t ignored;       /* signals, as its scripts' requests have them */
    mh_resource_limits_t resources;
} mh_pool_numbers_t;

typedef struct mh_pool_settings_t {
    const char *name;
    const char *perl;    /* the interpreter a #! line must name */
    const char *httpd;   /* program of its workers; NULL: no workers */
    const char *library; /* the folder of our Perl modules; NULL */
    mh_pool_numbers_t numbers;
    const char *profile;     /* the folder of its profiles; NULL: none */
    mh_wire_field_t environ; /* list NAME=value: of base processes */
    mh_wire_field_t preload; /* list: module names, or absolute paths */
    const char *vetted;      /* a file of vetted looks; NULL */
    mh_wire_field_t groups;  /* supplementary: uint64_t each */
} mh_pool_settings_t;

/* Puts the settings into a message of that type. */
void mh_pool_settings_put(mh_wire_writer_t *writer,
                          mh_pool_settings_t settings);
/* Writes the settings as a message of at most MH_WIRE_MAX bytes; returns its
 * length, 0: too long. */
size_t mh_pool_settings_write(const mh_pool_settings_t *settings, char *buffer,
                              size_t size);
/* NULL, or an error. The settings point into the message's buffer. */
const char *mh_pool_settings_read(const mh_wire_message_t *message,
                                  mh_pool_settings_t *settings);

#endif
