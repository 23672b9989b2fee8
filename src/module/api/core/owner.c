/*
 * owner.c - see owner.h.
 */
#include "module/api/core/owner.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/perl/turn.h"
#include "module/request/context/context.h"
#include "shared/memory.h"
#include "shared/perl/own.h"

/* Unused scalars kept per kind: one request uses only a few of each. */
#define SPARES 8

/* Number of an owner's entries at which those that only we hold are freed. */
#define SWEEP_AT 64

struct mh_owner {
    apr_pool_t *pool;
    mh_owner_t *next;
    mh_entry_t *first;
    unsigned generation; /* of the interpreter that the scalars are in */
    int count;
    int sweep_at;
    bool requests; /* has had an $r: its end cannot wait */
};

static apr_status_t owner_gone(void *data);
static void end_owner(void *data);
static void let_go(pTHX_ mh_entry_t *entry);
static void sweep(pTHX_ mh_owner_t *owner);
static bool only_ours(mh_entry_t *entry);

/* Most recently used first; a child rarely has more than four. */
static MH_OWN mh_owner_t *owners;

static MH_OWN struct {
    mh_entry_t *entry[SPARES];
    int count;
} spares[MH_KINDS];

void mh_owner_boot(void)
{
    memset(spares, 0, sizeof spares);
}

static mh_owner_t *make_owner(apr_pool_t *pool)
{
    /* calloc() would be slower. */
    mh_owner_t *owner = mh_grow(NULL, sizeof(*owner));

    Zero(owner, 1, mh_owner_t);
    owner->pool = pool;
    owner->generation = mehari.generation;
    owner->sweep_at = SWEEP_AT;
    apr_pool_cleanup_register(pool, owner, owner_gone, apr_pool_cleanup_null);
    return owner;
}

mh_owner_t *mh_owner(apr_pool_t *pool)
{
    mh_owner_t **link = &owners;
    mh_owner_t *owner;

    mh_turn_catch_up();
    while (*link != NULL && (*link)->pool != pool)
        link = &(*link)->next;
    owner = *link;
    if (owner == NULL)
        owner = make_owner(pool);
    else
        *link = owner->next;
    owner->next = owners;
    owners = owner;
    if (owner->generation != mehari.generation) {
        /*
         * The pool has outlived an interpreter, which took these scalars with
         * it.
         */
        owner->generation = mehari.generation;
        owner->first = NULL;
        owner->count = 0;
    }
    return owner;
}

/* The owner for the pool, or NULL when there is none (any more). */
static mh_owner_t *peek(apr_pool_t *pool)
{
    mh_owner_t *owner;

    mh_turn_catch_up();
    owner = owners;
    while (owner != NULL && owner->pool != pool)
        owner = owner->next;
    return owner != NULL && owner->generation == mehari.generation ? owner
                                                                   : NULL;
}

apr_pool_t *mh_owner_pool(const mh_owner_t *owner)
{
    return owner->pool;
}

mh_entry_t *mh_owner_find(mh_owner_t *owner, mh_object_kind_e kind, void *ptr,
                          HV *stash)
{
    mh_entry_t *entry;

    for (entry = owner->first; entry != NULL; entry = entry->next)
        if ((entry->ptr == ptr || ptr == NULL) && entry->kind == kind &&
            (stash == NULL || SvSTASH(entry->sv) == stash))
            return entry;
    return NULL;
}

void mh_owner_add(pTHX_ mh_owner_t *owner, mh_entry_t *entry, bool held)
{
    if (owner->count >= owner->sweep_at)
        sweep(aTHX_ owner);
    entry->owner = owner;
    entry->held = held;
    owner->requests |= entry->kind == MH_REQUEST;
    entry->previous = NULL;
    entry->next = owner->first;
    if (entry->next != NULL)
        entry->next->previous = entry;
    owner->first = entry;
    owner->count++;
    if (held)
        SvREFCNT_inc_simple_void_NN(entry->sv);
}

void mh_owner_remove(mh_entry_t *entry)
{
    mh_owner_t *owner = entry->owner;

    if (owner == NULL)
        return;
    if (owner->generation == mehari.generation) {
        if (entry->previous != NULL)
            entry->previous->next = entry->next;
        else
            owner->first = entry->next;
        if (entry->next != NULL)
            entry->next->previous = entry->previous;
        owner->count--;
    }
    entry->owner = NULL;
    entry->next = entry->previous = NULL;
}

mh_entry_t *mh_owner_spare(mh_object_kind_e kind)
{
    if (spares[kind].count == 0)
        return NULL;
    return spares[kind].entry[--spares[kind].count];
}

/*
 * Objects of a request must not outlive it. Other objects may outlive their
 * pool for a moment if this thread cannot wait: no code sees them before they
 * are freed.
 */
