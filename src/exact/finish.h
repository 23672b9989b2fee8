/*
 * finish.h - the end of a child: what perl's own main() does after the script,
 * less what would do nothing.
 */
#ifndef MEHARI_FINISH_H
#define MEHARI_FINISH_H

#include <EXTERN.h>
#include <perl.h>

/* END blocks, destructors, buffers; says DONE; ends the process. */
_Noreturn void mh_finish(pTHX);

/*
 * END blocks and destructors: perl_destruct(), after which nothing of Perl may
 * be looked at. The exit code.
 */
int mh_finish_perl(pTHX);

/* When that has run, and returned the status. */
_Noreturn void mh_finish_with(int status);

#endif
