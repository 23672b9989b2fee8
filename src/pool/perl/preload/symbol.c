/*
 * symbol.c - takes the symbols of a load out of the symbol table. attach.c puts
 * them back when the module is shown.
 *
 * Only two things can be taken out: a package that was not there before the
 * load, as a whole; and additions to a package that was there but blank: its
 * names had been mentioned by code that was compiled, and held nothing. (All
 * else is refused in the trial: state.c.)
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/unit.h"

#include <stdlib.h>

#include "shared/memory.h"

mh_units_t mh_units;

/* --- collecting --- */

mh_unit_t *mh_unit_new(mh_unit_kind_e kind, const char *name, HV *stash,
                       mh_module_t *owner)
{
    mh_unit_t *unit = mh_grow(NULL, sizeof(mh_unit_t));

    *unit = (mh_unit_t){ .kind = kind,
                         .name = name ? strdup(name) : NULL,
                         .stash = stash,
                         .owner = owner,
                         .attached = true };
    SvREFCNT_inc_simple_void_NN(stash);
    mh_units.list = mh_grow(mh_units.list,
                            (mh_units.count + 1) * sizeof(mh_unit_t *));
    mh_units.list[mh_units.count++] = unit;
    return unit;
}

mh_unit_t *mh_unit_find(const HV *stash, const SV *symbol)
{
    for (size_t i = 0; i < mh_units.count; i++)
        if (mh_units.list[i]->stash == stash &&
            mh_units.list[i]->symbol == symbol)
            return mh_units.list[i];
    return NULL;
}

/* Packages come first, those with longer names after those that hold them. */
static int compare(const void *one, const void *other)
{
    const mh_unit_t *a = *(mh_unit_t *const *)one;
    const mh_unit_t *b = *(mh_unit_t *const *)other;
    bool a_stash = a->kind == MH_UNIT_STASH;
    bool b_stash = b->kind == MH_UNIT_STASH;

    if (a_stash != b_stash)
        return a_stash ? -1 : 1;
    if (!a_stash || strlen(a->name) == strlen(b->name))
        return 0;
    return strlen(a->name) < strlen(b->name) ? -1 : 1;
}

static void sort(void)
{
    if (mh_units.count)
        qsort(mh_units.list, mh_units.count, sizeof(mh_unit_t *), compare);
}

/* A known entry came back with a module that was shown meanwhile. */
static void collect_stash(pTHX_ const mh_survey_t *before, HV *stash,
                          mh_module_t *top)
{
    if (!mh_survey_has_stash(before, stash) && !mh_unit_find(stash, NULL))
        mh_unit_new(MH_UNIT_STASH, HvNAME_get(stash), stash, top)->sum =
            mh_survey_sum(aTHX_ stash);
}

/* Perl itself keeps some globs of package main, and notes methods in others. */
static bool is_mention(pTHX_ const mh_slots_t *slots)
{
    return slots->stash != PL_defstash && isGV_with_GP(slots->symbol) &&
           !GvCVGEN((GV *)slots->symbol) &&
           mh_duplicate_is_unused(aTHX_(GV *) slots->symbol);
}

static void collect_symbol(pTHX_ const mh_survey_t *before,
                           const mh_slots_t *slots, mh_module_t *top)
{
    const mh_slots_t *old = mh_survey_find(before, slots->stash, slots->key);
    mh_unit_kind_e kind = MH_UNIT_NAME;
    mh_unit_t *unit;

    if (!mh_survey_has_stash(before, slots->stash) ||
        mh_slots_bookkeeping(slots) ||
        mh_unit_find(slots->stash, slots->symbol))
        return;
    if (slots->content && !(old && old->content) &&
        mh_survey_is_blank(before, slots->stash))
        kind = old ? MH_UNIT_SLOTS : MH_UNIT_SYMBOL;
    else if (old || slots->content || !is_mention(aTHX_ slots))
        return;
    unit = mh_unit_new(kind, HEK_KEY(slots->key), slots->stash, top);
    unit->symbol = SvREFCNT_inc_simple_NN(slots->symbol);
    unit->foreign = mh_duplicate_is_foreign(slots);
    if (kind != MH_UNIT_NAME)
        unit->sum = mh_survey_symbol_sum(aTHX_ unit->symbol);
}

