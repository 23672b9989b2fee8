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

/* When perl_destruct() has run, and returned that. */
_Noreturn void mh_finish_with(int status);

#endif
