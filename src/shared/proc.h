/*
 * proc.h - the kernel's figures of a process: memory, CPU, age. Runs in httpd
 * and in a pool's manager.
 *
 * Any user may read how much memory a process has, and how much of it is not of
 * files; what of that a fork shares, only a user who may look into it (proc(5):
 * smaps_rollup). For other processes, all of it counts as their own.
 */
#ifndef MEHARI_SHARED_PROC_H
#define MEHARI_SHARED_PROC_H

#include <sys/types.h>

#include "shared/wire/wire_status.h"

/* A process is known by its id and its start, as ids are given again. */
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
/* Sets memory, cpu and age, as far as they can be had. False: the process is
 * gone. */
bool mh_proc_look(pid_t pid, mh_status_process_t *figures);

#endif
