/*
 * aside.h - descriptors of a worker's own, above those that Perl code opens: a
 * program that closes or counts low ones does not meet them.
 */
#ifndef MEHARI_MODULE_WORKER_ASIDE_H
#define MEHARI_MODULE_WORKER_ASIDE_H

/* A duplicate that a program does not inherit. -1 and errno. */
int mh_set_aside(int fd);

#endif
