/*
 * script.h - what is known of one script.
 *
 * A script is a path together with the variables that matter when Perl starts.
 * How it is run is decided in manner.c.
 */
#ifndef MEHARI_POOL_SCRIPT_H
#define MEHARI_POOL_SCRIPT_H

#include "pool/modules.h"
#include "pool/run.h"
#include "pool/shebang.h"
#include "pool/startup.h"
#include "pool/zygote.h"

/* Scripts that are remembered; those that were not used for longest go. */
#define MH_SCRIPT_MAX 1000

typedef enum {
    MH_MANNER_UNKNOWN,
    MH_MANNER_EXEC,
    MH_MANNER_SHARED,
    MH_MANNER_UNSHARED
} mh_manner_e;

typedef struct mh_script_t {
    mh_link_t link;           /* of all; the least recently used first */
    struct mh_script_t *same; /* next in the table */
    char *path;
    char *startup; /* list NAME=value */
    size_t startup_size;
    mh_wire_stamp_t stamp;
    unsigned runs; /* that point here */

    mh_manner_e manner;
    mh_manner_e ran;               /* that of its last run */
    uint64_t again;                /* when to think again; 0: when it changes */
    uint64_t said;                 /* what the log says about it, as a sum */
    mh_shebang_t *shebang;         /* its first line; NULL: none for our perl */
    char *why;                     /* it is run so, as the log says; or NULL */
    struct mh_board_script_t *row; /* its figures */
    char *search;   /* the PATH with which perl was found; or NULL */
    uint64_t owner; /* of the dependencies of that decision; 0: none */
    unsigned losses;

    mh_zygote_t *zygote;
    mh_zygote_t *successor; /* with more modules; NULL: none starts */
    mh_link_t waiting;      /* runs, until zygote is ready */
    mh_modules_t modules;   /* to load ahead of it */
    char *varies;           /* list: what it compiles no farther than */
    uint32_t varies_size;
    unsigned lessons; /* how often there were new ones */
    uint64_t lesson;  /* when a successor is due; 0: nothing new */
} mh_script_t;

/* NULL: no memory. The least recently used one makes room. */
mh_script_t *mh_script_of(const char *path, const mh_startup_t *startup);
/* Is it as it was? If not, its stamp is the new one. seen: httpd's, or NULL. */
bool mh_script_unchanged(mh_script_t *script, const mh_wire_stamp_t *seen);
/* Of the same file, the next after this (NULL: the first). */
mh_script_t *mh_script_of_path(const char *path, const mh_script_t *after);
/* The one whose decision or zygotes have that owner of dependencies. */
mh_script_t *mh_script_of_owner(uint64_t owner);
/*
 * Compile-time code has seen something of that name, which was another in a
 * later request. False: that was known, or there is too much of it.
 */
bool mh_script_varies(mh_script_t *script, const char *name);
void mh_script_forget_varies(mh_script_t *script);
/* To the log, unless it was the last that was said of it. */
void mh_script_say(mh_script_t *script, const char *how, const char *why);
/* Of a text: what is remembered of it. */
uint64_t mh_script_sum(const char *text);

#endif
