/*
 * manner.h - the manner in which a script is run: executed, or forked from a
 * zygote that has compiled it, or from one that has only loaded its modules.
 *
 * What is in doubt is executed: then everything is as under mod_cgi, the
 * script's errors included.
 */
#ifndef MEHARI_POOL_MANNER_H
#define MEHARI_POOL_MANNER_H

#include "pool/script.h"

/* How the start of a zygote ended. */
typedef enum {
    MH_OUTCOME_READY,
    MH_OUTCOME_TOLD,   /* its compilation could see the request */
    MH_OUTCOME_FAILED, /* it does not compile */
    MH_OUTCOME_SLOW,   /* it takes too long */
    MH_OUTCOME_LOST    /* it ended without a word, or never was */
} mh_outcome_e;

/*
 * Gives the run to a process, lets it wait for one, or answers it. It is in no
 * queue, and there is a free slot.
 */
void mh_manner_start(mh_run_t *run);
/* The run ends. */
void mh_manner_leave(mh_run_t *run);
/* For messages. */
const char *mh_manner_name(const mh_run_t *run);

/* The start of a script's zygote has ended. The caller retires what failed. */
void mh_manner_settled(mh_zygote_t *zygote, mh_outcome_e outcome,
                       const mh_wire_message_t *message);
/* A zygote has died, or has to go: its script does without, it is retired. */
void mh_manner_gone(mh_zygote_t *zygote);
/* What a child said of its script. */
void mh_manner_given_up(const mh_child_t *child, const char *why);
void mh_manner_learned(const mh_child_t *child,
                       const mh_wire_message_t *message);
void mh_manner_told(mh_child_t *child, const mh_wire_message_t *message);
/* Files that scripts depend on may have changed. */
void mh_manner_drain(void);

#endif
