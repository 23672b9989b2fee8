/*
 * databases.c - see databases.h.
 */
#include "module/scoreboard/databases.h"

#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/library.h"
#include "shared/perl/own.h"

#define MODULE "Mehari::Databases"

/* Handles at the last question to Perl, and the slot they were written to. */
static MH_OWN uint64_t known;
static mh_scoreboard_slot_t *shown;

/* The inner hash of a handle of DBI, which is a tied hash. */
static HV *inside(SV *handle)
{
    const MAGIC *tie;

    if (!handle || !SvROK(handle) || SvTYPE(SvRV(handle)) != SVt_PVHV)
        return NULL;
    tie = mg_find(SvRV(handle), PERL_MAGIC_tied);
    if (!tie || !tie->mg_obj || !SvROK(tie->mg_obj) ||
        SvTYPE(SvRV(tie->mg_obj)) != SVt_PVHV)
        return NULL;
    return (HV *)SvRV(tie->mg_obj);
}

/*
 * DBI keeps weak references to all connections of a driver: the sum of their
 * addresses changes when a connection comes or goes.
 */
static uint64_t add_up(pTHX_ SV *driver)
{
    HV *data = inside(driver);
    SV **entry = data ? hv_fetchs(data, "ChildHandles", 0) : NULL;
    uint64_t sum = 0;
    AV *list;

    if (!entry || !SvROK(*entry) || SvTYPE(SvRV(*entry)) != SVt_PVAV)
        return 0;
    list = (AV *)SvRV(*entry);
    for (SSize_t i = 0; i <= AvFILLp(list); i++) {
        SV *handle = AvARRAY(list)[i];

        if (handle && SvROK(handle))
            sum = sum * 31 + (uint64_t)(uintptr_t)SvRV(handle);
    }
    return sum;
}

/* Walks the buckets: a program may be iterating over the hash. */
static uint64_t add_up_all(pTHX)
{
    const HV *drivers = get_hv("DBI::installed_drh", 0);
    uint64_t sum = 0;

    if (!drivers || !HvARRAY(drivers))
        return 0;
    for (STRLEN i = 0; i <= HvMAX(drivers); i++)
        for (HE *entry = HvARRAY(drivers)[i]; entry; entry = HeNEXT(entry))
            sum += add_up(aTHX_ HeVAL(entry));
    return sum;
}

static CV *find_code(pTHX)
{
    CV *code = get_cv(MODULE "::note", 0);

    if (!code && !mh_require_module(aTHX_ MODULE, mehari.own))
        code = get_cv(MODULE "::note", 0);
    return code;
}

/* $@ keeps the value of the request's last handler. */
static void ask(pTHX_ mh_scoreboard_slot_t *slot)
{
    CV *code;

    ENTER;
    SAVETMPS;
    save_scalar(PL_errgv);
    code = find_code(aTHX);
    shown = slot;
    if (code)
        mh_call(aTHX_(SV *) code, NULL, 0);
    shown = NULL;
    FREETMPS;
    LEAVE;
}

void mh_databases_note(pTHX_ mh_scoreboard_slot_t *slot, bool anyway)
{
    uint64_t now = add_up_all(aTHX);

    if (now == known && (!now || !anyway))
        return;
    known = now;
    if (now)
        ask(aTHX_ slot);
    else
        mh_scoreboard_databases(slot, "");
}

static void xs_show(pTHX_ CV *cv)
{
    dXSARGS;

    if (items != 1)
        croak_xs_usage(cv, "text");
    if (shown)
        mh_scoreboard_databases(shown, SvPV_nolen(ST(0)));
    XSRETURN_EMPTY;
}

void mh_databases_boot(pTHX)
{
    known = 0;
    newXS(MODULE "::show", xs_show, __FILE__);
}
