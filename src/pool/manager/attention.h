/*
 * attention.h - finds processes that owe an answer and do not give it.
 *
 * As long as requests wait or run, the manager looks twice a second at the
 * processes below that owe an answer. It ends one that was stopped (SIGSTOP, a
 * debugger), and after ten seconds one that just does not answer. If such a
 * process has not read its request, another process gets it. The same goes for
 * a process that has ended while its reporter is stopped.
 */
#ifndef MEHARI_POOL_MANAGER_ATTENTION_H
#define MEHARI_POOL_MANAGER_ATTENTION_H

void mh_attention_setup(void);
/* A request has come: starts to look. */
void mh_attention_begin(void);

#endif
