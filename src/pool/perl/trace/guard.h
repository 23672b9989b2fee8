/*
 * guard.h - keeps %ENV, @ARGV and environ out of reach while a script is
 * compiled.
 *
 * A zygote that compiles a script for all its requests has none of a request's
 * variables or words; code that looks at these must not go on in the zygote. So
 * the bodies of the hash and of the array, and the array that environ points
 * to, lie on pages of their own, which nobody may read or write while the guard
 * is closed. Every access to them, by whatever name, from Perl or from C,
 * faults on such a page: the process stops in its signal handler, in the middle
 * of one instruction. A process that was forked there opens the guard, fills
 * all three with its own request's values, and returns from the handler: the
 * instruction runs again, and sees them.
 *
 * Values that such an instruction holds in registers stay valid, because
 * bodies, buckets and elements keep their addresses and their capacity.
 * A request that does not fit is run by perl itself (mh_guard_has_room).
 *
 * The heads (flags, reference count, stash) are not guarded, because `\%ENV`
 * and `*e = *ENV` do not look at values yet. The kernel answers EFAULT for a
 * guarded page, so a call that hands one to it (exec) has to be seen before.
 *
 * A base closes the guard before it loads anything. The guard stays closed in
 * bases and zygotes; a child opens it, for good. One thread, one interpreter.
 */
#ifndef MEHARI_POOL_PERL_TRACE_GUARD_H
#define MEHARI_POOL_PERL_TRACE_GUARD_H

#include <EXTERN.h>
#include <perl.h>

#include "shared/wire/wire.h"

#define MH_LOOKS_AT_WORDS "looks at @ARGV"

/*
 * Closes the guard, for the first time. %ENV keeps its elements, where the
 * values of a request will go; none of them can be seen. touched is called at
 * the first look, with a sentence's rest, and can leave the look by a longjmp;
 * if it returns with the guard closed, the process ends there by the signal.
 */
void mh_guard_close(pTHX_ void (*touched)(const char *what));

/* Lets code see that @ARGV is empty, though the guard is closed. */
void mh_guard_show_words(void);
bool mh_guard_words_are_shown(void);

/*
 * Makes the pages readable and writable, though the guard is closed, because
 * nothing of the script will run here any more.
 */
void mh_guard_uncover(void);

/* Opens the guard in the process that will fill %ENV, @ARGV and environ for
 * itself. */
void mh_guard_open(void);

/*
 * Drops the guard's references to the hash and the array. Call it when the
 * guard is open and both are filled. Scripts could see the references
 * (Internals::SvREFCNT), and these would keep values that a script replaces.
 */
void mh_guard_release(pTHX);

/* True if the guard was closed, and has not been opened. */
bool mh_guard_is_closed(void);

/* True if the guard is closed, and environ now leads to another list. */
bool mh_guard_lends(void);

/*
 * The guarded hash and array, whatever the globs hold by now; the globs' own if
 * nothing ever was guarded.
 */
HV *mh_guard_hash(pTHX);
AV *mh_guard_words(pTHX);

/*
 * True if sv is %ENV or @ARGV and the guard is closed, so that nobody may read
 * its body.
 */
bool mh_guard_has(const SV *sv);

/*
 * Returns environ's own memory, for count strings and a NULL, at the first call
 * only. NULL: the memory is too small, and environ may move.
 */
char **mh_guard_take_environ(size_t count);

/* True if an environment and words of that size fit. */
bool mh_guard_has_room(size_t variables, size_t words);

#endif
