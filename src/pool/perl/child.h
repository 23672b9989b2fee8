/*
 * child.h - turns a zygote's fork into the process of one request.
 */
#ifndef MEHARI_POOL_PERL_CHILD_H
#define MEHARI_POOL_PERL_CHILD_H

#include <EXTERN.h>
#include <perl.h>

#include "shared/wire/wire.h"

/*
 * Does in a new fork of a zygote all that can be done ahead, waits for the
 * request, and takes its identity. Returns when the script may go on; ends the
 * process when no request comes.
 */
void mh_perl_child_start(pTHX);

#endif
