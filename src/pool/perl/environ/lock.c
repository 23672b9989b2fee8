/*
 * lock.c - see lock.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/environ/lock.h"

#include "pool/rollback/locks.h"

static void set_depth(pTHX_ int depth)
{
    int *now = mh_perl_environ_depth(aTHX);

    if (now)
        *now = depth;
}

void mh_environ_lock_put_aside(pTHX_ mh_environ_lock_t *aside)
{
    const mh_perl_environ_lock_t *lock = mh_perl_environ_lock();
    const int *depth = mh_perl_environ_depth(aTHX);

    if (!lock)
        return;
    aside->lock = *lock;
    aside->depth = depth ? *depth : 0;
    mh_locks_moved(lock, &aside->lock, sizeof(*lock));
    mh_perl_environ_lock_renew();
    set_depth(aTHX_ 0);
}

void mh_environ_lock_put_back(pTHX_ const mh_environ_lock_t *aside)
{
    mh_perl_environ_lock_t *lock = mh_perl_environ_lock();

    if (!lock)
        return;
    *lock = aside->lock;
    mh_locks_moved(&aside->lock, lock, sizeof(*lock));
    set_depth(aTHX_ aside->depth);
}

void mh_environ_lock_drop(pTHX)
{
    const mh_perl_environ_lock_t *lock = mh_perl_environ_lock();

    if (!lock)
        return;
    mh_locks_dropped(lock, sizeof(*lock));
    mh_perl_environ_lock_renew();
    set_depth(aTHX_ 0);
}
