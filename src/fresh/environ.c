/*
 * environ.c - see environ.h.
 */
#include "fresh/environ.h"

static HV *environment(pTHX)
{
    return GvHVn(PL_envgv);
}

static void store(pTHX_ HV *hash, SV *key, SV *value)
{
    (void)hv_store_ent(hash, key, value, 0);
}

/* newHVhv() would go through the magic of what it copies. */
static HV *copy(pTHX_ HV *hash)
{
    HV *made = newHV();
    HE *he;

    hv_iterinit(hash);
    while ((he = hv_iternext(hash)))
        store(aTHX_ made, HeSVKEY_force(he), newSVsv(HeVAL(he)));
    return made;
}

void mh_environ_begin(pTHX_ mh_environ_t *changes)
{
    changes->before = copy(aTHX_ environment(aTHX));
}

static void set(pTHX_ mh_environ_t *changes, SV *key, SV *value)
{
    if (!changes->set)
        changes->set = newHV();
    store(aTHX_ changes->set, key, newSVsv(value));
}

static void take_set(pTHX_ mh_environ_t *changes)
{
    HV *now = environment(aTHX);
    HE *he;

    hv_iterinit(now);
    while ((he = hv_iternext(now))) {
        SV *key = HeSVKEY_force(he);
        HE *old = hv_fetch_ent(changes->before, key, 0, 0);

        if (!old || !sv_eq(HeVAL(old), HeVAL(he)))
            set(aTHX_ changes, key, HeVAL(he));
    }
}

static void take_deleted(pTHX_ mh_environ_t *changes)
{
    HV *now = environment(aTHX);
    HE *he;

    hv_iterinit(changes->before);
    while ((he = hv_iternext(changes->before))) {
        SV *key = HeSVKEY_force(he);

        if (!hv_exists_ent(now, key, 0))
            set(aTHX_ changes, key, &PL_sv_undef);
    }
}

void mh_environ_take(pTHX_ mh_environ_t *changes)
{
    take_set(aTHX_ changes);
    take_deleted(aTHX_ changes);
    SvREFCNT_dec_NN((SV *)changes->before);
    changes->before = NULL;
}

static void apply(pTHX_ SV *key, SV *value)
{
    HV *now = environment(aTHX);

    if (SvOK(value))
        sv_setsv_mg(HeVAL(hv_fetch_ent(now, key, TRUE, 0)), value);
    else
        (void)hv_delete_ent(now, key, G_DISCARD, 0);
}

void mh_environ_apply(pTHX_ const mh_environ_t *changes)
{
    HE *he;

    if (!changes->set)
        return;
    hv_iterinit(changes->set);
    while ((he = hv_iternext(changes->set)))
        apply(aTHX_ HeSVKEY_force(he), HeVAL(he));
}

void mh_environ_free(pTHX_ mh_environ_t *changes)
{
    SvREFCNT_dec((SV *)changes->before);
    SvREFCNT_dec((SV *)changes->set);
}
