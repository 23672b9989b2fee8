/*
 * duplicate.c - merges names that exist twice.
 *
 * Code that mentions Foo::bar while Foo is hidden makes a package Foo with a
 * glob for bar in it; when Foo is shown there is a second one. Code compiled
 * against the empty glob is then given the other. For that, the empty glob is
 * searched for in all pads, where a threaded perl has the globs of its
 * operators. The two cannot be merged if one of them has a reference that was
 * not found in a pad.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/piece.h"

#include <stdlib.h>

#include "pool/perl/trace/guard.h"
#include "shared/memory.h"
#include "shared/perl/heads.h"

typedef struct duplicate_t {
    GV *old; /* the glob that is given up */
    SV *name;
    HV *stash;  /* the package of the other glob */
    GV *moved;  /* package whose glob moved there before; NULL */
    GV *poured; /* package poured into this glob's hash; NULL */
    U32 others; /* references by its package and its pieces */
    U32 uses;   /* references found in pads */
} duplicate_t;

typedef struct use_t {
    AV *pad;
    SSize_t index;
    size_t duplicate;
} use_t;

static struct {
    duplicate_t *list;
    size_t count;
    use_t *uses;
    size_t use_count;
} duplicates;

void mh_duplicates_begin(pTHX)
{
    for (size_t i = 0; i < duplicates.count; i++)
        SvREFCNT_dec(duplicates.list[i].name);
    duplicates.count = 0;
    duplicates.use_count = 0;
}

/* --- the duplicates --- */

static bool is_single(const void *sv)
{
    return !sv || SvREFCNT((const SV *)sv) == 1;
}

bool mh_duplicate_is_alone(const GV *gv)
{
    return GvREFCNT(gv) == 1 && !GvIO(gv) && !GvFORM(gv) &&
           is_single(GvSV(gv)) && is_single(GvAV(gv)) && is_single(GvHV(gv));
}

/* Perl also caches in a glob the method it has found by that name. */
bool mh_duplicate_is_unused(pTHX_ GV *gv)
{
    return mh_survey_symbol_sum(aTHX_(SV *) gv) == 0 &&
           (!GvCV(gv) || GvCVGEN(gv)) && mh_duplicate_is_alone(gv);
}

size_t mh_duplicates_mark(void)
{
    return duplicates.count;
}

void mh_duplicates_back(size_t mark)
{
    duplicates.count = mark;
}

static duplicate_t *add_duplicate(pTHX_ HEK *key, HV *stash)
{
    duplicates.list = mh_grow(duplicates.list,
                              (duplicates.count + 1) * sizeof(duplicate_t));
    duplicates.list[duplicates.count] = (duplicate_t){
        .name = newSVhek(key),
        .stash = stash,
    };
    return &duplicates.list[duplicates.count++];
}

bool mh_duplicates_add(pTHX_ SV *old, HEK *key, HV *stash)
{
    if (!isGV_with_GP(old) || !mh_duplicate_is_unused(aTHX_(GV *) old))
        return false;
    add_duplicate(aTHX_ key, stash)->old = (GV *)old;
    return true;
}

bool mh_duplicate_is_foreign(const mh_slots_t *slots)
{
    return isGV_with_GP(slots->symbol) && slots->code && !slots->perl;
}

bool mh_duplicates_move(pTHX_ SV *symbol, HEK *key, HV *stash)
{
    const HE *entry = hv_fetch_ent(stash, sv_2mortal(newSVhek(key)), 0, 0);
    SV *old = entry ? HeVAL(entry) : NULL;
    duplicate_t *duplicate;

    if (old == symbol)
        return true;
    if (old && (!isGV_with_GP(old) || !mh_duplicate_is_unused(aTHX_(GV *) old)))
        return false;
    duplicate = add_duplicate(aTHX_ key, stash);
    duplicate->old = (GV *)old;
    duplicate->moved = (GV *)symbol;
    return true;
}

void mh_duplicates_pour(pTHX_ SV *symbol, HEK *key, HV *stash)
{
    if (isGV_with_GP(symbol) && GvHV((GV *)symbol))
        add_duplicate(aTHX_ key, stash)->poured = (GV *)symbol;
}

bool mh_duplicate_is_syntax(SV *symbol)
{
    const CV *code = isGV_with_GP(symbol) ? GvCVu((const GV *)symbol) : NULL;

    if (isGV_with_GP(symbol))
        return code && (SvPOK(code) || CvCONST(code));
    if (!SvROK(symbol) || SvTYPE(SvRV(symbol)) != SVt_PVCV)
        return true;
    code = (const CV *)SvRV(symbol);
    return SvPOK(code) || CvCONST(code);
}

/* --- their places in pads --- */

static void add_use(size_t duplicate, AV *pad, SSize_t index)
{
    duplicates.uses = mh_grow(duplicates.uses,
                              (duplicates.use_count + 1) * sizeof(use_t));
    duplicates.uses[duplicates.use_count++] = (use_t){ pad, index, duplicate };
    duplicates.list[duplicate].uses++;
}

/* Addresses of the duplicates, and the number of their uses. */
typedef struct range_t {
    const GV *lowest;
    const GV *highest;
    size_t uses;
} range_t;

