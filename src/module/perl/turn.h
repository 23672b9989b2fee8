/*
 * turn.h - whose turn it is in the one Perl of a process with many threads.
 *
 * A thread that wants to run Perl takes the turn, and gives it back as often as
 * it has taken it. With mh_turn_keep() the thread has the turn until the end of
 * a request, whatever runs in between. Under prefork, in workers and while the
 * server starts there is one thread, and all of this costs a look at a flag.
 *
 * httpd clears pools in any thread, also in two that must not wait: the thread
 * that accepts connections, and that of an HTTP/2 connection, because the
 * thread that has the turn may be waiting for it. Then the thread that has the
 * turn does their work.
 */
#ifndef MEHARI_MODULE_PERL_TURN_H
#define MEHARI_MODULE_PERL_TURN_H

#include "module/common/mehari.h"
#include "module/perl/interpreter.h"

/*
 * Text for the log, with seconds, if a request does not get the turn in time.
 */
#define MH_TURN_LATE                                                           \
    "other requests have kept the Perl of this process busy for more "         \
    "than %d seconds (PerlInterpWait); a handler that takes so long, "         \
    "or waits for this server, is better off in a pool (PerlUsePool)"

/*
 * True if this thread has the turn, or needs none because there is one thread.
 */
bool mh_turn_mine(void);

/* See mh_turn_take() and mh_turn_leave(). */
bool mh_turn_wait(int seconds);
void mh_turn_give(void);

/* Takes the turn, however long that takes. */
#define MH_TURN_EVER (-1)

/* Takes the turn. False: the thread did not get it within so many seconds. */
static inline bool mh_turn_take(int seconds)
{
    return LIKELY(!mehari.threaded) || mh_turn_wait(seconds);
}

static inline void mh_turn_leave(void)
{
    if (UNLIKELY(mehari.threaded))
        mh_turn_give();
}

/*
 * In a child that ends: takes the turn for good. False: a thread has it and
 * does not give it back.
 */
bool mh_turn_last(void);

/* This thread has the turn for that request, until mh_turn_drop(). */
void mh_turn_keep(struct mh_context *request);
void mh_turn_drop(const struct mh_context *request);

/* As mh_turn_drop(), for any request for which this thread has the turn. */
void mh_turn_drop_all(void);

/* True if this thread runs Perl code; false if it only keeps the turn. */
bool mh_turn_busy(void);

/* True if this thread has just taken the turn, once, and does not keep it. */
bool mh_turn_fresh(void);

/*
 * Calls the function with the turn: at once if it is free or this thread's,
 * else when the thread that has it catches up or gives it back. The function
 * runs in any interpreter that is current then.
 */
void mh_turn_postpone(void (*function)(void *data), void *data);

/*
 * Drops a reference to sv (which may be NULL) in the same way, in the
 * interpreter of that generation, if it still exists.
 */
void mh_turn_discard(SV *sv, unsigned generation);

/* The thread that has the turn does the tasks that others have postponed. */
void mh_turn_catch_up_now(void);
extern bool mh_turn_behind;

static inline void mh_turn_catch_up(void)
{
    if (UNLIKELY(__atomic_load_n(&mh_turn_behind, __ATOMIC_ACQUIRE)))
        mh_turn_catch_up_now();
}

/*
 * Called when a child of httpd begins: the locale that Perl has in the parent
 * now belongs to the interpreter, and no longer to this thread.
 */
void mh_turn_child(void);

/* Called in each interpreter that was used, before another thread gets it. */
void mh_turn_on_rest(void (*function)(pTHX));

/* In a child: the thread that forked it had the turn, or no thread had it. */
void mh_turn_forked(void);

#endif
