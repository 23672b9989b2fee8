/*
 * growth.h - the growth of processes, by the requests in which they grew.
 *
 * A table of fixed size that processes with Perl share: httpd's children, or
 * the workers of one worker base. The process that forks them makes the table.
 * It is in no file but has a name, by which `mehari top --memory` finds it
 * (lib/Mehari/Memory/Growth.pm reads the same layout: change both together). A
 * reader does not trust its writers.
 *
 * A request's growth is the difference between the process's size at its end
 * and the highest size at the end of any earlier request. So the sum is the
 * growth of the process, without pages that it used for a while only.
 */
#ifndef MEHARI_MODULE_LIMIT_GROWTH_H
#define MEHARI_MODULE_LIMIT_GROWTH_H

#include <stddef.h>
#include <stdint.h>

#define MH_GROWTH_NAME 224

/* Makes the table, in the process that forks the others. Without memory nothing
 * is counted. */
void mh_growth_make(void);

/* Starts the count in a new process, before its first request. */
void mh_growth_begin(void);

/* Counts a request that is over: a script's path, or a handler's name. */
void mh_growth_count(const char *name);

/* The name for which this process has grown most, and the bytes. NULL: it has
 * not grown. */
const char *mh_growth_most(uint64_t *bytes);

#endif
