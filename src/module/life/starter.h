/*
 * starter.h - the exit status of `httpd -k start`.
 *
 * httpd goes into the background before we load code. The process that was
 * started would have exited with 0 by then, whatever comes. So that process
 * waits in exit() until its child serves, or has ended. Parent only.
 */
#ifndef MEHARI_MODULE_LIFE_STARTER_H
#define MEHARI_MODULE_LIFE_STARTER_H

/* Makes a process that exits wait until its child serves. */
void mh_starter_wait(void);

/* The server has started: the exit status is 0. */
void mh_starter_serves(void);

/* A forked process is not the child that is waited for. */
void mh_starter_forget(void);

#endif
