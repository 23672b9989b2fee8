/*
 * probe.c - see probe.h.
 */
#include "module/registry/probe.h"

#include "shared/probes.h"
#include "module/scoreboard/account.h"

/* A script that is compiled may compile another in BEGIN. */
#define DEEPEST 8

static uint64_t began[DEEPEST];
static unsigned depth;

static void xs_start(pTHX_ CV *cv)
{
    dXSARGS;

    if (items != 1)
        croak_xs_usage(cv, "file");
    if (depth < DEEPEST)
        began[depth] = mh_scoreboard_now();
    depth++;
    mh_probe_compile_start(SvPV_nolen(ST(0)));
    XSRETURN_EMPTY;
}

static void xs_done(pTHX_ CV *cv)
{
    dXSARGS;

    if (items != 2)
        croak_xs_usage(cv, "file, compiled");
    mh_probe_compile_done(SvPV_nolen(ST(0)), SvTRUE(ST(1)));
    if (depth && --depth < DEEPEST && SvTRUE(ST(1)))
        mh_account_compiled(SvPV_nolen(ST(0)),
                            mh_scoreboard_now() - began[depth]);
    XSRETURN_EMPTY;
}

void mh_registry_probe_boot(pTHX)
{
    newXS("Mehari::Registry::compile_start", xs_start, __FILE__);
    newXS("Mehari::Registry::compile_done", xs_done, __FILE__);
}
