/*
 * effects.c - what the imports of a kept file set besides names: see kept.h.
 *
 * While the file is compiled, these variables are local. A run does again what
 * the file has done to them.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

/* Variables that an import sets (uses.c: importers), or to which it adds. */
static const struct {
    const char *name;
    bool adds;
} variables[MH_KEPT_VARIABLES] = {
    { "CGI::Carp::WRAP", true },
    { "CGI::Carp::WARN", true },
    { "CGI::Carp::NO_TIMESTAMP", false },
    { "CGI::Carp::PROGNAME", false },
};

GV *mh_effects_variable(pTHX_ size_t i)
{
    GV *gv = gv_fetchpv(variables[i].name, 0, SVt_PV);

    return gv && isGV_with_GP(gv) ? gv : NULL;
}

void mh_effects_begin(pTHX)
{
    for (size_t i = 0; i < MH_KEPT_VARIABLES; i++) {
        GV *gv = mh_effects_variable(aTHX_ i);

        if (gv)
            save_scalar(gv);
    }
}

void mh_effects_end(pTHX_ mh_kept_effects_t *effects, const CV *noter)
{
    HV *signals = get_hv("SIG", 0);
    SV **handler = signals ? hv_fetchs(signals, "__DIE__", 0) : NULL;

    for (size_t i = 0; i < MH_KEPT_VARIABLES; i++) {
        SV *now = get_sv(variables[i].name, 0);

        if (now && SvOK(now))
            effects->values[i] = newSVsv(now);
    }
    if (handler && SvROK(*handler) && SvRV(*handler) != (const SV *)noter)
        effects->handler = newSVsv(*handler);
}

/* Perl adds 1 to any other value in ways of its own. */
static bool can_add(const SV *sv)
{
    return !SvOK(sv) || (SvIOK(sv) && !SvNOK(sv) && !SvPOK(sv) && !SvROK(sv));
}

/* An import would take the function that has the name by then. */
static bool is_named(pTHX_ const SV *handler)
{
    CV *code = (CV *)SvRV(handler);

    return CvHASGV(code) && GvCV(CvGV(code)) == code;
}

bool mh_effects_may_show(pTHX_ const mh_kept_effects_t *effects)
{
    for (size_t i = 0; i < MH_KEPT_VARIABLES; i++) {
        SV *now = effects->values[i] ? get_sv(variables[i].name, GV_ADD) : NULL;

        if (now && (SvMAGICAL(now) || SvREADONLY(now) ||
                    (variables[i].adds && !can_add(now))))
            return false;
    }
    return !effects->handler || is_named(aTHX_ effects->handler);
}

void mh_effects_show(pTHX_ const mh_kept_effects_t *effects)
{
    for (size_t i = 0; i < MH_KEPT_VARIABLES; i++) {
        SV *value = effects->values[i];
        SV *now = value ? get_sv(variables[i].name, GV_ADD) : NULL;

        if (now && variables[i].adds)
            sv_setiv(now, (SvOK(now) ? SvIVX(now) : 0) + SvIV(value));
        else if (now)
            sv_setsv(now, value);
    }
    if (effects->handler)
        sv_setsv_mg(*hv_fetchs(get_hv("SIG", GV_ADD), "__DIE__", 1),
                    effects->handler);
}
