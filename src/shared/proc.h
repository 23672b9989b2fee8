/*
 * proc.h - the kernel's figures of a process: memory, CPU, age. Runs in httpd
 * and in a pool's manager.
 *
 * Any user may read how much memory a process has, and how much of it is not of
 * files. Only a user who may look into the process can read which part of that
 * it shares with forks (proc(5): smaps_rollup); for others, all of it counts as
 * the process's own.
 */
#ifndef MEHARI_SHARED_PROC_H
#define MEHARI_SHARED_PROC_H

#include <sys/types.h>

#include "shared/wire/wire_status.h"

/* A process is identified by its id and its start, because ids are reused. */
typedef struct mh_proc_origin_t {
    pid_t parent;
    unsigned long long start; /* ticks since the machine's start */
} mh_proc_origin_t;

/* The kernel's letter for the state of a process, and its flags; Z: it has
 * ended. */
char mh_proc_state(pid_t pid, unsigned long *flags);
/* Sets cpu and age. False: the process is gone. */
bool mh_proc_times(pid_t pid, mh_status_process_t *figures);
/* False: the process is gone. */
bool mh_proc_origin(pid_t pid, mh_proc_origin_t *origin);
/* Sets memory, cpu and age, as far as they can be read. False: the process is
 * gone. */
bool mh_proc_look(pid_t pid, mh_status_process_t *figures);

#endif
