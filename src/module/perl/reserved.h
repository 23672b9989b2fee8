/*
 * reserved.h - in a process with many threads descriptors 0, 1 and 2 are never
 * free.
 *
 * Perl code may close STDIN, STDOUT and STDERR for a while. The next socket or
 * file of any other thread would get such a number. Then output to descriptor 1
 * or 2 would reach some client, and STDIN could not be opened as before.
 */
#ifndef MEHARI_MODULE_PERL_RESERVED_H
#define MEHARI_MODULE_PERL_RESERVED_H

/*
 * Called in a child of httpd that has Perl. No effect if only one thread
 * serves.
 */
void mh_reserved_keep(void);

/*
 * In a process that Perl code has forked off, which has one thread: makes
 * descriptors 0, 1 and 2 those of Perl's handles, for programs that it starts.
 */
void mh_reserved_let_go(void);

#endif
