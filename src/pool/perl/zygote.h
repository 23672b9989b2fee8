/*
 * zygote.h - reads, compiles and shares one script. Runs in zygotes and their
 * children.
 */
#ifndef MEHARI_POOL_PERL_ZYGOTE_H
#define MEHARI_POOL_PERL_ZYGOTE_H

#include <EXTERN.h>
#include <perl.h>

/*
 * Hook of mh_trace_at_script(): perl is about to read the script's first byte
 * from fd. Makes this process a base, and returns in a zygote that has to
 * compile, or in a child that has to compile and run (mh_self.kind).
 */
void mh_perl_zygote_at_script(int fd, void *context);

/*
 * Called after perl_parse(), with the status that it returned. Returns in a
 * zygote that runs the script as far as its first look, and in a child that
 * runs the script.
 */
void mh_perl_zygote_parsed(pTHX_ int status);

/*
 * Called after perl_run(). Returns only in a child: each request runs the END
 * blocks and flushes its output in a process of its own.
 */
void mh_perl_zygote_ran(pTHX);

#endif
