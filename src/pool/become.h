/*
 * become.h - what a new process needs before it is a program.
 *
 * In a process that was just forked and will execute something; in the manager
 * itself what is allocated here would have no owner.
 */
#ifndef MEHARI_POOL_BECOME_H
#define MEHARI_POOL_BECOME_H

#include <stdbool.h>

#include "wire/wire.h"

/*
 * first, if it is not NULL, and the words of a list, for execve(): they point
 * into the list. NULL: no memory.
 */
char **mh_become_words(const char *first, const mh_wire_field_t *list);

/* To the directory that a file of this absolute path is in; false and errno. */
bool mh_become_go_beside(const char *path);

#endif
