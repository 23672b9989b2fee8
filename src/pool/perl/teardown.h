/*
 * teardown.h - decides at a child's end whether perl_destruct() matters. Perl
 * would destroy all its data, most often for nothing, because the process ends
 * anyway.
 */
#ifndef MEHARI_POOL_PERL_TEARDOWN_H
#define MEHARI_POOL_PERL_TEARDOWN_H

#include <EXTERN.h>
#include <perl.h>

/*
 * False: perl_destruct() would do nothing that anybody could see, except that
 * it flushes buffers. These have been flushed.
 */
bool mh_teardown_matter(pTHX);

/*
 * Does the same search once in a zygote, so that its children share the caches
 * that perl fills.
 */
void mh_teardown_prepare(pTHX);

#endif
