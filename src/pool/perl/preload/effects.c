/*
 * effects.c - what the imports of a kept file set besides names: see kept.h.
 *
 * While the file is compiled, these variables are local. A run does again what
 * the file has done to them.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

typedef enum { ADDS, SETS, SETS_AGAIN } effect_e;

/*
 * Variables that an import sets (uses.c: importers), or to which it adds. An
 * import that runs again does so itself.
 */
static const struct {
    const char *name;
    svtype type;
    effect_e effect;
} variables[MH_KEPT_VARIABLES] = {
    { "CGI::Carp::WRAP", SVt_PVMG, ADDS },
    { "CGI::Carp::WARN", SVt_PVMG, ADDS },
    { "CGI::Carp::NO_TIMESTAMP", SVt_PVMG, SETS },
    { "CGI::Carp::PROGNAME", SVt_PVMG, SETS },
    { "CGI::SAVED_SYMBOLS", SVt_PVAV, SETS_AGAIN },
    { "CGI::EXPORT", SVt_PVHV, SETS_AGAIN },
    { "CGI::EXPORT_OK", SVt_PVHV, SETS_AGAIN },
};

GV *mh_effects_variable(pTHX_ size_t i)
{
    GV *gv = gv_fetchpv(variables[i].name, 0, variables[i].type);

    return gv && isGV_with_GP(gv) ? gv : NULL;
}

static void make_local(pTHX_ GV *gv, svtype type)
{
    if (type == SVt_PVAV)
        (void)save_ary(gv);
    else if (type == SVt_PVHV)
        (void)save_hash(gv);
    else
        (void)save_scalar(gv);
}

void mh_effects_begin(pTHX)
{
    for (size_t i = 0; i < MH_KEPT_VARIABLES; i++) {
        GV *gv = mh_effects_variable(aTHX_ i);

        if (gv)
            make_local(aTHX_ gv, variables[i].type);
    }
}

void mh_effects_end(pTHX_ mh_kept_effects_t *effects, const CV *noter)
{
    HV *signals = get_hv("SIG", 0);
    SV **handler = signals ? hv_fetchs(signals, "__DIE__", 0) : NULL;

    for (size_t i = 0; i < MH_KEPT_VARIABLES; i++) {
        SV *now = variables[i].effect == SETS_AGAIN
                      ? NULL
                      : get_sv(variables[i].name, 0);

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
                    (variables[i].effect == ADDS && !can_add(now))))
            return false;
    }
    return !effects->handler || is_named(aTHX_ effects->handler);
}

void mh_effects_show(pTHX_ const mh_kept_effects_t *effects)
{
    for (size_t i = 0; i < MH_KEPT_VARIABLES; i++) {
        SV *value = effects->values[i];
        SV *now = value ? get_sv(variables[i].name, GV_ADD) : NULL;

        if (now && variables[i].effect == ADDS)
            sv_setiv(now, (SvOK(now) ? SvIVX(now) : 0) + SvIV(value));
        else if (now)
            sv_setsv(now, value);
    }
    if (effects->handler)
        sv_setsv_mg(*hv_fetchs(get_hv("SIG", GV_ADD), "__DIE__", 1),
                    effects->handler);
}
