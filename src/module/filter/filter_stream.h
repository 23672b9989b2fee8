/*
 * filter_stream.h - the simple interface of a filter: $f->read for input,
 * $f->print for output. Belongs to a run (filter.h).
 */
#ifndef MEHARI_MODULE_FILTER_FILTER_STREAM_H
#define MEHARI_MODULE_FILTER_FILTER_STREAM_H

#include "module/filter/filter.h"

/*
 * Reads at most `wanted` bytes into the scalar; none at the end of the
 * available data. Flushes and other buckets without data keep their place.
 */
apr_status_t mh_filter_stream_read(pTHX_ mh_filter_run_t *run, SV *into,
                                   apr_size_t wanted);

/* Writes bytes; output is passed on when a buffer is full. */
apr_status_t mh_filter_stream_write(mh_filter_run_t *run, const char *data,
                                    apr_size_t length);

/*
 * The sub has returned: pass on what it printed, and the end of the stream if
 * it has been seen. A sub's unread output is dropped; its unread input is kept
 * for the next run.
 */
apr_status_t mh_filter_stream_finish(mh_filter_run_t *run);

#endif
