/*
 * object.h - httpd's structures as Perl has them: blessed scalars with a C
 * pointer.
 *
 * Layout (mod_perl's, other XS code relies on it): a reference to a blessed
 * scalar whose integer value is the pointer. APR::Table alone is a reference
 * to a blessed, tied hash whose tie object is such a scalar. Our own code
 * never believes the integer, which Perl code can write to: extension magic
 * on the scalar says which pointer and which kind it really is.
 *
 * Every object belongs to a pool. When the pool is cleared or destroyed the
 * pointer is forgotten, in every copy of the object at once, because the copies
 * share the scalar. Any use of such an object croaks with a sentence.
 *
 * A thread of Perl has copies of objects, which work as the originals do. New
 * objects cannot be made there, because owners and stashes belong to the main
 * interpreter.
 *
 * Runs wherever Perl runs (parent at start-up, child).
 */
#ifndef MEHARI_MODULE_API_CORE_OBJECT_H
#define MEHARI_MODULE_API_CORE_OBJECT_H

#include "module/api/core/class.h"

/*
 * A new mortal reference to the object for ptr, which lives as long as the
 * pool.
 * The same pointer gives the same scalar again while the pool lives, unless
 * somebody reblessed it. A kind that is perl_owned gets a new scalar each time
 * and Perl alone holds it. NULL gives undef.
 */
SV *mh_object(pTHX_ mh_object_kind_e kind, void *ptr, apr_pool_t *pool);

/* A new object that Perl alone holds, whatever its kind (APR::Pool->new). */
SV *mh_object_owned(pTHX_ mh_object_kind_e kind, void *ptr, apr_pool_t *pool);

/*
 * An object that Perl alone holds, but always the same one for a pointer. It is
 * for structures that Perl does not own, and that come and go faster than their
 * pool.
 */
SV *mh_object_shared(pTHX_ mh_object_kind_e kind, void *ptr, apr_pool_t *pool);

/* As mh_object() for the common cases, where the pool is known. */
SV *mh_object_request(pTHX_ request_rec *r);
SV *mh_object_connection(pTHX_ conn_rec *c);
SV *mh_object_server(pTHX_ server_rec *s);
SV *mh_object_pool(pTHX_ apr_pool_t *pool);
SV *mh_object_table(pTHX_ apr_table_t *table, apr_pool_t *pool);

/*
 * The pointer inside sv. Croaks, in a sentence that begins with `call`
 * ("$r->print()") and names the argument (0 is the invocant), when sv is not
 * such an object or its pool has gone. MH_REQUEST also takes a blessed hash
 * that has the object under the key r or _r, and a class name, which means the
 * global request; for MH_LOG a class name means the main server. A class name
 * is no object of any other kind.
 */
void *mh_object_ptr(pTHX_ SV *sv, mh_object_kind_e kind, const char *call,
                    int argument);

/* The pointer, or NULL if sv is not a live object of the kind. */
void *mh_object_peek(pTHX_ SV *sv, mh_object_kind_e kind);

/* The kind of the object sv, live or not; MH_NONE if it is none of ours. */
mh_object_kind_e mh_object_kind(SV *sv);

/* The request of PerlOptions +GlobalRequest; croaks without that option. */
request_rec *mh_object_global_request(pTHX);

/* The pool that the object belongs to, or otherwise when it is stale. */
apr_pool_t *mh_object_owner(SV *sv, apr_pool_t *otherwise);

/* A number that belongs to the object: where FIRSTKEY and NEXTKEY stand. */
int *mh_object_position(SV *sv);

/* A pool object outlives $pool->clear: give it its pointer back. */
void mh_object_revive(pTHX_ SV *sv, void *ptr, apr_pool_t *pool);

/* Hooks of a kind; set before the first object of it is made. */
typedef struct {
    /* A new hash that is about to be tied (the tie must come later). */
    void (*tied)(pTHX_ HV *hash);
    /*
     * Perl has freed the last object: the function for the structure behind it.
     */
    void (*freed)(void *ptr, int position);
} mh_object_hooks_t;

void mh_object_hook(mh_object_kind_e kind, const mh_object_hooks_t *given);

/* Keeps the scalar behind `needed` alive as long as the object `sv` is. */
void mh_object_depends(pTHX_ SV *sv, SV *needed);

/*
 * True if sv is a live object that Perl owns. DESTROY ends the structure behind
 * the object only if this is true.
 */
bool mh_object_is_owned(SV *sv);

/*
 * A description of sv for a sentence: `undef`, `"text"`, `a Foo object`.
 * Mortal.
 */
const char *mh_describe(pTHX_ SV *sv);

/* Called once per interpreter. */
void mh_object_boot(pTHX);

#endif
