/*
 * tie.c - the two kinds of magic on an %ENV that waits.
 *
 * The first is for look-ups of a key. Before a look-up, Perl calls the function
 * of the "uvar" magic (perlguts), which builds the hash and takes our magic
 * away. Perl then goes on with the built hash, so that a reference to an
 * element, its m//g position and the like belong to the real element.
 *
 * The second is for iterations by C code, which have no such hook: the hash is
 * also tied. An iteration that began tied goes on tied to its end, from a list
 * of keys, because Perl has already replaced the hash's iterator. (Perl code
 * that iterates does not come here: watch.c builds the hash when the code
 * mentions it.)
 */
#include "module/request/environment/tie.h"
#include "shared/perl/own.h"

static void xs_fetch(pTHX_ CV *cv);
static void xs_store(pTHX_ CV *cv);
static void xs_exists(pTHX_ CV *cv);
static void xs_delete(pTHX_ CV *cv);
static void xs_clear(pTHX_ CV *cv);
static void xs_first(pTHX_ CV *cv);
static void xs_next(pTHX_ CV *cv);
static void xs_scalar(pTHX_ CV *cv);

static const struct {
    const char *name;
    XSUBADDR_t code;
} methods[] = {
    { "FETCH", xs_fetch },   { "STORE", xs_store },   { "EXISTS", xs_exists },
    { "DELETE", xs_delete }, { "CLEAR", xs_clear },   { "FIRSTKEY", xs_first },
    { "NEXTKEY", xs_next },  { "SCALAR", xs_scalar },
};

static MH_OWN HV *hash;
static MH_OWN MAGIC *own_magic; /* ours, in or out of the hash's chain: */
static MH_OWN MAGIC *last;      /* the first and the last of them */
static MH_OWN bool tied;
static void (*build_all)(pTHX);
static MH_OWN AV *keys; /* an iteration that began while the hash waited */
static MH_OWN SSize_t next_key;

static I32 key_looked_up(pTHX_ IV action, SV *sv)
{
    if (keys)
        return 0;
    mh_environment_untie(aTHX);
    build_all(aTHX);
    return 0;
}

void mh_environment_tie_boot(pTHX_ HV *env, void (*builder)(pTHX))
{
    SV *object = newRV_noinc(newSViv(0));
    struct ufuncs before = { key_looked_up, NULL, 0 };
    int count = sizeof(methods) / sizeof(methods[0]);

    for (int i = 0; i < count; i++)
        newXS(Perl_form(aTHX_ "Mehari::Environment::%s", methods[i].name),
              methods[i].code, __FILE__);
    sv_bless(object, gv_stashpvs("Mehari::Environment", GV_ADD));
    hash = env;
    build_all = builder;
    keys = NULL;
    sv_magic((SV *)hash, NULL, PERL_MAGIC_uvar, (char *)&before,
             sizeof(before));
    last = SvMAGIC((SV *)hash);
    sv_magic((SV *)hash, object, PERL_MAGIC_tied, NULL, 0);
    SvREFCNT_dec(object);
    own_magic = SvMAGIC((SV *)hash);
    tied = true;
    mh_environment_untie(aTHX);
}

void mh_environment_tie(pTHX)
{
    if (tied)
        return;
    last->mg_moremagic = SvMAGIC((SV *)hash);
    SvMAGIC_set((SV *)hash, own_magic);
    SvGMAGICAL_on((SV *)hash);
    tied = true;
}

/*
 * Takes our magic out of the chain but leaves its links alone: Perl may be
 * walking the chain right now.
 */
void mh_environment_untie(pTHX)
{
    if (!tied)
        return;
    if (SvMAGIC((SV *)hash) == own_magic) {
        SvMAGIC_set((SV *)hash, last->mg_moremagic);
    } else {
        MAGIC *before = SvMAGIC((SV *)hash);

        while (before && before->mg_moremagic != own_magic)
            before = before->mg_moremagic;
        if (before)
            before->mg_moremagic = last->mg_moremagic;
    }
    SvGMAGICAL_off((SV *)hash);
    tied = false;
    SvREFCNT_dec((SV *)keys);
    keys = NULL;
}

/* Unties the hash and fills it. In a loop over it, leave() ties it again. */
static AV *enter(pTHX)
{
    AV *iterating = keys;

    keys = NULL;
    mh_environment_untie(aTHX);
    if (!iterating)
        build_all(aTHX);
    return iterating;
}

static void leave(pTHX_ AV *iterating)
{
    if (!iterating)
        return;
    mh_environment_tie(aTHX);
    keys = iterating;
}

static void xs_fetch(pTHX_ CV *cv)
{
    dXSARGS;
    AV *iterating = enter(aTHX);
    HE *entry = hv_fetch_ent(hash, ST(1), FALSE, 0);

    ST(0) = entry ? sv_mortalcopy(HeVAL(entry)) : &PL_sv_undef;
    leave(aTHX_ iterating);
    XSRETURN(1);
}

static void xs_store(pTHX_ CV *cv)
{
    dXSARGS;
    AV *iterating = enter(aTHX);
    HE *entry = hv_fetch_ent(hash, ST(1), TRUE, 0);

    if (entry)
        sv_setsv_mg(HeVAL(entry), ST(2));
    leave(aTHX_ iterating);
    XSRETURN_EMPTY;
}

static void xs_exists(pTHX_ CV *cv)
{
    dXSARGS;
    AV *iterating = enter(aTHX);

    ST(0) = boolSV(hv_exists_ent(hash, ST(1), 0));
    leave(aTHX_ iterating);
    XSRETURN(1);
}

static void xs_delete(pTHX_ CV *cv)
{
    dXSARGS;
    AV *iterating = enter(aTHX);
    SV *old = hv_delete_ent(hash, ST(1), 0, 0);

    ST(0) = old ? old : &PL_sv_undef;
    leave(aTHX_ iterating);
    XSRETURN(1);
}

static void xs_clear(pTHX_ CV *cv)
{
    dXSARGS;
    AV *iterating = enter(aTHX);

    hv_clear(hash);
    leave(aTHX_ iterating);
    XSRETURN_EMPTY;
}

/* hv_iterinit() is not used, because our caller uses the hash's iterator. */
static AV *list_keys(pTHX)
{
    AV *list = newAV();
    HE **bucket = HvARRAY(hash);

    for (STRLEN i = 0; bucket && i <= HvMAX(hash); i++)
        for (HE *entry = bucket[i]; entry; entry = HeNEXT(entry))
            if (HeVAL(entry) != &PL_sv_placeholder)
                av_push(list, newSVhek(HeKEY_hek(entry)));
    return list;
}

static SV *step(pTHX)
{
    SV **key = av_fetch(keys, next_key++, FALSE);

    if (key)
        return sv_mortalcopy(*key);
    mh_environment_untie(aTHX);
    return &PL_sv_undef;
}

static void xs_first(pTHX_ CV *cv)
{
    dXSARGS;
    AV *iterating = enter(aTHX);

    SvREFCNT_dec((SV *)iterating);
    leave(aTHX_ list_keys(aTHX));
    next_key = 0;
    ST(0) = step(aTHX);
    XSRETURN(1);
}

static void xs_next(pTHX_ CV *cv)
{
    dXSARGS;

    ST(0) = keys ? step(aTHX) : &PL_sv_undef;
    XSRETURN(1);
}

static void xs_scalar(pTHX_ CV *cv)
{
    dXSARGS;
    AV *iterating = enter(aTHX);

    ST(0) = sv_2mortal(newSViv(HvUSEDKEYS(hash)));
    leave(aTHX_ iterating);
    XSRETURN(1);
}
