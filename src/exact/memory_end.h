/*
 * memory_end.h - does perl end for want of memory?
 *
 * It says so, and my_exit(1) comes next, past every eval, with END blocks, and
 * with an exit code that any script may have. What it says is a constant of its
 * own, handed to write(), which is ours: nobody else writes from that address,
 * whatever he writes. In all processes of a pool that run Perl.
 */
#ifndef MEHARI_MEMORY_END_H
#define MEHARI_MEMORY_END_H

#include <stdbool.h>

/* perl's constant PL_no_mem: witness_stream.c, which has no headers of perl. */
extern const void *mh_memory_end_words;
extern bool mh_memory_ended;

static inline void mh_memory_end_look(const void *written)
{
    if (__builtin_expect(written == mh_memory_end_words, 0))
        mh_memory_ended = true;
}

#endif
