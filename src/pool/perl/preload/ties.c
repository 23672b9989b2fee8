/*
 * ties.c - the ties of variables, and those that perl makes when code first
 * mentions %!, %+ or %-.
 *
 * Perl loads the class for these, without the operator `require`. When a later
 * file mentions the variable, it is tied already. So the tie is taken away
 * while a file is loaded, and perl ties the variable again if the file mentions
 * it: then the file needs the class.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/part.h"

static const struct {
    const char *name;
    const char *class; /* its key in %INC */
} tied[MH_TIES] = {
    { "!", "Errno.pm" },
    { "+", "Tie/Hash/NamedCapture.pm" },
    { "-", "Tie/Hash/NamedCapture.pm" },
};

MAGIC *mh_tie_of(const SV *sv)
{
    MAGIC *tie;

    if (SvTYPE(sv) < SVt_PVMG || !SvMAGICAL(sv))
        return NULL;
    tie = mg_find(sv, PERL_MAGIC_tied);
    return tie ? tie : mg_find(sv, PERL_MAGIC_tiedscalar);
}

/* Other magic of the variable stays: perl has weak references to it there. */
static void unlink_magic(SV *sv, const MAGIC *magic)
{
    MAGIC *at = SvMAGIC(sv);

    if (at == magic) {
        SvMAGIC_set(sv, magic->mg_moremagic);
        return;
    }
    while (at->mg_moremagic != magic)
        at = at->mg_moremagic;
    at->mg_moremagic = magic->mg_moremagic;
}

MAGIC *mh_tie_take(SV *sv)
{
    MAGIC *tie = mh_tie_of(sv);

    if (!tie)
        return NULL;
    unlink_magic(sv, tie);
    mg_magical(sv);
    return tie;
}

void mh_tie_give(pTHX_ SV *sv, MAGIC *tie)
{
    sv_unmagic(sv, tie->mg_type);
    tie->mg_moremagic = SvMAGIC(sv);
    SvMAGIC_set(sv, tie);
    mg_magical(sv);
}

/* NULL: nothing has mentioned the hash. */
static HV *hash_of(pTHX_ const char *name)
{
    SV **symbol = hv_fetch(PL_defstash, name, 1, 0);

    return symbol && isGV_with_GP(*symbol) ? GvHV((GV *)*symbol) : NULL;
}

void mh_ties_take(pTHX_ mh_ties_t *ties)
{
    for (int i = 0; i < MH_TIES; i++) {
        HV *hash = hash_of(aTHX_ tied[i].name);

        ties->taken[i] = hash ? mh_tie_take((SV *)hash) : NULL;
        if (ties->taken[i])
            ties->hash[i] = (HV *)SvREFCNT_inc_simple_NN((SV *)hash);
    }
}

void mh_ties_put_back(pTHX_ const mh_ties_t *ties, mh_module_t *module)
{
    for (int i = 0; i < MH_TIES; i++) {
        HV *hash = hash_of(aTHX_ tied[i].name);

        if (hash && mh_tie_of((SV *)hash) && strNE(module->key, tied[i].class))
            mh_module_needs(module, mh_module(tied[i].class), NULL);
        if (!ties->taken[i])
            continue;
        mh_tie_give(aTHX_(SV *) ties->hash[i], ties->taken[i]);
        SvREFCNT_dec_NN((SV *)ties->hash[i]);
    }
}
