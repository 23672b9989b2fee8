/*
 * perlio.h - the PerlIO layer :APR: a file that APR has opened.
 *
 * Two layers make a handle: one of ours that reads and writes the file, and
 * Perl's own :perlio above it, which buffers. The file belongs to a pool. When
 * the pool goes, buffered data is written, and the handle has no file any more.
 */
#ifndef MEHARI_MODULE_API_APR_PERLIO_H
#define MEHARI_MODULE_API_APR_PERLIO_H

#include "module/common/mehari.h"

#include "apr_file_io.h"

/* Makes the layer known (once per interpreter). */
void mh_perlio_boot(pTHX);

/*
 * The same as a reference to a new glob, mortal; undef when there is none.
 * Output is written at once, as the file may be a pipe.
 */
SV *mh_perlio_glob(pTHX_ apr_file_t *file, const char *mode);

#endif
