/*
 * capture.h - descriptors 0, 1 and 2 while a zygote compiles, and the output on
 * 2: under CGI each request has the warnings of its compilation.
 */
#ifndef MEHARI_POOL_PERL_CAPTURE_H
#define MEHARI_POOL_PERL_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Gives the process pipes, as a request has: 0 at its end, 1 and 2 that nobody
 * reads yet. A second call begins anew. 0 or errno.
 */
int mh_capture_start(void);

/* Takes the output out of the pipe of 2. False: not all of it could be stored.
 */
bool mh_capture_take(void);

const char *mh_capture_text(size_t *size);

/* Writes that output to descriptor 2, now the request's. */
void mh_capture_repeat(void);

#endif
