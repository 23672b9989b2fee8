/*
 * compat.h - differences between perls, from 5.32 on: one name for each. No
 * other file asks for perl's version.
 */
#ifndef MEHARI_SHARED_PERL_COMPAT_H
#define MEHARI_SHARED_PERL_COMPAT_H

#include <EXTERN.h>
#include <perl.h>

/* Names that perl has had since 5.33.1 and 5.35.1. */
#ifndef PERL_VERSION_GE
#define PERL_VERSION_GE(revision, version, subversion)                         \
    (PERL_VERSION * 1000 + PERL_SUBVERSION >= (version)*1000 + (subversion))
#endif

/* Perl has `class`, with a constructor of its own. */
#define MH_PERL_HAS_CLASSES PERL_VERSION_GE(5, 37, 9)
/* A BEGIN block is called from a copy of PL_compiling. */
#define MH_PERL_CALLS_BEGIN_FROM_COPY PERL_VERSION_GE(5, 35, 9)
#ifndef av_count
#define av_count(list) ((Size_t)(av_top_index(list) + 1))
#endif
#ifndef G_LIST
#define G_LIST G_ARRAY
#endif

/* The interpreter; NULL in a perl without multiplicity, which has only one. */
#ifdef MULTIPLICITY
#define MH_PERL_SELF aTHX
#else
#define MH_PERL_SELF NULL
#endif

/*
 * A hash's body, and the address of the part with names and an iterator, which
 * only some hashes have. hv and body may be copies from another process; the
 * address is one in that process. Since 5.35.5 this part is at the end of the
 * body; before, it was at the end of the array of buckets.
 */
#if PERL_VERSION_GE(5, 35, 5)
typedef struct xpvhv_with_aux mh_perl_hash_body_t;
#else
typedef XPVHV mh_perl_hash_body_t;
#endif

static inline uintptr_t mh_perl_hash_more(const struct hv *hv,
                                          const XPVHV *body)
{
#if PERL_VERSION_GE(5, 35, 5)
    return (uintptr_t)hv->sv_any + offsetof(struct xpvhv_with_aux, xhv_aux);
#else
    return (uintptr_t)(hv->sv_u.svu_hash + body->xhv_max + 1);
#endif
}

/*
 * Lets perl change environ as its own main() does, in a program that takes
 * perl's place. Not needed since 5.38, which always uses libc's functions. Nor
 * is it done for a perl that marks each piece of its memory (-DDEBUGGING): that
 * perl cannot free the strings of environ, which come from malloc().
 */
static inline void mh_perl_keeps_environ(void)
{
#if !defined(PERL_USE_SAFE_PUTENV) && !defined(PERL_TRACK_MEMPOOL)
    PL_use_safe_putenv = FALSE;
#endif
}

/*
 * Call it after perl_free(). perl_construct() uses an existing table of
 * strings. The variables of a perl without multiplicity stay, so it would use
 * the table of the last interpreter, which is freed.
 */
static inline void mh_perl_is_gone(void)
{
#ifndef MULTIPLICITY
    PL_strtab = NULL;
#endif
}

/* Warnings of a statement. Special values are no pointers. */
#ifdef RCPV_LEN /* since 5.37.6 */
typedef char *mh_perl_warnings_t;
#define MH_PERL_WARNINGS_SIZE(warnings) RCPV_LEN(warnings)
#else
typedef STRLEN *mh_perl_warnings_t;
#define MH_PERL_WARNINGS_SIZE(warnings) (sizeof(STRLEN) + *(warnings))
#endif

static inline mh_perl_warnings_t
mh_perl_warnings_copy(pTHX_ mh_perl_warnings_t from)
{
    STRLEN size = specialWARN(from) ? 0 : MH_PERL_WARNINGS_SIZE(from);

#ifdef RCPV_LEN
    return size ? rcpv_copy(from) : from;
#else
    return size ? (STRLEN *)CopyD(from, PerlMemShared_malloc(size), size, char)
                : from;
#endif
}

static inline bool mh_perl_warnings_are_same(const mh_perl_warnings_t one,
                                             const mh_perl_warnings_t other)
{
    return one == other ||
           (!specialWARN(one) && !specialWARN(other) &&
            MH_PERL_WARNINGS_SIZE(one) == MH_PERL_WARNINGS_SIZE(other) &&
            memEQ(one, other, MH_PERL_WARNINGS_SIZE(one)));
}

/* The operator for `my $variable = ...`, which exists since 5.38. */
static inline bool mh_perl_op_stores(const OP *op)
{
#if PERL_VERSION_GE(5, 37, 7)
    return op->op_type == OP_PADSV_STORE;
#else
    return false;
#endif
}

/* Perl's lock of environ; NULL if this perl has none. */
#ifndef USE_ITHREADS
typedef char mh_perl_environ_lock_t;
#elif defined(PERL_RW_MUTEX_INIT) /* since 5.33.5 */
typedef perl_RnW1_mutex_t mh_perl_environ_lock_t;
#else
typedef perl_mutex mh_perl_environ_lock_t;
#define PERL_RW_MUTEX_INIT(lock) MUTEX_INIT(lock)
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

/*
 * Since 5.42, the number of times that the interpreter holds that lock; else
 * NULL.
 */
static inline int *mh_perl_environ_depth(pTHX)
{
#ifdef PL_env_mutex_depth
    return &PL_env_mutex_depth;
#else
    return NULL;
#endif
}

/* True if code waits for each `require`: %{^HOOK}, since 5.38. */
static inline bool mh_perl_hooks_require(pTHX)
{
#if PERL_VERSION_GE(5, 37, 7)
    return PL_hook__require__before || PL_hook__require__after;
#else
    return false;
#endif
}

#endif
