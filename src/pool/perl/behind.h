/*
 * behind.h - the files that a run compiles: they come after its zygote's first
 * look, so each request compiles them again.
 *
 * The rest of the script itself counts, and each file that `require`, `use` or
 * `do` reads. A file that a zygote has compiled, and that only appears or runs,
 * does not count. Runs in children; zygotes say where they stand.
 */
#ifndef MEHARI_POOL_PERL_BEHIND_H
#define MEHARI_POOL_PERL_BEHIND_H

#include <EXTERN.h>
#include <perl.h>

#include "shared/wire/wire.h"

/*
 * Wraps the operators that load a file. Call it before mh_preload_wrap(): then
 * files that were loaded ahead do not come here.
 */
void mh_behind_wrap(void);

/*
 * For a zygote that has stopped while it compiled: each child compiles the
 * rest.
 */
void mh_behind_leave_rest(pTHX);

/*
 * The place of the script's own statement that has led to the present one, in
 * another file: ", from /x.pl line 3", in static storage. "": there is none.
 */
const char *mh_behind_origin(pTHX);

/* At a child's end: of the cost, only the bytes of the files are known. */
const mh_wire_spent_t *mh_behind_compiled(void);

#endif
