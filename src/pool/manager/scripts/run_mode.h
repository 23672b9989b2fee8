/*
 * run_mode.h - the mode in which a script is run: executed, or forked from a
 * zygote that has compiled it, or from one that has only loaded its modules.
 * Runs in the manager.
 *
 * In doubt the script is executed: then everything is as under mod_cgi, the
 * script's errors included.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_RUN_MODE_H
#define MEHARI_POOL_MANAGER_SCRIPTS_RUN_MODE_H

#include "pool/manager/scripts/script.h"

/* How the start of a zygote ended. */
typedef enum {
    MH_OUTCOME_READY,
    MH_OUTCOME_UNSHAREABLE, /* its compilation could see the request */
    MH_OUTCOME_FAILED,      /* it does not compile */
    MH_OUTCOME_SLOW,        /* it takes too long */
    MH_OUTCOME_LOST         /* it ended without a message, or never started */
} mh_outcome_e;

/*
 * Gives the job to a process, lets it wait for one, or answers it. The job must
 * be in no queue, and a slot must be free.
 */
void mh_run_mode_start(mh_job_t *job);
/* Takes a job that ends off its script. */
void mh_run_mode_leave(mh_job_t *job);
/* The mode's name, for messages. */
const char *mh_run_mode_name(const mh_job_t *job);

/* Takes the end of a zygote's start. The caller retires a zygote that failed.
 */
void mh_run_mode_settled(mh_zygote_t *zygote, mh_outcome_e outcome,
                         const mh_wire_message_t *message);
/* Retires a zygote that has died, or has to go; its script does without. */
void mh_run_mode_gone(mh_zygote_t *zygote);
/* Take a child's reports about its script. */
void mh_run_mode_given_up(const mh_child_t *child, const char *why);
void mh_run_mode_learned(const mh_child_t *child,
                         const mh_wire_message_t *message);
void mh_run_mode_unshareable(mh_child_t *child,
                             const mh_wire_message_t *message);
/* Takes the changes of files that scripts depend on. */
void mh_run_mode_drain(void);

#endif
