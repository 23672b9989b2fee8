/*
 * obstacle.h - finds out why the kernel does not start a script, beyond errno.
 * Runs in the process that failed to become the script.
 */
#ifndef MEHARI_POOL_MANAGER_MODES_OBSTACLE_H
#define MEHARI_POOL_MANAGER_MODES_OBSTACLE_H

/* A phrase that ends with the code of a message. Empty: nothing is known. */
const char *mh_obstacle(const char *script, int error);

#endif
