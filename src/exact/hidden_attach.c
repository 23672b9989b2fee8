/*
 * hidden_attach.c - packages and symbols of hidden modules are put where they
 * can be seen.
 *
 * A name that was mentioned meanwhile is there twice then: hidden_twin.c makes
 * one of the two. What has done so while it was loaded ahead stays so, and is
 * tied to the other module.
 */
#define PERL_NO_GET_CONTEXT
#include "exact/hidden_unit.h"

/* --- may they be? --- */

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
            const mh_unit_t *unit;

            if (is_package(entry) || !mh_slots_own(&slots))
                continue;
            unit = mh_unit_find(stash, HeVAL(entry));
            if (!unit || !unit->attached)
                return false;
        }
    return true;
}

static HE *same_name(pTHX_ HV *stash, const HE *entry)
{
    SV *key = sv_2mortal(newSVhek(HeKEY_hek(entry)));

    return hv_fetch_ent(stash, key, 0, HeHASH(entry));
}

/* Its names become those of the other package. */
static bool give_names(pTHX_ mh_unit_t *unit, HV *from, HV *to)
{
    HE **array = HvARRAY(from);

    for (STRLEN i = 0; array && i <= HvMAX(from); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry)) {
            const HE *other = same_name(aTHX_ to, entry);

            if (is_package(entry))
                continue;
            unit->syntax |= other && mh_twin_is_syntax(HeVAL(other));
            if (!mh_twins_add(aTHX_ entry, to, unit->mentions))
                return false;
        }
    return true;
}

/*
 * The package that is there holds but names that were mentioned. While modules
 * are loaded ahead these must be hidden with the present one again: not those
 * of a script.
 */
static bool gives_way(pTHX_ mh_unit_t *unit, HV *there)
{
    const mh_unit_t *shell = mh_unit_find(there, NULL);

    if (mh_survey_in_use(aTHX_ there) || SvREFCNT(there) > 1U + !!shell ||
        (mh_units.before && !shell &&
         mh_survey_has_stash(mh_units.before, there)))
        return false;
    unit->shell = there;
    unit->mentions = mh_units.before ? shell ? shell->owner : mh_units.top
                                     : NULL;
    return give_names(aTHX_ unit, there, unit->stash);
}

static bool has_units(const HV *stash)
{
    for (size_t i = 0; i < mh_units.count; i++)
        if (mh_units.list[i]->stash == stash)
            return true;
    return false;
}

/* The hidden package is the one that holds no more. */
static bool dissolves(pTHX_ mh_unit_t *unit, HV *there)
{
    if (mh_survey_in_use(aTHX_ unit->stash) ||
        (mh_units.before && !mh_unit_find(there, NULL) && has_units(there)))
        return false;
    unit->dissolves = true;
    unit->mentions = mh_units.before ? unit->owner : NULL;
    return give_names(aTHX_ unit, unit->stash, there) && !unit->syntax;
}

static bool may_attach_stash(pTHX_ mh_unit_t *unit)
{
    HV *there = gv_stashpv(unit->name, 0);
    size_t mark = mh_twins_mark();

    if (!there || !has_names(unit->stash) ||
        (!has_names(there) && !mh_survey_in_use(aTHX_ there)) ||
        gives_way(aTHX_ unit, there))
        return true;
    unit->shell = NULL;
    unit->syntax = false;
    mh_twins_back(mark);
    return dissolves(aTHX_ unit, there);
}

/* The package is, or will be, where it can be seen. */
static bool is_there(pTHX_ HV *stash)
{
    const mh_unit_t *unit = mh_unit_find(stash, NULL);

    return (unit && mh_unit_wanted(unit)) ||
           gv_stashpv(HvNAME_get(stash), 0) == stash;
}

static HE *find_entry(pTHX_ const mh_unit_t *unit)
{
    SV *key = sv_2mortal(newSVpv(unit->name, 0));

    return hv_fetch_ent(unit->stash, key, 0, 0);
}

/* A name that was mentioned since it was taken out. */
static bool replaces(pTHX_ mh_unit_t *unit, const HE *entry)
{
    const mh_unit_t *known = mh_unit_find(unit->stash, HeVAL(entry));

    if (mh_units.before && !known &&
        mh_survey_find(mh_units.before, unit->stash, HeKEY_hek(entry)))
        return false;
    if (known)
        unit->shell = HeVAL(entry);
    if (mh_units.before)
        unit->mentions = known ? known->owner : mh_units.top;
    unit->syntax = mh_twin_is_syntax(unit->symbol);
    return mh_twins_add(aTHX_ entry, unit->stash, unit->mentions);
}

