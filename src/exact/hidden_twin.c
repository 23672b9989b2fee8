/*
 * hidden_twin.c - names that are there twice.
 *
 * Code that mentions Foo::bar while Foo is hidden makes a package Foo with a
 * glob for bar in it; when Foo is shown there is another one. What was compiled
 * against the one that nothing was put into is then given the other: it is
 * looked for in all pads, where a threaded perl has the globs of its operators.
 * When something else refers to one, or pads do more often than was found, the
 * two cannot become one.
 */
#define PERL_NO_GET_CONTEXT
#include "exact/hidden_part.h"

#include <stdlib.h>

typedef struct twin_t {
    GV *old; /* is given up */
    SV *name;
    HV *stash;             /* has the other */
    mh_module_t *mentions; /* is to be kept with that name */
    U32 uses;              /* that were found */
} twin_t;

typedef struct use_t {
    SV **place;
    size_t twin;
} use_t;

static struct {
    twin_t *list;
    size_t count;
    use_t *uses;
    size_t use_count;
} twins;

static void *grow(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

void mh_twins_begin(pTHX)
{
    for (size_t i = 0; i < twins.count; i++)
        SvREFCNT_dec(twins.list[i].name);
    twins.count = 0;
    twins.use_count = 0;
}

/* --- which --- */

static bool is_single(const void *sv)
{
    return !sv || SvREFCNT((const SV *)sv) == 1;
}

/* Perl notes in a glob, too, which method it has found by that name. */
bool mh_twin_is_unused(pTHX_ GV *gv)
{
    return mh_survey_symbol_sum(aTHX_(SV *) gv) == 0 && GvREFCNT(gv) == 1 &&
           (!GvCV(gv) || GvCVGEN(gv)) && !GvIO(gv) && !GvFORM(gv) &&
           is_single(GvSV(gv)) && is_single(GvAV(gv)) && is_single(GvHV(gv));
}

size_t mh_twins_mark(void)
{
    return twins.count;
}

void mh_twins_back(size_t mark)
{
    twins.count = mark;
}

bool mh_twins_add(pTHX_ const HE *entry, HV *stash, mh_module_t *mentions)
{
    GV *old = (GV *)HeVAL(entry);

    if (!isGV_with_GP(old) || !mh_twin_is_unused(aTHX_ old))
        return false;
    twins.list = grow(twins.list, (twins.count + 1) * sizeof(twin_t));
    twins.list[twins.count++] = (twin_t){
        .old = old,
        .name = newSVhek(HeKEY_hek(entry)),
        .stash = stash,
        .mentions = mentions,
    };
    return true;
}

bool mh_twin_is_syntax(const SV *symbol)
{
    const CV *code = isGV_with_GP(symbol) ? GvCVu((const GV *)symbol) : NULL;

    if (isGV_with_GP(symbol))
        return code && (SvPOK(code) || CvCONST(code));
    if (!SvROK(symbol) || SvTYPE(SvRV(symbol)) != SVt_PVCV)
        return true;
    code = (const CV *)SvRV(symbol);
    return SvPOK(code) || CvCONST(code);
}

/* --- where --- */

static void add_use(size_t twin, SV **place)
{
    twins.uses = grow(twins.uses, (twins.use_count + 1) * sizeof(use_t));
    twins.uses[twins.use_count++] = (use_t){ place, twin };
    twins.list[twin].uses++;
}

static void look_into(AV *array, const GV *lowest, const GV *highest)
{
    SV **place = AvARRAY(array);

    for (SV **end = place + AvFILLp(array) + 1; place < end; place++)
        if ((GV *)*place >= lowest && (GV *)*place <= highest)
            for (size_t i = 0; i < twins.count; i++)
                if ((GV *)*place == twins.list[i].old)
                    add_use(i, place);
}

static void look_into_all(pTHX)
{
    const GV *lowest = twins.list[0].old;
    const GV *highest = lowest;

    for (size_t i = 1; i < twins.count; i++) {
        if (twins.list[i].old < lowest)
            lowest = twins.list[i].old;
        if (twins.list[i].old > highest)
            highest = twins.list[i].old;
    }
    for (SV *arena = PL_sv_arenaroot; arena; arena = MUTABLE_SV(SvANY(arena)))
        for (SV *sv = arena + 1; sv < arena + SvREFCNT(arena); sv++)
            if (SvTYPE(sv) == SVt_PVAV && SvREFCNT(sv) && AvREAL((AV *)sv))
                look_into((AV *)sv, lowest, highest);
}

static bool are_used(void)
{
    for (size_t i = 0; i < twins.count; i++)
        if (SvREFCNT(twins.list[i].old) > 1)
            return true;
    return false;
}

bool mh_twins_find(pTHX)
{
    if (are_used())
        look_into_all(aTHX);
    for (size_t i = 0; i < twins.count; i++)
        if (SvREFCNT(twins.list[i].old) != twins.list[i].uses + 1)
            return false;
    /* The first of them goes with the package. */
    for (size_t i = 0; i < twins.count; i++)
        SvREFCNT_inc_simple_void_NN(twins.list[i].old);
    return true;
}

/* --- and then --- */

static GV *other_of(pTHX_ const twin_t *twin)
{
    SV *name = sv_2mortal(
        newSVpvf("%s::%" SVf, HvNAME_get(twin->stash), SVfARG(twin->name)));

    if (SvUTF8(twin->name))
        SvUTF8_on(name);
    return gv_fetchsv(name, GV_ADD, SVt_PVGV);
}

/* What mentions a name makes room for what it means. */
static void make_alike(pTHX_ GV *gv, GV *old)
{
    if (GvAV(old))
        (void)GvAVn(gv);
    if (GvHV(old))
        (void)GvHVn(gv);
    if (GvSV(old))
        (void)GvSVn(gv);
    if (GvMULTI(old))
        GvMULTI_on(gv);
}

/* There may be one on the stack: no count says so. It is never freed. */
static void make_same(pTHX_ GV *gv, GV *old)
{
    if (mh_twin_is_unused(aTHX_ gv))
        return;
    gp_free(old);
    GvGP_set(old, gp_ref(GvGP(gv)));
}

void mh_twins_resolve(pTHX_ mh_twin_new_fn *made)
{
    for (size_t i = 0; i < twins.count; i++) {
        const twin_t *twin = &twins.list[i];
        bool is_new = !hv_exists_ent(twin->stash, twin->name, 0);
        GV *gv = other_of(aTHX_ twin);

        make_alike(aTHX_ gv, twin->old);
        for (size_t j = 0; j < twins.use_count; j++)
            if (twins.uses[j].twin == i) {
                *twins.uses[j].place = SvREFCNT_inc_simple_NN((SV *)gv);
                SvREFCNT_dec_NN(twin->old);
            }
        make_same(aTHX_ gv, twin->old);
        if (is_new && twin->mentions)
            made(aTHX_ twin->stash, twin->name, gv, twin->mentions);
    }
    mh_twins_begin(aTHX);
}
