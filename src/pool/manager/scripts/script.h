/*
 * script.h - the manager's record of one script.
 *
 * A script is a path together with the variables that matter when Perl starts.
 * run_mode.c decides how it is run.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_SCRIPT_H
#define MEHARI_POOL_MANAGER_SCRIPTS_SCRIPT_H

#include "pool/manager/scripts/site_files.h"
#include "pool/manager/scripts/argv.h"
#include "pool/manager/scripts/steady.h"
#include "pool/manager/scripts/shebang.h"
#include "pool/manager/scripts/startup_env.h"
#include "pool/manager/loop/loop.h"
#include "shared/wire/run_mode.h"

/* Scripts that are remembered; the least recently used are dropped. */
#define MH_SCRIPT_MAX 1000

struct mh_zygote_t;

/* For cheapest.c. */
typedef struct mh_cheapest_t {
    mh_wire_cost_t made;     /* of requests that zygotes have served */
    mh_wire_cost_t executed; /* of those that were executed to compare */
    uint64_t zygote;         /* ns that the last zygote took */
    uint64_t again;          /* when requests may be executed again */
    unsigned left;           /* requests to execute */
    bool trying;
} mh_cheapest_t;

typedef struct mh_script_t {
    mh_link_t link;           /* of all scripts; least recently used first */
    struct mh_script_t *same; /* next in the table */
    uint64_t number;          /* never that of another script */
    char *path;
    char *startup; /* list NAME=value */
    size_t startup_size;
    uint64_t ignored; /* signals, as in its requests */
    mh_wire_stamp_t stamp;
    mh_link_t jobs; /* all jobs for this script */

    mh_run_mode_e run_mode;
    mh_run_mode_e ran; /* mode of its last start */
    /* time of the next decision; 0: when a file changes */
    uint64_t again;
    uint64_t said;         /* hash of the last line about it in the log */
    mh_shebang_t *shebang; /* its first line; NULL: it names no perl of ours */
    char *why;             /* reason for its mode, for the log; or NULL */
    char *look;            /* the first look of its zygote; NULL: none */
    char *loaded;          /* files that each run compiles; or NULL */
    mh_wire_cost_t cost;   /* of its zygote's runs */
    mh_wire_cost_t executed; /* of runs that were executed */
    mh_cheapest_t cheapest;
    bool advised;                       /* log has said what could be gained */
    struct mh_scoreboard_script_t *row; /* its figures */
    char *search;   /* the PATH by which perl was found; or NULL */
    uint64_t owner; /* of that decision's dependencies; 0: none */
    unsigned losses;
    uint64_t compiled_until;  /* zygotes run ahead from this time on: ahead.h */
    const char *compiled_why; /* reason for that; NULL: they run ahead */
    unsigned changes;         /* for ahead.c */
    mh_wire_modules_e modules; /* that its runs load: note_loads() */
    bool held; /* its first line could not be read: mh_scout_trouble() */

    struct mh_zygote_t *zygote;
    struct mh_zygote_t
        *successor;        /* zygote with more files; NULL: none starts */
    mh_link_t waiting;     /* jobs, until zygote is ready */
    mh_site_files_t files; /* of the site, to compile ahead */
    /* list of variables at which its compilation stops */
    char *varies;
    uint32_t varies_size;
    mh_arguments_t arguments;
    mh_steady_t steady;
    unsigned successors; /* number of successors with more files */
    unsigned anew;       /* number of those with the same files, one changed */
    uint64_t due;        /* when a successor is due; 0: no new files */
} mh_script_t;

/* The script's record, made if need be; the least recently used one is dropped
 * for it. NULL: no memory. */
mh_script_t *mh_script_of(const char *path, const mh_startup_t *startup);
/*
 * Sets changed: false if the file is as it was. If not, the new stamp is
 * stored. seen: httpd's, or NULL. False: nobody can say (mh_scout_trouble()).
 */
bool mh_script_look(mh_script_t *script, const mh_wire_stamp_t *seen,
                    bool *changed);
/* The next script of the same file after this one (NULL: the first). */
mh_script_t *mh_script_of_path(const char *path, const mh_script_t *after);
/* The script of that number; NULL: it is forgotten. */
mh_script_t *mh_script_of_number(uint64_t number);
/* All scripts, the least recently used first. */
mh_link_t *mh_script_all(void);
/*
 * Notes that compilation read a variable of that name, which differed in a
 * later request. False: the name was known, or finds no room.
 */
bool mh_script_varies(mh_script_t *script, const char *name);
void mh_script_forget_varies(mh_script_t *script);
/* Notes that the reason of its mode no longer holds. */
void mh_script_unsay(mh_script_t *script);
/* Logs a line, unless the last one about this script was the same. code: "" or
 * "MHnnnn: "; same: the text that is compared for that, for example why. */
void mh_script_say(mh_script_t *script, const char *code, const char *how,
                   const char *why, const char *same);

#endif
