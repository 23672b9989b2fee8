/*
 * kept.h - scripts of ModPerl::PerlRun that are not compiled for each request,
 * as nobody could tell.
 *
 * A compilation is *watched*: it is kept when its BEGIN blocks are known
 * (begin_block.h), it has loaded nothing, and all that it made is in one
 * package (src/fresh/room.h). What it warned of is said again for each run.
 * lib/Mehari/Registry/Kept.pm says when; these are its subs.
 */
#ifndef MEHARI_REGISTRY_KEPT_H
#define MEHARI_REGISTRY_KEPT_H

#include "../mehari.h"

/* Per interpreter. */
void mh_kept_boot(pTHX);
void mh_kept_end(pTHX);

#endif
