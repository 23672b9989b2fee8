/*
 * process.h - what the kernel says of a process: memory, CPU, age.
 *
 * Everybody may see how much memory a process has; what part of it is its own
 * only who might look into it (proc(5): smaps_rollup).
 */
#ifndef MEHARI_STATUS_PROCESS_H
#define MEHARI_STATUS_PROCESS_H

#include <sys/types.h>

#include "wire/status.h"

/* Its figures cpu and age. False: gone. */
bool mh_process_times(pid_t pid, mh_status_process_t *figures);
/* Its figures memory, cpu and age, as far as they can be had. False: gone. */
bool mh_process_look(pid_t pid, mh_status_process_t *figures);

#endif
