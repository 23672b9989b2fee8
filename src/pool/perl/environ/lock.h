/*
 * lock.h - perl's lock of environ, in a script that has stopped.
 *
 * The script may have stopped inside a function of perl's that has the lock,
 * for example localtime. Our own code in this thread would then wait for the
 * lock for ever. Since 5.38 the lock remembers its owner, by the address of the
 * lock. Since 5.42 the interpreter counts how often it holds the lock.
 */
#ifndef MEHARI_POOL_PERL_ENVIRON_LOCK_H
#define MEHARI_POOL_PERL_ENVIRON_LOCK_H

#include "shared/perl/compat.h"

typedef struct mh_environ_lock_t {
    mh_perl_environ_lock_t lock;
    int depth;
} mh_environ_lock_t;

/* Moves the lock to memory of the caller, and puts a free one in its place. */
void mh_environ_lock_put_aside(pTHX_ mh_environ_lock_t *aside);
void mh_environ_lock_put_back(pTHX_ const mh_environ_lock_t *aside);

/* The function that holds the lock is left without freeing it. */
void mh_environ_lock_drop(pTHX);

#endif
