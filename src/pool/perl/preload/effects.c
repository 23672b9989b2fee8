/*
 * effects.c - variables that imports of a kept file set, besides names: see
 * kept.h. They are local while the file is compiled, because these imports run
 * again in each run (uses.c: setters).
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

static const struct {
    const char *name;
    svtype type;
} variables[MH_KEPT_VARIABLES] = {
    { "CGI::Carp::WRAP", SVt_PVMG },
    { "CGI::Carp::WARN", SVt_PVMG },
    { "CGI::Carp::NO_TIMESTAMP", SVt_PVMG },
    { "CGI::Carp::PROGNAME", SVt_PVMG },
    { "CGI::SAVED_SYMBOLS", SVt_PVAV },
    { "CGI::EXPORT", SVt_PVHV },
    { "CGI::EXPORT_OK", SVt_PVHV },
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
