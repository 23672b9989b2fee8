/*
 * rows.h - the manager's processes and scripts as rows of the status page. Runs
 * in a fork of the manager.
 */
#ifndef MEHARI_POOL_MANAGER_ROWS_H
#define MEHARI_POOL_MANAGER_ROWS_H

#include <stddef.h>
#include <sys/types.h>

/*
 * All rows, one after the other, in memory that stays; NULL: there is not
 * enough memory. stack: the Perl stack of process pid; "": none. Reads /proc
 * for each process, which takes a while; so call it in a fork.
 */
const char *mh_rows_write(pid_t pid, const char *stack, size_t *size);

#endif
