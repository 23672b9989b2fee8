/*
 * process_events.h - events of processes, for the unit that decides how scripts
 * are run (modes/run_mode.h). Processes know a script only as a pointer.
 */
#ifndef MEHARI_POOL_MANAGER_PERL_PROCESS_EVENTS_H
#define MEHARI_POOL_MANAGER_PERL_PROCESS_EVENTS_H

#include "shared/wire/wire.h"

struct mh_child_t;
struct mh_script_t;
struct mh_zygote_t;

/* The outcome of a zygote's start. */
typedef enum {
    MH_OUTCOME_READY,
    MH_OUTCOME_UNSHAREABLE, /* its compilation could see the request */
    MH_OUTCOME_FAILED,      /* it does not compile */
    MH_OUTCOME_SLOW,        /* it takes too long */
    MH_OUTCOME_LOST         /* it ended without a message, or never started */
} mh_outcome_e;

typedef struct mh_process_events_t {
    /* A zygote with a script has started, or has failed to; then the caller
     * retires it. */
    void (*settled)(struct mh_zygote_t *zygote, mh_outcome_e outcome,
                    const mh_wire_message_t *message);
    /* A zygote has died, or has to go. The listener retires it. */
    void (*gone)(struct mh_zygote_t *zygote);
    /* A child reports what runs have cost (COST). */
    void (*cost)(const struct mh_child_t *child,
                 const mh_wire_message_t *message);
    /* An executed script has ended; it took that many ns of processor time. */
    void (*executed)(struct mh_script_t *script, uint64_t cpu);
    /* A child has asked for files of the site that its zygote has not compiled.
     */
    void (*asked)(const struct mh_child_t *child,
                  const mh_wire_message_t *message);
    /* A child has found that its zygote is not for its request. */
    void (*unshareable)(const struct mh_child_t *child,
                        const mh_wire_message_t *message);
    /* A template cannot put its memory back. */
    void (*given_up)(const struct mh_child_t *child, const char *why);
    /* The memory of a zygote's templates is not put back: each run is a fork.
     */
    void (*forks)(const struct mh_zygote_t *zygote, const char *why);
    /* Files may have changed: the listener takes the changes before it
     * returns. */
    void (*files)(void);
} mh_process_events_t;

/* Sets the listener, once, before there are processes. */
void mh_process_events_set(const mh_process_events_t *events);
const mh_process_events_t *mh_process_events(void);

#endif
