/*
 * end_blocks.h - END blocks that belong to a package and not to the process.
 *
 * A Registry script's END blocks run after each of its requests. The END blocks
 * of a package that is registered here are taken out of Perl's own list
 * (PL_endav), which Perl runs when the process ends.
 */
#ifndef MEHARI_MODULE_REQUEST_END_BLOCKS_H
#define MEHARI_MODULE_REQUEST_END_BLOCKS_H

#include "module/common/mehari.h"

/* Defines ModPerl::Global::special_list_register, _call and _clear. */
void mh_end_blocks_boot(pTHX);

/* Calls every block; a die is logged for r or s and the next one is called. */
void mh_end_blocks_run(pTHX_ AV *blocks, request_rec *r, server_rec *s);

/* The END blocks of a package, or NULL when it is not registered. */
AV *mh_end_blocks_find(pTHX_ SV *package);

/* Takes the blocks of registered packages out of PL_endav. */
void mh_end_blocks_collect(pTHX);

/* The child or the server ends: runs all remaining blocks. */
void mh_end_blocks_end(pTHX_ server_rec *s);

#endif
