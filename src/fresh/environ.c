/*
 * environ.c - see environ.h.
 */
#include "fresh/environ.h"

static HV *environment(pTHX)
{
    return GvHVn(PL_envgv);
}

/* perl's own iterator makes temporaries, and this is no statement of Perl. */
static void each_entry(pTHX_ HV *hash,
                       void (*function)(pTHX_ SV *, SV *, mh_environ_t *),
                       mh_environ_t *changes)
{
    HE **buckets = HvARRAY(hash);

    for (STRLEN i = 0; buckets && i <= HvMAX(hash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he)) {
            SV *name = newSVhek(HeKEY_hek(he));

            function(aTHX_ name, HeVAL(he), changes);
            SvREFCNT_dec_NN(name);
        }
}

static void note_before(pTHX_ SV *name, SV *value, mh_environ_t *changes)
{
    (void)hv_store_ent(changes->before, name, newSVsv(value), 0);
}

void mh_environ_begin(pTHX_ mh_environ_t *changes)
{
    changes->before = newHV();
    each_entry(aTHX_ environment(aTHX), note_before, changes);
}

static void add(pTHX_ mh_environ_t *changes, SV *name, SV *value)
{
    PERL_UNUSED_CONTEXT;
    Renew(changes->list, changes->count + 1, struct mh_environ_change_t);
    changes->list[changes->count++] = (struct mh_environ_change_t){
        SvREFCNT_inc_simple_NN(name), value ? newSVsv(value) : NULL
    };
}

static void note_set(pTHX_ SV *name, SV *value, mh_environ_t *changes)
{
    HE *old = hv_fetch_ent(changes->before, name, 0, 0);

    if (!old || !sv_eq(HeVAL(old), value))
        add(aTHX_ changes, name, value);
}

static void note_deleted(pTHX_ SV *name, SV *value, mh_environ_t *changes)
{
    PERL_UNUSED_ARG(value);
    if (!hv_exists_ent(environment(aTHX), name, 0))
        add(aTHX_ changes, name, NULL);
}

void mh_environ_take(pTHX_ mh_environ_t *changes)
{
    each_entry(aTHX_ environment(aTHX), note_set, changes);
    each_entry(aTHX_ changes->before, note_deleted, changes);
    SvREFCNT_dec_NN((SV *)changes->before);
    changes->before = NULL;
}

static void apply(pTHX_ const struct mh_environ_change_t *change)
{
    HV *now = environment(aTHX);

    if (change->value)
        sv_setsv_mg(HeVAL(hv_fetch_ent(now, change->name, TRUE, 0)),
                    change->value);
    else
        (void)hv_delete_ent(now, change->name, G_DISCARD, 0);
}

void mh_environ_apply(pTHX_ const mh_environ_t *changes)
{
    for (size_t i = 0; i < changes->count; i++)
        apply(aTHX_ & changes->list[i]);
}

void mh_environ_free(pTHX_ mh_environ_t *changes)
{
    for (size_t i = 0; i < changes->count; i++) {
        SvREFCNT_dec_NN(changes->list[i].name);
        SvREFCNT_dec(changes->list[i].value);
    }
    Safefree(changes->list);
    SvREFCNT_dec((SV *)changes->before);
}
