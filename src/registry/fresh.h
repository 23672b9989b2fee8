/*
 * fresh.h - the response handler Mehari::Fresh: a script runs as a program
 * (src/fresh/program.h), compiled once and clean every time.
 *
 * Embedded in an httpd child under prefork, or in a worker of a pool. A
 * program that has run stays in the symbol table, as the next request is
 * probably for the same one: before any other Perl code runs, mh_fresh_leave()
 * takes it out.
 */
#ifndef MEHARI_REGISTRY_FRESH_H
#define MEHARI_REGISTRY_FRESH_H

#include "../mehari.h"

struct mh_context;

/* Per interpreter. */
void mh_fresh_boot(pTHX);
void mh_fresh_end(pTHX);

/*
 * Answer the request when the handler is that of Mehari::Fresh: true, with
 * *status.
 */
bool mh_fresh_answer(pTHX_ struct mh_context *context, CV *handler,
                     int *status);

/* Perl code that is not a program's is about to run. */
void mh_fresh_leave(pTHX);

/*
 * Perl code is about to start a process. When a program does so by code that is
 * not its own, a module's, its later runs are in a process of their own.
 */
void mh_fresh_starts_process(void);

/* Is it a program that calls exit()? Then its stage is what that ends. */
bool mh_fresh_exits(void);

#endif
