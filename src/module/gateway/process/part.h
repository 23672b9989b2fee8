/*
 * part.h - the interface between the files of process.h: pipes.c makes and
 * closes a process, ask_run.c asks for a run of a script, and ask_worker.c for
 * a worker; wait.c waits for both, messages.c hears their manager, timers.c has
 * their timers.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_PART_H
#define MEHARI_MODULE_GATEWAY_PROCESS_PART_H

#include "module/gateway/process/request_message.h"
#include "module/gateway/process/process.h"

/* Closes a descriptor that is open, and makes it -1. */
void mh_process_close_fd(int *fd);
/* Pipes for descriptors 1 and 2: theirs, and ours in script. An errno. */
int mh_process_make_outputs(mh_process_t *process, int theirs[3]);

/* A process without pipes or connection. `part` bytes follow the structure, for
 * its run or worker. */
mh_process_t *mh_process_new(request_rec *r, mh_pool_t *pool, size_t part);
/*
 * Sends the request to the manager. theirs: the three descriptors that it
 * needs; the message's memory goes with them. An errno.
 */
int mh_process_send(mh_process_t *process, const mh_request_message_t *message,
                    const int theirs[3]);
/*
 * Takes one message of the manager. False: there is none now, or the manager
 * has gone.
 */
bool mh_process_take_message(mh_process_t *process);
/* Refuses the request, because the manager does not answer. */
void mh_process_give_up(mh_process_t *process);
/*
 * Looks whether the run has noted its end. The manager's earlier messages about
 * it come first; a loss of the manager makes no difference any more. The
 * messages about a request of a lease come later, and do not matter.
 */
void mh_process_look_for_note(mh_process_t *process);
static inline bool mh_process_is_leased(const mh_process_t *process)
{
    return process->run && process->run->leased;
}

/* Starts the timers of a worker's request. */
void mh_process_clock_begin(mh_process_t *process);
/* ms, but no longer than until the next report to the manager. */
int mh_process_clock_patience(const mh_process_t *process, int ms);
/* Reports to the manager, when it is time. */
void mh_process_clock_look(mh_process_t *process);
/* True if a worker on lease has not read its request, and is not gone. */
bool mh_process_is_queued(const mh_process_t *process);
/* A run's and a worker's part of mh_process_close(). */
void mh_process_end_run(mh_process_t *process);
void mh_process_end_serving(mh_process_t *process);

#endif
