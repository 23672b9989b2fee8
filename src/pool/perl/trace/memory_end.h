/*
 * memory_end.h - tells that perl ends because it has no memory.
 *
 * Perl prints a message, and then calls my_exit(1), past every eval, with END
 * blocks, and with an exit code that any script may have. The message, or since
 * 5.40 its first part, is a constant in libperl, passed to write(), which is
 * ours (read_write.c). A script's own text is never there. Runs in all
 * processes of a pool that run Perl.
 */
#ifndef MEHARI_POOL_PERL_TRACE_MEMORY_END_H
#define MEHARI_POOL_PERL_TRACE_MEMORY_END_H

#include <stdbool.h>

extern bool mh_memory_ended;

#endif
