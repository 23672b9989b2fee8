/*
 * hidden_symbol.c - what a load has put into the symbol table is taken out of
 * it, and put back when the module is shown.
 *
 * Only two things can be: a package that was not there before the load, as a
 * whole; and what was put into one that was there but blank: its names had been
 * mentioned by code that was compiled, and held nothing. (All else is refused
 * in the trial: hidden_residue.c.) A name that is there twice would have two
 * globs, so that a hidden package is never put where a name is mentioned.
 */
#define PERL_NO_GET_CONTEXT
#include "exact/hidden_part.h"

#include <stdlib.h>

typedef enum {
    UNIT_STASH,  /* a package that was not there */
    UNIT_SYMBOL, /* a name that was not there, in a blank package */
    UNIT_SLOTS   /* what a name got that had been mentioned before */
} unit_kind_e;

typedef struct unit_t {
    unit_kind_e kind;
    char *name; /* UNIT_STASH: of the package; else of the symbol in stash */
    HV *stash;
    SV *symbol; /* but for UNIT_STASH */
    GV *other;  /* UNIT_SLOTS: has what is not in use now */
    UV sum;     /* over what was in it after the load */
    mh_module_t *owner;
    bool attached;
} unit_t;

static struct {
    unit_t **list; /* packages come after those that they are in */
    size_t count;
} units;

