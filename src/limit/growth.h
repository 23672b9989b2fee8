/*
 * growth.h - by how much processes have grown, and in requests for what.
 *
 * A table of fixed size that processes with Perl share: httpd's children, or
 * the workers of one worker base. The process that forks them makes it; it is
 * in no file but has a name, by which `mehari memory` finds it (lib/Mehari/
 * Memory/Growth.pm reads it: what changes here changes there). Who writes to it
 * is not trusted by who reads it.
 *
 * Growth is a process's: what it has at the end of a request beyond what it
 * ever had at the end of one before. So the sum is what the process has grown
 * by, and a page that is large for a while only is not in it.
 */
#ifndef MEHARI_LIMIT_GROWTH_H
#define MEHARI_LIMIT_GROWTH_H

#include <stddef.h>
#include <stdint.h>

#define MH_GROWTH_NAME 224

/* In the process that forks the others. Without memory nothing is counted. */
void mh_growth_make(void);

/* In a new process, when it is about to serve. */
void mh_growth_begin(void);

/* A request is over: a script's path, or a handler's name. */
void mh_growth_count(const char *name);

/* What this process has grown by most for, and how much: NULL, it has not. */
const char *mh_growth_most(uint64_t *bytes);

#endif