static bool may_attach(pTHX_ mh_unit_t *unit)
{
    const HE *entry;

    unit->shell = NULL;
    unit->dissolves = unit->syntax = false;
    unit->mentions = NULL;
    if (unit->kind == MH_UNIT_STASH)
        return may_attach_stash(aTHX_ unit);
    if (!is_there(aTHX_ unit->stash) ||
        (unit->kind != MH_UNIT_NAME && !is_ours(aTHX_ unit->stash)))
        return false;
    entry = find_entry(aTHX_ unit);
    if (unit->kind != MH_UNIT_SLOTS)
        return !entry || replaces(aTHX_ unit, entry);
    return entry && HeVAL(entry) == unit->symbol &&
           isGV_with_GP(unit->symbol) &&
           mh_twin_is_unused(aTHX_(GV *) unit->symbol);
}

bool mh_symbols_may_attach(pTHX)
{
    mh_twins_begin(aTHX);
    for (size_t i = 0; i < mh_units.count; i++)
        if (!mh_units.list[i]->attached && mh_unit_wanted(mh_units.list[i]) &&
            !may_attach(aTHX_ mh_units.list[i]))
            return false;
    return mh_twins_find(aTHX);
}

/* --- then they are --- */

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

    if (is_package(entry) && isGV_with_GP(old) && GvHV(old))
        place(aTHX_ SvPVX(path), GvHV(old));
}

static void attach_stash(pTHX_ const mh_unit_t *unit)
{
    HV *there = gv_stashpv(unit->name, 0);
    HE **array = there ? HvARRAY(there) : NULL;

    if (unit->dissolves || (there && !has_names(unit->stash)))
        return;
    SvREFCNT_inc_simple_void(there);
    place(aTHX_ unit->name, unit->stash);
    for (STRLEN i = 0; array && i <= HvMAX(there); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            move_package(aTHX_ unit->name, entry);
}

static void attach_symbol(pTHX_ const mh_unit_t *unit)
{
    if (unit->kind != MH_UNIT_SLOTS)
        (void)hv_store(unit->stash, unit->name, (I32)strlen(unit->name),
                       SvREFCNT_inc_simple_NN(unit->symbol), 0);
    else
        mh_unit_swap(unit);
    mh_unit_changed(aTHX_ unit);
}

/*
 * What is hidden again will stay as it was made here: it can only be shown
 * together.
 */
static void tie(pTHX_ const mh_unit_t *unit)
{
    const mh_unit_t *other = unit;

    if (!unit->mentions || (!unit->shell && !unit->dissolves && !unit->syntax))
        return;
    if (unit->dissolves)
        other = mh_unit_find(gv_stashpv(unit->name, 0), NULL);
    if (other)
        mh_module_tie(unit->mentions, other->owner, unit->syntax);
    else if (!mh_survey_has_stash(mh_units.before, gv_stashpv(unit->name, 0)))
        mh_module_tie(unit->mentions, mh_units.top, false);
}

/* A name that only mentions brought into a package. */
static void add_name(pTHX_ HV *stash, SV *name, GV *gv, mh_module_t *mentions)
{
    mh_unit_t *unit = mh_unit_new(MH_UNIT_NAME, SvPV_nolen(name), stash,
                                  mentions);

    unit->symbol = SvREFCNT_inc_simple_NN((SV *)gv);
}

static bool is_given_up(const mh_unit_t *unit)
{
    const void *shell = unit->symbol ? (const void *)unit->symbol : unit->stash;

    if (unit->attached && unit->dissolves)
        return true;
    for (size_t i = 0; i < mh_units.count; i++)
        if (mh_units.list[i]->attached && mh_units.list[i]->shell == shell)
            return true;
    return false;
}

/* The packages themselves stay: what is on the stack may refer to them. */
static void drop_given_up(void)
{
    size_t kept = 0;

    for (size_t i = 0; i < mh_units.count; i++)
        if (!is_given_up(mh_units.list[i]))
            mh_units.list[kept++] = mh_units.list[i];
    mh_units.count = kept;
    for (size_t i = 0; i < mh_units.count; i++)
        mh_units.list[i]->shell = NULL;
}

void mh_symbols_attach(pTHX)
{
    for (size_t i = 0; i < mh_units.count; i++) {
        mh_unit_t *unit = mh_units.list[i];

        if (unit->attached || !mh_unit_wanted(unit))
            continue;
        unit->attached = true;
        tie(aTHX_ unit);
        if (unit->kind == MH_UNIT_STASH)
            attach_stash(aTHX_ unit);
        else
            attach_symbol(aTHX_ unit);
    }
    mh_twins_resolve(aTHX_ add_name);
    drop_given_up();
}
