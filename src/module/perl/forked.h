/*
 * forked.h - releases httpd's descriptors in a process that Perl code has
 * forked from a child of httpd.
 *
 * Such a process serves nobody, but may live on as a job, for longer than httpd
 * itself. If it kept the descriptors, the next httpd could not open its ports,
 * a client would wait for the job's end, and the pools' managers would wait for
 * the job as for httpd.
 */
#ifndef MEHARI_MODULE_PERL_FORKED_H
#define MEHARI_MODULE_PERL_FORKED_H

/* In the new process, right after the fork. */
void mh_forked_let_go(void);

#endif