static void look_into(AV *array, const range_t *range)
{
    SV **start = AvARRAY(array);
    SV **end = start + AvFILLp(array) + 1;

    for (SV **place = start; place < end; place++)
        if (*place && (GV *)*place >= range->lowest &&
            (GV *)*place <= range->highest)
            for (size_t i = 0; i < duplicates.count; i++)
                if ((GV *)*place == duplicates.list[i].old)
                    add_use(i, array, place - start);
}

/* True if all uses are found. */
static bool look_into_array(pTHX_ SV *sv, void *data)
{
    const range_t *range = data;

    if (SvTYPE(sv) == SVt_PVAV && AvREAL((AV *)sv) && !mh_guard_has(sv))
        look_into((AV *)sv, range);
    return duplicates.use_count == range->uses;
}

/* Perl's newest heads come first, and a script's code is new. */
static void look_into_all(pTHX)
{
    range_t range = { NULL, NULL, 0 };

    for (size_t i = 0; i < duplicates.count; i++) {
        const GV *old = duplicates.list[i].old;

        if (old && (!range.lowest || old < range.lowest))
            range.lowest = old;
        if (old > range.highest)
            range.highest = old;
        if (old)
            range.uses += SvREFCNT(old) - duplicates.list[i].others;
    }
    if (range.uses)
        mh_heads_visit(aTHX_ look_into_array, &range);
}

/* References by its package's entry, and its piece. */
static U32 others(const duplicate_t *duplicate)
{
    const HV *stash = GvSTASH(duplicate->old);
    const mh_piece_t *piece = mh_piece_find(stash, (SV *)duplicate->old);
    U32 count = !piece || piece->attached || piece->entry;

    for (size_t i = 0; piece && i < mh_pieces.count; i++)
        count += mh_pieces.list[i]->symbol == (SV *)duplicate->old;
    return count;
}

bool mh_duplicates_find(pTHX)
{
    for (size_t i = 0; i < duplicates.count; i++)
        if (duplicates.list[i].old)
            duplicates.list[i].others = others(&duplicates.list[i]);
    look_into_all(aTHX);
    for (size_t i = 0; i < duplicates.count; i++)
        if (duplicates.list[i].old &&
            SvREFCNT(duplicates.list[i].old) !=
                duplicates.list[i].uses + duplicates.list[i].others)
            return false;
    /* The other globs may be freed soon. */
    for (size_t i = 0; i < duplicates.count; i++)
        if (duplicates.list[i].old)
            SvREFCNT_inc_simple_void_NN(duplicates.list[i].old);
    return true;
}

/* --- merging --- */

static GV *other_of(pTHX_ const duplicate_t *duplicate)
{
    SV *name = sv_2mortal(newSVpvf("%s::%" SVf, HvNAME_get(duplicate->stash),
                                   SVfARG(duplicate->name)));

    if (SvUTF8(duplicate->name))
        SvUTF8_on(name);
    return gv_fetchsv(name, GV_ADD, SVt_PVGV);
}

/* A glob that is only mentioned must have the slots of the glob with
 * content. */
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

/* The stack may refer to the glob, uncounted. It is never freed. */
static void make_same(pTHX_ GV *gv, GV *old)
{
    if (mh_duplicate_is_unused(aTHX_ gv))
        return;
    gp_free(old);
    GvGP_set(old, gp_ref(GvGP(gv)));
}

static void move_uses(pTHX_ size_t at, GV *gv)
{
    const duplicate_t *duplicate = &duplicates.list[at];

    for (size_t i = 0; i < duplicates.use_count; i++) {
        const use_t *use = &duplicates.uses[i];

        if (use->duplicate != at)
            continue;
        AvARRAY(use->pad)[use->index] = SvREFCNT_inc_simple_NN((SV *)gv);
        SvREFCNT_dec_NN(duplicate->old);
    }
}

static void move(pTHX_ const duplicate_t *duplicate)
{
    (void)hv_store_ent(duplicate->stash, duplicate->name,
                       SvREFCNT_inc_simple_NN((SV *)duplicate->moved), 0);
    if (HvENAME_HEK(duplicate->stash))
        mro_method_changed_in(duplicate->stash);
}

static void pour(pTHX_ HV *from, HV *to)
{
    HE *entry;

    hv_iterinit(from);
    while ((entry = hv_iternext(from)))
        if (!hv_exists_ent(to, HeSVKEY_force(entry), 0))
            (void)hv_store_ent(to, HeSVKEY_force(entry), newSVsv(HeVAL(entry)),
                               0);
}

static void resolve(pTHX_ size_t at)
{
    const duplicate_t *duplicate = &duplicates.list[at];
    GV *gv;

    if (duplicate->moved)
        move(aTHX_ duplicate);
    if (duplicate->poured)
        pour(aTHX_ GvHV(duplicate->poured), GvHVn(other_of(aTHX_ duplicate)));
    if (!duplicate->old)
        return;
    gv = other_of(aTHX_ duplicate);
    make_alike(aTHX_ gv, duplicate->old);
    move_uses(aTHX_ at, gv);
    make_same(aTHX_ gv, duplicate->old);
}

void mh_duplicates_resolve(pTHX)
{
    for (size_t i = 0; i < duplicates.count; i++)
        resolve(aTHX_ i);
    mh_duplicates_begin(aTHX);
}
