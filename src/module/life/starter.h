/*
 * starter.h - the exit status of `httpd -k start`.
 *
 * httpd goes into the background before we load code: the process that was
 * started has exited with 0 by then, whatever comes. It therefore waits while
 * it exits, until its child serves, or has ended before. Parent only.
 */
#ifndef MEHARI_MODULE_LIFE_STARTER_H
#define MEHARI_MODULE_LIFE_STARTER_H

/* A process that exits before its child serves waits for that here. */
void mh_starter_wait(void);

/* The server has started: the exit status is 0. */
void mh_starter_serves(void);

/* A forked process is not the child that is waited for. */
void mh_starter_forget(void);

#endif
