/*
 * ties.c - variables that perl ties when code first mentions them.
 *
 * Perl loads the class for that, without the operator `require`. When a later
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

        ties->taken[i] = hash && mh_survey_is_tied((SV *)hash) ? SvMAGIC(hash)
                                                               : NULL;
        if (!ties->taken[i])
            continue;
        SvMAGIC_set(hash, NULL);
        SvMAGICAL_off(hash);
    }
}

void mh_ties_put_back(pTHX_ const mh_ties_t *ties, mh_module_t *module)
{
    for (int i = 0; i < MH_TIES; i++) {
        HV *hash = hash_of(aTHX_ tied[i].name);

        if (hash && mh_survey_is_tied((SV *)hash) &&
            strNE(module->key, tied[i].class))
            mh_module_needs(module, mh_module(tied[i].class), NULL);
        if (!hash || !ties->taken[i])
            continue;
        mg_free((SV *)hash);
        SvMAGIC_set(hash, ties->taken[i]);
        mg_magical((SV *)hash);
    }
}