/* Forget placeholder globs that the load has since filled. */
static void drop_filled(pTHX)
{
    size_t kept = 0;

    for (size_t i = 0; i < mh_units.count; i++) {
        mh_unit_t *unit = mh_units.list[i];

        if (unit->kind != MH_UNIT_NAME || !unit->attached ||
            mh_duplicate_is_unused(aTHX_(GV *) unit->symbol))
            mh_units.list[kept++] = unit;
    }
    mh_units.count = kept;
}

void mh_symbols_begin(const mh_survey_t *before, mh_module_t *top)
{
    mh_units.before = before;
    mh_units.top = top;
}

void mh_symbols_collect(pTHX_ const mh_survey_t *before,
                        const mh_survey_t *after, mh_module_t *top)
{
    drop_filled(aTHX);
    for (size_t i = 0; i < after->count; i++) {
        const mh_slots_t *slots = &after->list[i];

        if (!slots->key)
            collect_stash(aTHX_ before, slots->stash, top);
        else
            collect_symbol(aTHX_ before, slots, top);
    }
    sort();
    mh_units.before = NULL;
    mh_units.top = NULL;
}

static UV sum_of(pTHX_ const mh_unit_t *unit)
{
    return unit->kind == MH_UNIT_STASH
               ? mh_survey_sum(aTHX_ unit->stash)
               : mh_survey_symbol_sum(aTHX_ unit->symbol);
}

const char *mh_symbols_merge(pTHX_ mh_module_t *top)
{
    for (size_t i = 0; i < mh_units.count; i++) {
        mh_unit_t *unit = mh_units.list[i];
        UV sum = unit->attached && unit->kind != MH_UNIT_NAME
                     ? sum_of(aTHX_ unit)
                     : unit->sum;

        if (unit->sum == sum)
            continue;
        if (!unit->owner->fresh)
            return HvNAME_get(unit->stash);
        unit->owner->changed_by = top;
        unit->sum = sum;
    }
    return NULL;
}

/* A module that depends on the forgotten one. */
static mh_module_t *take_back(pTHX_ const mh_module_t *module)
{
    for (size_t i = 0; i < mh_units.count; i++) {
        mh_unit_t *unit = mh_units.list[i];

        if (unit->given_to != module)
            continue;
        if (unit->given && !mh_duplicates_take_back(aTHX_ unit))
            return unit->owner;
        unit->given_to = NULL;
    }
    return NULL;
}

/* Packages that will not be shown any more, in this process. */
static struct {
    HV **list;
    size_t count;
} gone;

/*
 * The content of a stash is never freed: an object of a load that never
 * happened must not be destroyed, and names of other modules may be in it.
 */
static void forget_unit(const mh_unit_t *unit)
{
    if (unit->kind != MH_UNIT_STASH || unit->attached)
        return;
    gone.list = mh_grow(gone.list, (gone.count + 1) * sizeof(HV *));
    gone.list[gone.count++] = unit->stash;
}

void mh_symbols_unname(pTHX)
{
    for (size_t i = 0; i < gone.count; i++) {
        const char *name = HvNAME_get(gone.list[i]);

        if (name && gv_stashpv(name, 0) != gone.list[i])
            hv_name_set(gone.list[i], NULL, 0, 0);
    }
}

void mh_symbols_forget(pTHX_ const mh_module_t *module)
{
    mh_module_t *other;

    for (size_t i = mh_units.count; i-- > 0;) {
        mh_unit_t *unit = mh_units.list[i];

        if (unit->owner != module)
            continue;
        forget_unit(unit);
        mh_units.list[i] = mh_units.list[--mh_units.count];
    }
    sort();
    while ((other = take_back(aTHX_ module)))
        mh_module_forget(aTHX_ other);
}

/* --- coming and going --- */

bool mh_unit_wanted(const mh_unit_t *unit)
{
    return unit->owner->visited || unit->owner->state == MH_MODULE_SHOWN;
}

/*
 * Perl takes the magic of @ISA away with the last name for it: without magic
 * perl would not notice a change of the list.
 */
