/*
 * guard.h - %ENV, @ARGV and environ out of reach while a script is compiled.
 *
 * What compiles a script for all its requests has none of a request's
 * variables or words; and whoever looks at what it has instead must not go on
 * there. So the bodies of the hash and of the array, and the array that environ
 * points to, lie on pages of their own, which nobody may read or write while
 * the guard is closed. Every way to them, by whatever name, from Perl or from
 * C, comes to such a page first, and that is a signal: the process stops in its
 * handler, in the middle of one instruction. A process that was forked there
 * opens the guard, fills all three with what is its request's own, and comes
 * back from the handler: the instruction runs again, and sees that.
 *
 * What such an instruction holds in registers stays true, as nothing moves:
 * bodies, buckets and elements keep their addresses and their room. What does
 * not fit into that room is for perl itself to run (mh_guard_has_room).
 *
 * The heads (flags, reference count, stash) are not guarded: `\%ENV` and
 * `*e = *ENV` see nothing yet. The kernel answers EFAULT for a guarded page, so
 * what hands one to it (exec) has to be seen before.
 *
 * Closed in a base before it loads anything; bases and zygotes stay so, and a
 * child opens it, for good. One thread, one interpreter.
 */
#ifndef MEHARI_GUARD_H
#define MEHARI_GUARD_H

#include <EXTERN.h>
#include <perl.h>

#include "wire/wire.h"

/*
 * Closes it, for the first time. %ENV keeps its elements, of which nothing can
 * be seen: they are where the values of a request go. touched is called at the
 * first look, with a sentence's rest, and can leave the look by a longjmp; when
 * it comes back with the guard closed, the process ends there by the signal.
 */
void mh_guard_close(pTHX_ void (*touched)(const char *what));

/*
 * The pages may be read and written, though it is closed: nothing of the script
 * will run here any more.
 */
void mh_guard_uncover(void);

/* In the process whose own %ENV, @ARGV and environ are to be filled now. */
void mh_guard_open(void);

/*
 * After it was opened, and all has been filled: nothing of the guard refers to
 * the hash and the array any more, which can be seen (Internals::SvREFCNT) and
 * would keep what the script has replaced.
 */
void mh_guard_release(pTHX);

/* It was closed, and has not been opened. */
bool mh_guard_is_closed(void);

/*
 * Those that were guarded, whatever the globs hold by now; what the globs hold
 * when nothing ever was.
 */
HV *mh_guard_hash(pTHX);
AV *mh_guard_words(pTHX);

/* Is it one of the two, with the guard closed? Nobody may look at its body. */
bool mh_guard_has(const SV *sv);

/*
 * Room for the strings of environ and a NULL, where it is; once. NULL: there is
 * none, and environ may move.
 */
char **mh_guard_take_environ(size_t count);

/* Do an environment and words of so many fit? */
bool mh_guard_has_room(size_t variables, size_t words);

#endif
