/*
 * localized.c - `local $ENV{X}`: another scalar for the rest of a block.
 *
 * perl's own function would put the old scalar back into the guarded hash. Here
 * it goes back to the view, or to the request's %ENV if the compilation has
 * stopped meanwhile.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/environ/env_view.h"

#include "pool/perl/environ/assignment.h"
#include "pool/perl/trace/guard.h"

typedef struct localized_t {
    SV *old; /* NULL: there was none */
    char name[];
} localized_t;

/* The elements of a request have perl's own magic. */
static void put_back(pTHX_ void *data)
{
    localized_t *localized = data;
    const char *name = localized->name;
    I32 length = (I32)strlen(name);
    SV *old = localized->old;

    if (!old && mh_guard_is_closed())
        (void)mh_env_view_delete(aTHX_ name, false);
    else if (!old)
        (void)hv_delete(mh_guard_hash(aTHX), name, length, G_DISCARD);
    else if (!mh_guard_is_closed())
        mh_assignment_release(old);
    if (old && hv_store(mh_env_view_elements(aTHX), name, length, old, 0))
        SvSETMAGIC(old);
    Safefree(localized);
}

SV *mh_env_view_localize(pTHX_ const char *name)
{
    bool there = mh_env_view_exists(aTHX_ name);
    size_t size = sizeof(localized_t) + strlen(name) + 1;
    localized_t *localized;

    if (!mh_guard_is_closed())
        return NULL;
    localized = safemalloc(size);
    strcpy(localized->name, name);
    localized->old = there ? mh_env_view_fetch(aTHX_ name, MH_LOOK_READ) : NULL;
    SvREFCNT_inc(localized->old);
    SAVEDESTRUCTOR_X(put_back, localized);
    return mh_env_view_renew(aTHX_ name);
}