static void *allocate(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

/* --- collecting --- */

static unit_t *new_unit(unit_kind_e kind, const char *name, HV *stash,
                        mh_module_t *owner)
{
    unit_t *unit = allocate(NULL, sizeof(unit_t));

    *unit = (unit_t){ .kind = kind,
                      .name = name ? strdup(name) : NULL,
                      .stash = stash,
                      .owner = owner,
                      .attached = true };
    SvREFCNT_inc_simple_void_NN(stash);
    units.list = allocate(units.list, (units.count + 1) * sizeof(unit_t *));
    units.list[units.count++] = unit;
    return unit;
}

/* The unit of a package (symbol: NULL), or of one of its symbols. */
static unit_t *find_unit(const HV *stash, const SV *symbol)
{
    for (size_t i = 0; i < units.count; i++)
        if (units.list[i]->stash == stash && units.list[i]->symbol == symbol)
            return units.list[i];
    return NULL;
}

/* Packages first, those with longer names after those that hold them. */
static int compare(const void *one, const void *other)
{
    const unit_t *a = *(unit_t *const *)one;
    const unit_t *b = *(unit_t *const *)other;
    bool a_stash = a->kind == UNIT_STASH;
    bool b_stash = b->kind == UNIT_STASH;

    if (a_stash != b_stash)
        return a_stash ? -1 : 1;
    if (!a_stash || strlen(a->name) == strlen(b->name))
        return 0;
    return strlen(a->name) < strlen(b->name) ? -1 : 1;
}

static void sort(void)
{
    if (units.count)
        qsort(units.list, units.count, sizeof(unit_t *), compare);
}

/* What is known came back with a module that was shown meanwhile. */
static void collect_stash(pTHX_ const mh_survey_t *before, HV *stash,
                          mh_module_t *top)
{
    if (!mh_survey_has_stash(before, stash) && !find_unit(stash, NULL))
        new_unit(UNIT_STASH, HvNAME_get(stash), stash, top)->sum =
            mh_survey_sum(aTHX_ stash);
}

static void collect_symbol(pTHX_ const mh_survey_t *before,
                           const mh_slots_t *slots, mh_module_t *top)
{
    const mh_slots_t *old = mh_survey_find(before, slots->stash, slots->key);
    unit_t *unit;

    if (!slots->content || (old && old->content) ||
        !mh_survey_is_blank(before, slots->stash) ||
        mh_slots_bookkeeping(slots) || find_unit(slots->stash, slots->symbol))
        return;
    unit = new_unit(old ? UNIT_SLOTS : UNIT_SYMBOL, HEK_KEY(slots->key),
                    slots->stash, top);
    unit->symbol = SvREFCNT_inc_simple_NN(slots->symbol);
    unit->sum = mh_survey_symbol_sum(aTHX_ unit->symbol);
}

void mh_symbols_collect(pTHX_ const mh_survey_t *before,
                        const mh_survey_t *after, mh_module_t *top)
{
    for (size_t i = 0; i < after->count; i++) {
        const mh_slots_t *slots = &after->list[i];

        if (!slots->key)
            collect_stash(aTHX_ before, slots->stash, top);
        else
            collect_symbol(aTHX_ before, slots, top);
    }
    sort();
}

static UV sum_of(pTHX_ const unit_t *unit)
{
    return unit->kind == UNIT_STASH ? mh_survey_sum(aTHX_ unit->stash)
                                    : mh_survey_symbol_sum(aTHX_ unit->symbol);
}

const char *mh_symbols_merge(pTHX_ mh_module_t *top)
{
    for (size_t i = 0; i < units.count; i++) {
        unit_t *unit = units.list[i];
        UV sum = unit->attached ? sum_of(aTHX_ unit) : unit->sum;

        if (unit->sum == sum)
            continue;
        if (!unit->owner->fresh)
            return HvNAME_get(unit->stash);
        unit->owner->changed_by = top;
        unit->sum = sum;
    }
    return NULL;
}

/* What it holds is never freed: nothing may be destroyed that never was. */
void mh_symbols_forget(const mh_module_t *module)
{
    for (size_t i = units.count; i-- > 0;)
        if (units.list[i]->owner == module)
            units.list[i] = units.list[--units.count];
    sort();
}

/* --- putting back --- */

static bool wanted(const unit_t *unit)
{
    return unit->owner->visited || unit->owner->state == MH_MODULE_SHOWN;
}

static bool is_package(const HE *entry)
{
    STRLEN length = HeKLEN(entry);

    return length > 2 && memcmp(HeKEY(entry) + length - 2, "::", 2) == 0;
}

static bool has_names(HV *stash)
{
    HE **array = HvARRAY(stash);

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (!is_package(entry))
                return true;
    return false;
}

/* Only what came from modules that are shown is in it. */
static bool is_ours(pTHX_ HV *stash)
{
    HE **array = HvARRAY(stash);

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry)) {
            mh_slots_t slots = mh_survey_entry(aTHX_ stash, entry);
            const unit_t *unit;

            if (is_package(entry) || !mh_slots_own(&slots))
                continue;
            unit = find_unit(stash, HeVAL(entry));
            if (!unit || !unit->attached)
                return false;
        }
    return true;
}

static bool is_single(const void *sv)
{
    return !sv || SvREFCNT((const SV *)sv) == 1;
}

/* Nothing is in it, and nothing but the glob itself refers to that. */
static bool is_unused(pTHX_ GV *gv)
{
    return mh_survey_symbol_sum(aTHX_(SV *) gv) == 0 && GvREFCNT(gv) == 1 &&
           !GvCV(gv) && !GvIO(gv) && !GvFORM(gv) && is_single(GvSV(gv)) &&
           is_single(GvAV(gv)) && is_single(GvHV(gv));
}

static bool may_attach(pTHX_ const unit_t *unit)
{
    SV **symbol;
    HV *there;

    if (unit->kind == UNIT_STASH) {
        there = gv_stashpv(unit->name, 0);
        return !there || !has_names(unit->stash) ||
               (!has_names(there) && !mh_survey_in_use(aTHX_ there));
    }
    if (gv_stashpv(HvNAME_get(unit->stash), 0) != unit->stash ||
        !is_ours(aTHX_ unit->stash))
        return false;
    symbol = hv_fetch(unit->stash, unit->name, (I32)strlen(unit->name), 0);
    if (unit->kind == UNIT_SYMBOL)
        return !symbol;
    return symbol && *symbol == unit->symbol && isGV_with_GP(*symbol) &&
           is_unused(aTHX_(GV *) * symbol);
}

