/*
 * exec_prep.h - the argument list and directory of a new process, before it
 * executes a program.
 *
 * Call these only in a process that was just forked and will execute a program.
 * In the manager itself, nobody would free the memory that they allocate.
 */
#ifndef MEHARI_POOL_COMMON_EXEC_PREP_H
#define MEHARI_POOL_COMMON_EXEC_PREP_H

#include <stdbool.h>

#include "shared/wire/wire.h"

/*
 * Builds an argument vector for execve(): first, if it is not NULL, then the
 * words of a list, into which the vector points. NULL: no memory.
 */
char **mh_exec_prep_words(const char *first, const mh_wire_field_t *list);

/* Changes to the directory that holds the file with this absolute path; false
 * and errno. */
bool mh_exec_prep_go_beside(const char *path);

#endif
