/*
 * owner.h - the objects that belong to a pool.
 *
 * An owner is a pool that Perl has objects of; it remembers them in entries,
 * holds their scalars (except those that Perl owns) and releases the scalars
 * when the pool goes. Scalars that nobody else kept are used again for the next
 * object of their kind, so that a request hands out $r without allocating.
 *
 * A pool can outlive the interpreter, and the interpreter a pool; neither side
 * touches memory that the other has already freed.
 */
#ifndef MEHARI_MODULE_API_CORE_OWNER_H
#define MEHARI_MODULE_API_CORE_OWNER_H

#include "module/api/core/class.h"

typedef struct mh_owner mh_owner_t;

typedef struct mh_entry {
    void *ptr;         /* NULL when the pool has gone */
    SV *sv;            /* the blessed scalar, or for APR::Table the hash */
    SV *tie;           /* APR::Table: the scalar that the hash is tied to */
    mh_owner_t *owner; /* NULL when it has gone */
    struct mh_entry *next;
    struct mh_entry *previous;
    mh_object_kind_e kind;
    int position; /* see mh_object_position() */
    int magics;   /* scalars whose magic points here, threads' copies too */
    bool held;    /* the owner has a reference to sv */
} mh_entry_t;

/* The owner for the pool, made when there is none. Never NULL. */
mh_owner_t *mh_owner(apr_pool_t *pool);

/*
 * The entry of the object with that pointer, if it is still blessed into the
 * package of stash; or NULL. ptr NULL: any object of the kind. stash NULL: any
 * package.
 */
mh_entry_t *mh_owner_find(mh_owner_t *owner, mh_object_kind_e kind, void *ptr,
                          HV *stash);

/* Frees the objects that Perl has of the pool and of those below it. */
void mh_owners_end(apr_pool_t *pool);

/*
 * Calls the subs that cleanup_register has added to these pools
 * (module/api/apr/pool.c).
 */
void mh_pool_cleanups_run(apr_pool_t *pool);

/*
 * The structure behind some objects has gone before its pool, so these objects
 * die: those of that kind and ptr, or all of that kind if ptr is NULL. `last`
 * is called for each object before that.
 */
void mh_object_gone(mh_object_kind_e kind, void *ptr, apr_pool_t *pool,
                    void (*last)(void *ptr, int position));

/* The pool whose owner it is. */
apr_pool_t *mh_owner_pool(const mh_owner_t *owner);

/* Adds an entry; with `held` the owner takes a reference to its scalar. */
void mh_owner_add(pTHX_ mh_owner_t *owner, mh_entry_t *entry, bool held);

/* The entry's scalar is being freed: take the entry from its owner. */
void mh_owner_remove(mh_entry_t *entry);

/* An unused entry with its scalars, or NULL. */
mh_entry_t *mh_owner_spare(mh_object_kind_e kind);

/* A new interpreter: spare scalars of the last one are gone. */
void mh_owner_boot(void);

#endif
