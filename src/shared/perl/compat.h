/*
 * compat.h - differences between perls, from 5.36 on: one name for each. No
 * other file asks for perl's version.
 */
#ifndef MEHARI_SHARED_PERL_COMPAT_H
#define MEHARI_SHARED_PERL_COMPAT_H

#include <EXTERN.h>
#include <perl.h>

/*
 * Lets perl change environ as its own main() does, in a program that takes
 * perl's place. Since 5.38 all programs use libc's functions; so does ours with
 * a perl that marks each piece of its memory (-DDEBUGGING): it frees nothing
 * that malloc() gave to somebody else, and environ is there before it.
 */
static inline void mh_perl_keeps_environ(void)
{
#if !defined(PERL_USE_SAFE_PUTENV) && !defined(PERL_TRACK_MEMPOOL)
    PL_use_safe_putenv = FALSE;
#endif
}

/*
 * Follows perl_free(). perl_construct() takes a table of strings that is there
 * for one that its caller has made: a perl without multiplicity, whose
 * variables stay, would take that of the last interpreter, which is freed.
 */
static inline void mh_perl_is_gone(void)
{
#ifndef MULTIPLICITY
    PL_strtab = NULL;
#endif
}

/* `my $variable = ...` as one operator, since 5.38. */
static inline bool mh_perl_op_stores(const OP *op)
{
#if PERL_VERSION_GE(5, 37, 7)
    return op->op_type == OP_PADSV_STORE;
#else
    (void)op;
    return false;
#endif
}

/* Perl's lock of environ; NULL if this perl has none. */
#ifdef USE_ITHREADS
typedef perl_RnW1_mutex_t mh_perl_environ_lock_t;
#else
typedef char mh_perl_environ_lock_t;
#endif

static inline mh_perl_environ_lock_t *mh_perl_environ_lock(void)
{
#ifdef USE_ITHREADS
    return &PL_env_mutex;
#else
    return NULL;
#endif
}

static inline void mh_perl_environ_lock_renew(void)
{
#ifdef USE_ITHREADS
    PERL_RW_MUTEX_INIT(&PL_env_mutex);
#endif
}

/* Counts how often the interpreter has that lock, since 5.42; or NULL. */
static inline int *mh_perl_environ_depth(pTHX)
{
#ifdef PL_env_mutex_depth
    return &PL_env_mutex_depth;
#else
    PERL_UNUSED_CONTEXT;
    return NULL;
#endif
}

/* True if code waits for each `require`: %{^HOOK}, since 5.38. */
static inline bool mh_perl_hooks_require(pTHX)
{
#if PERL_VERSION_GE(5, 37, 7)
    return PL_hook__require__before || PL_hook__require__after;
#else
    PERL_UNUSED_CONTEXT;
    return false;
#endif
}

#endif
