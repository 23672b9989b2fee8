/*
 * apart.h - a program that runs in a process of its own, forked for one
 * request: descriptors 0 and 1 are its request's body and what the client gets.
 *
 * For scripts that start other processes, which know nothing of httpd, and for
 * those that taint, as perl does that for a whole process.
 */
#ifndef MEHARI_REGISTRY_APART_H
#define MEHARI_REGISTRY_APART_H

#include "../mehari.h"

struct mh_context;

/*
 * Forks, calls the function in the child, and sends what the child and its own
 * children write, until they have closed descriptor 1. An HTTP status, or OK.
 */
int mh_apart_run(pTHX_ struct mh_context *context,
                 void (*function)(pTHX_ void *), void *data);

#endif