bool mh_symbols_may_attach(pTHX)
{
    for (size_t i = 0; i < units.count; i++)
        if (!units.list[i]->attached && wanted(units.list[i]) &&
            !may_attach(aTHX_ units.list[i]))
            return false;
    return true;
}

static void place(pTHX_ const char *name, HV *stash)
{
    SV *path = sv_2mortal(newSVpvf("%s::", name));
    GV *gv = gv_fetchsv(path, GV_ADD, SVt_PVHV);

    sv_setsv_mg((SV *)gv, sv_2mortal(newRV_inc((SV *)stash)));
}

/* A package below one that gives way to the hidden one of the same name. */
static void move_package(pTHX_ const char *name, const HE *entry)
{
    GV *old = (GV *)HeVAL(entry);
    SV *path = sv_2mortal(
        newSVpvf("%s::%.*s", name, (int)HeKLEN(entry) - 2, HeKEY(entry)));

    if (isGV_with_GP(old) && GvHV(old))
        place(aTHX_ SvPVX(path), GvHV(old));
}

static void attach_stash(pTHX_ const unit_t *unit)
{
    HV *there = gv_stashpv(unit->name, 0);
    HE **array = there ? HvARRAY(there) : NULL;

    if (there && !has_names(unit->stash))
        return;
    SvREFCNT_inc_simple_void(there);
    place(aTHX_ unit->name, unit->stash);
    for (STRLEN i = 0; array && i <= HvMAX(there); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            move_package(aTHX_ unit->name, entry);
}

/*
 * Perl takes the magic of @ISA away with the last name for it: without, it
 * would not notice when the list changes.
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

/* A method, or the list of parents: perl keeps what it found by name. */
static void changed(pTHX_ const unit_t *unit)
{
    if (!HvENAME_HEK(unit->stash))
        return;
    if (strNE(unit->name, "ISA")) {
        mro_method_changed_in(unit->stash);
        return;
    }
    if (unit->attached)
        renew_parents(aTHX_(GV *) unit->symbol);
    Perl_mro_isa_changed_in(aTHX_ unit->stash);
}

static void swap(const unit_t *unit)
{
    GV *gv = (GV *)unit->symbol;
    GP *gp = GvGP(gv);

    GvGP_set(gv, GvGP(unit->other));
    GvGP_set(unit->other, gp);
}

void mh_symbols_attach(pTHX)
{
    for (size_t i = 0; i < units.count; i++) {
        unit_t *unit = units.list[i];

        if (unit->attached || !wanted(unit))
            continue;
        unit->attached = true;
        if (unit->kind == UNIT_STASH) {
            attach_stash(aTHX_ unit);
            continue;
        }
        if (unit->kind == UNIT_SYMBOL)
            (void)hv_store(unit->stash, unit->name, (I32)strlen(unit->name),
                           SvREFCNT_inc_simple_NN(unit->symbol), 0);
        else
            swap(unit);
        changed(aTHX_ unit);
    }
}

/* --- taking out --- */

static void detach_stash(pTHX_ const unit_t *unit)
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

/* As a glob is that was mentioned. */
static GV *blank(pTHX_ const unit_t *unit)
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
    for (size_t i = units.count; i-- > 0;) {
        unit_t *unit = units.list[i];

        if (!unit->attached || wanted(unit))
            continue;
        unit->attached = false;
        if (unit->kind == UNIT_STASH) {
            detach_stash(aTHX_ unit);
            continue;
        }
        if (unit->kind == UNIT_SYMBOL) {
            (void)hv_delete(unit->stash, unit->name, (I32)strlen(unit->name),
                            G_DISCARD);
        } else {
            if (!unit->other)
                unit->other = blank(aTHX_ unit);
            swap(unit);
        }
        changed(aTHX_ unit);
    }
}