static apr_status_t owner_gone(void *data)
{
    const mh_owner_t *owner = data;

    if (!owner->requests) {
        mh_turn_postpone(end_owner, data);
        return APR_SUCCESS;
    }
    mh_turn_take(MH_TURN_EVER);
    end_owner(data);
    mh_turn_leave();
    return APR_SUCCESS;
}

static void end_owner(void *data)
{
    mh_owner_t *owner = data;
    bool lives = mh_parent_enter_generation(owner->generation);
    mh_owner_t **link = &owners;

    while (*link != NULL && *link != owner)
        link = &(*link)->next;
    if (*link != NULL)
        *link = owner->next;
    if (lives) {
        dTHXa(mehari.perl);

        while (owner->first != NULL)
            let_go(aTHX_ owner->first);
    }
    mh_parent_leave();
    free(owner);
}

/* Letting go may free other objects, and with them other owners. */
void mh_owners_end(apr_pool_t *pool)
{
    mh_owner_t *owner = owners;

    while (owner != NULL) {
        if (!apr_pool_is_ancestor(pool, owner->pool)) {
            owner = owner->next;
            continue;
        }
        apr_pool_cleanup_run(owner->pool, owner, owner_gone);
        owner = owners;
    }
}

/*
 * The pool is going: the object is dead from now on. Perl still holds a scalar,
 * which has no pointer.
 */
static void let_go(pTHX_ mh_entry_t *entry)
{
    bool held = entry->held;
    SV *pointer = entry->tie != NULL ? entry->tie : entry->sv;

    if (entry->kind == MH_REQUEST && entry->ptr != NULL) {
        mh_context_t *context = mh_context_peek(entry->ptr);

        if (context != NULL && context->object == entry->sv)
            context->object = NULL;
    }
    mh_owner_remove(entry);
    entry->ptr = NULL;
    if (SvTYPE(pointer) >= SVt_PVIV && SvIOK(pointer))
        SvIV_set(pointer, 0);
    if (!held)
        return;
    if (spares[entry->kind].count < SPARES && only_ours(entry)) {
        spares[entry->kind].entry[spares[entry->kind].count++] = entry;
        return;
    }
    SvREFCNT_dec_NN(entry->sv);
}

/*
 * A weak reference leaves magic on the scalar. The next object must not get
 * such a scalar, because the weak reference would then see that object.
 */
static bool plain(SV *sv)
{
    return SvREFCNT(sv) == 1 && SvMAGIC(sv)->mg_moremagic == NULL &&
           SvMAGIC(sv)->mg_obj == NULL;
}

/*
 * True if only we have this scalar, and no thread has a copy. A hash is plain
 * until an iteration or a weak reference gives it an OOK part; its magic is
 * only ours and that of the tie.
 */
static bool only_ours(mh_entry_t *entry)
{
    if (SvSTASH(entry->sv) != mh_object_stash(entry->kind))
        return false;
    if (entry->magics != (entry->tie != NULL ? 2 : 1))
        return false;
    if (entry->tie != NULL) {
        return SvREFCNT(entry->sv) == 1 && !SvOOK(entry->sv) &&
               plain(entry->tie);
    }
    return plain(entry->sv);
}

/*
 * A pool that lives long can have many objects. Objects that only we hold can
 * go, because a new scalar is made if somebody asks for the pointer again.
 */
static void sweep(pTHX_ mh_owner_t *owner)
{
    mh_entry_t *entry = owner->first;

    while (entry != NULL) {
        mh_entry_t *next = entry->next;

        if (entry->held && entry->kind != MH_REQUEST && only_ours(entry))
            let_go(aTHX_ entry);
        entry = next;
    }
    owner->sweep_at = owner->count * 2 > SWEEP_AT ? owner->count * 2 : SWEEP_AT;
}

typedef struct {
    mh_object_kind_e kind;
    void *ptr;
    apr_pool_t *pool;
    void (*last)(void *ptr, int position);
} gone_t;

/* In the current interpreter. */
static void object_gone(void *data)
{
    const gone_t *gone = data;
    mh_owner_t *owner = peek(gone->pool);
    mh_entry_t *entry;

    while (owner != NULL && (entry = mh_owner_find(owner, gone->kind, gone->ptr,
                                                   NULL)) != NULL) {
        void *ptr = entry->ptr;

        mh_owner_remove(entry);
        entry->ptr = NULL;
        if (SvTYPE(entry->sv) >= SVt_PVIV && SvIOK(entry->sv))
            SvIV_set(entry->sv, 0);
        if (gone->last != NULL)
            gone->last(ptr, entry->position);
    }
}

void mh_object_gone(mh_object_kind_e kind, void *ptr, apr_pool_t *pool,
                    void (*last)(void *ptr, int position))
{
    gone_t gone = { kind, ptr, pool, last };

    if (UNLIKELY(mh_parents))
        mh_parent_each(object_gone, &gone);
    else
        object_gone(&gone);
}
