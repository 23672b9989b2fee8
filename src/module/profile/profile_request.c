/*
 * profile_request.c - see profile_request.h.
 */
#include "module/profile/profile_request.h"

#include "module/config/config.h"
#include "module/request/context/context.h"
#include "shared/perl/profiler.h"
#include "module/profile/settings.h"
#include "module/perl/interpreter.h"
#include "module/common/role.h"

/* Note of a request that has shown the key. */
#define ASKED "mehari-profile"

/* The request whose profile is being written. One process, one Perl. */
static const mh_context_t *active;

/* Compares in a time that does not depend on where they differ. */
static bool is_same(const char *key, const char *said)
{
    size_t length = strlen(key);
    unsigned char differs = length != strlen(said);

    for (size_t i = 0; i < length && *said; i++, said++)
        differs |= (unsigned char)(key[i] ^ *said);
    return !differs;
}

/* The header is removed before a redirect leads to another request. */
static bool has_asked(const request_rec *r)
{
    for (; r; r = r->prev ? r->prev : r->main)
        if (apr_table_get(r->notes, ASKED))
            return true;
    return false;
}

static bool asks(request_rec *r, const char *key)
{
    const char *said;

    if (has_asked(r))
        return true;
    said = apr_table_get(r->headers_in, MH_PROFILE_HEADER);
    if (!said || !is_same(key, said))
        return false;
    apr_table_unset(r->headers_in, MH_PROFILE_HEADER);
    apr_table_setn(r->notes, ASKED, "1");
    return true;
}

bool mh_profile_wants(request_rec *r)
{
    const mh_profile_dir_t *dir;

    if (!mh_profile_used)
        return false;
    if (mh_role_is_worker())
        return true;
    dir = &mh_dir_config(r)->profile;
    return dir->state == MH_PROFILE_ON ||
           (dir->state == MH_PROFILE_ASKED && asks(r, dir->key));
}

void mh_profile_watch(mh_context_t *context)
{
    request_rec *r = context->r;
    dTHXa(mehari.perl);

    if (active || !mh_profile_wants(r))
        return;
    active = context;
    mh_profiler_begin(aTHX_ r->method, r->unparsed_uri, r->filename);
}

void mh_profile_end(const mh_context_t *context)
{
    dTHXa(mehari.perl);

    if (active != context)
        return;
    active = NULL;
    mh_profiler_finish(aTHX);
}
