/*
 * finish.h - the end of a child: the steps of perl's own main() after the
 * script, without those that would do nothing.
 */
#ifndef MEHARI_POOL_PERL_FINISH_H
#define MEHARI_POOL_PERL_FINISH_H

#include <EXTERN.h>
#include <perl.h>

/* The script does not compile: the report of the end will say so. */
void mh_finish_uncompiled(void);

/* END blocks, destructors, buffers; reports the end; ends the process. */
_Noreturn void mh_finish(pTHX);

/*
 * Runs END blocks and destructors by perl_destruct(). After that, nothing of
 * Perl may be looked at. Returns the exit code.
 */
int mh_finish_perl(pTHX);

/* The rest of the end, after mh_finish_perl() has returned the status. */
_Noreturn void mh_finish_with(int status);

#endif
