/*
 * forked.h - releases httpd's descriptors in a process that Perl code has
 * forked from a child of httpd.
 *
 * It serves nobody, but may live on as a job, for longer than httpd itself. A
 * port that it kept open could not be opened by the next httpd, a client would
 * wait for its end, and the pools' managers would wait for it as for httpd.
 */
#ifndef MEHARI_MODULE_PERL_FORKED_H
#define MEHARI_MODULE_PERL_FORKED_H

/* In the new process, right after the fork. */
void mh_forked_let_go(void);

#endif