static void renew_parents(pTHX_ GV *gv)
{
    AV *parents = GvAV(gv);

    if (!parents || mg_find((SV *)parents, PERL_MAGIC_isa))
        return;
    sv_magic((SV *)parents, (SV *)gv, PERL_MAGIC_isa, NULL, 0);
    for (SSize_t i = 0; i <= AvFILLp(parents); i++)
        if (AvARRAY(parents)[i])
            sv_magic(AvARRAY(parents)[i], (SV *)parents, PERL_MAGIC_isaelem,
                     NULL, (I32)i);
}

/* No public function clears the cache; the magic of a list of parents does. */
static void parents_changed(pTHX_ GV *gv)
{
    AV *parents = newAV();

    sv_magic((SV *)parents, (SV *)gv, PERL_MAGIC_isa, NULL, 0);
    mg_set((SV *)parents);
    SvREFCNT_dec_NN(parents);
}

void mh_unit_changed(pTHX_ const mh_unit_t *unit)
{
    if (!HvENAME_HEK(unit->stash))
        return;
    if (strNE(unit->name, "ISA") || !isGV_with_GP(unit->symbol)) {
        mro_method_changed_in(unit->stash);
        return;
    }
    if (unit->attached)
        renew_parents(aTHX_(GV *) unit->symbol);
    parents_changed(aTHX_(GV *) unit->symbol);
}

void mh_unit_swap(const mh_unit_t *unit)
{
    GV *gv = (GV *)unit->symbol;
    GP *gp = GvGP(gv);

    GvGP_set(gv, GvGP(unit->other));
    GvGP_set(unit->other, gp);
}

/* --- taking out --- */

static void detach_stash(pTHX_ const mh_unit_t *unit)
{
    const char *colons = NULL;
    HV *parent = PL_defstash;
    SV *key;

    if (gv_stashpv(unit->name, 0) != unit->stash)
        return;
    for (const char *at = strstr(unit->name, "::"); at;
         at = strstr(at + 2, "::"))
        colons = at;
    if (colons)
        parent = gv_stashpvn(unit->name, (U32)(colons - unit->name), 0);
    key = newSVpvf("%s::", colons ? colons + 2 : unit->name);
    if (parent)
        (void)hv_delete_ent(parent, sv_2mortal(key), G_DISCARD, 0);
}

/* A blank glob, as a mention makes it. */
static GV *blank(pTHX_ const mh_unit_t *unit)
{
    GV *gv = (GV *)unit->symbol;
    GV *other = (GV *)newSV(0);
    GP *gp;

    gv_init_pvn(other, unit->stash, unit->name, strlen(unit->name), 0);
    gp = GvGP(other);
    gp->gp_egv = gv;
    gp->gp_line = GvLINE(gv);
    unsharepvn(HEK_KEY(gp->gp_file_hek), HEK_LEN(gp->gp_file_hek),
               HEK_HASH(gp->gp_file_hek));
    gp->gp_file_hek = share_hek_hek(GvFILE_HEK(gv));
    return other;
}

void mh_symbols_detach(pTHX)
{
    ENTER;
    SAVETMPS;
    for (size_t i = mh_units.count; i-- > 0;) {
        mh_unit_t *unit = mh_units.list[i];

        if (!unit->attached || mh_unit_wanted(unit))
            continue;
        unit->attached = false;
        if (unit->kind == MH_UNIT_STASH) {
            detach_stash(aTHX_ unit);
            continue;
        }
        if (unit->kind != MH_UNIT_SLOTS) {
            (void)hv_delete(unit->stash, unit->name, (I32)strlen(unit->name),
                            G_DISCARD);
        } else {
            if (!unit->other)
                unit->other = blank(aTHX_ unit);
            mh_unit_swap(unit);
        }
        mh_unit_changed(aTHX_ unit);
    }
    /* Perl keeps the glob of a deleted package until temporaries are freed. */
    FREETMPS;
    LEAVE;
    for (size_t i = 0; i < mh_units.count; i++)
        if (!mh_units.list[i]->attached)
            mh_units.list[i]->references = SvREFCNT(mh_units.list[i]->stash);
}
