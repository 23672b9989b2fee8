/*
 * process.h - does code need a process of its own?
 *
 * Nothing here knows of httpd.
 */
#ifndef MEHARI_FRESH_PROCESS_H
#define MEHARI_FRESH_PROCESS_H

#include <EXTERN.h>
#include <perl.h>

/*
 * Operators that start other processes, or send signals: fork, exec, system,
 * backticks, an open with a pipe, kill. The pad is that of their code.
 */
bool mh_process_needed(const OP *op, PAD *pad);

/* Code that names POSIX::_exit, by its pad. */
bool mh_process_left(pTHX_ PAD *pad);

#endif
