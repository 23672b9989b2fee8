/*
 * memory_end.h - does perl end for want of memory?
 *
 * Perl prints a message, and then calls my_exit(1), past every eval, with END
 * blocks, and with an exit code that any script may have. The message is a
 * constant of perl's own, passed to write(), which is ours: no other code
 * writes from that address. In all processes of a pool that run Perl.
 */
#ifndef MEHARI_POOL_PERL_TRACE_MEMORY_END_H
#define MEHARI_POOL_PERL_TRACE_MEMORY_END_H

#include <stdbool.h>

/*
 * perl's constant PL_no_mem: pool/perl/trace/stream.c, which has no headers
 * of perl.
 */
extern const void *mh_memory_end_words;
extern bool mh_memory_ended;

static inline void mh_memory_end_look(const void *written)
{
    if (__builtin_expect(written == mh_memory_end_words, 0))
        mh_memory_ended = true;
}

#endif
