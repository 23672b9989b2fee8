/*
 * translated.c - an element with "get" magic.
 *
 * The first read or write removes the magic. The magic has the number of its
 * request, because code may keep a reference to the element.
 */
#include "module/request/environment/translated.h"

#include "module/request/environment/cgi_variables.h"
#include "module/request/context/context.h"
#include "module/request/environment/environment_slots.h"
#include "shared/perl/own.h"

#define KEY "PATH_TRANSLATED"

static int make(pTHX_ SV *sv, MAGIC *mg);
static int written(pTHX_ SV *sv, MAGIC *mg);
static int localize_path(pTHX_ SV *sv, MAGIC *mg);

static const MGVTBL magic = { .svt_get = make,
                              .svt_set = written,
                              .svt_local = localize_path };

static MH_OWN mh_context_t
    *waiting;                  /* context whose PATH_TRANSLATED is unknown */
static MH_OWN SSize_t request; /* its number */

void mh_environment_translated_put(pTHX_ HV *hash, mh_context_t *context)
{
    SV *sv = newSV(0);
    MAGIC *mg;

    if (!mh_environment_slots_put(aTHX_ hash, KEY, sv))
        return;
    waiting = context;
    mg = sv_magicext(sv, NULL, PERL_MAGIC_ext, &magic, NULL, ++request);
    mg->mg_flags |= MGf_LOCAL;
}

void mh_environment_translated_make(pTHX_ HV *hash)
{
    SV **element = waiting ? hv_fetchs(hash, KEY, FALSE) : NULL;

    if (element && mg_findext(*element, PERL_MAGIC_ext, &magic))
        mg_get(*element);
    waiting = NULL;
}

void mh_environment_translated_end(void)
{
    waiting = NULL;
}

static int make(pTHX_ SV *sv, MAGIC *mg)
{
    mh_context_t *context = mg->mg_len == request ? waiting : NULL;
    const char *value;

    waiting = context ? NULL : waiting;
    sv_unmagicext(sv, PERL_MAGIC_ext, (MGVTBL *)&magic);
    if (!context)
        return 0;
    context->env_translate = false;
    value = mh_cgi_variables_translate(context->r);
    sv_setpv(sv, value); /* NULL is undef */
    SvTAINTED_on(sv);
    return 0;
}

static int written(pTHX_ SV *sv, MAGIC *mg)
{
    sv_unmagicext(sv, PERL_MAGIC_ext, (MGVTBL *)&magic);
    return 0;
}

/* `local $ENV{PATH_TRANSLATED}` is an empty element and no copy of this one. */
static int localize_path(pTHX_ SV *sv, MAGIC *mg)
{
    return 0;
}
