/*
 * aside.h - gives a worker's own descriptors high numbers, above those that
 * Perl code opens, so that programs that close or count low ones do not touch
 * them.
 */
#ifndef MEHARI_MODULE_WORKER_ASIDE_H
#define MEHARI_MODULE_WORKER_ASIDE_H

/* A duplicate that a program does not inherit. -1 and errno. */
int mh_set_aside(int fd);

#endif
