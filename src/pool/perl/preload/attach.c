/*
 * attach.c - puts packages and symbols of hidden modules back into sight.
 *
 * A name that was mentioned meanwhile exists twice then: duplicate.c makes one
 * of the two. If that happened while a module was loaded ahead, the two modules
 * stay tied to each other.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/unit.h"

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

/* True if all in the package came from modules that are shown. */
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

/* Module that loses these symbols; the one being loaded if no unit owned them.
 */
static mh_module_t *mentions_of(const mh_unit_t *unit)
{
    return unit->giver ? unit->giver->owner : mh_units.top;
}

/* Gives up one name. The names of functions written in C do not matter to them.
 */
static bool give_name(pTHX_ mh_unit_t *unit, HV *from, const HE *entry, HV *to)
{
    const HE *other = same_name(aTHX_ to, entry);
    mh_slots_t slots = mh_survey_entry(aTHX_ from, entry);

    if (mh_slots_bookkeeping(&slots)) {
        mh_duplicates_pour(aTHX_ HeVAL(entry), HeKEY_hek(entry), to);
        return true;
    }
    if (mh_duplicate_is_foreign(&slots))
        return mh_duplicates_move(aTHX_ HeVAL(entry), HeKEY_hek(entry), to,
                                  unit->giver, mentions_of(unit));
    unit->syntax |= other && mh_duplicate_is_syntax(HeVAL(other));
    return mh_duplicates_add(aTHX_ HeVAL(entry), HeKEY_hek(entry), to,
                             unit->giver, mentions_of(unit));
}

static bool are_same(const mh_unit_t *one, const mh_unit_t *other)
{
    bool same_place = one->kind == MH_UNIT_STASH
                          ? other->kind == MH_UNIT_STASH
                          : other->kind != MH_UNIT_STASH &&
                                one->stash == other->stash;

    return same_place && strEQ(one->name, other->name);
}

static const mh_unit_t *find_same(const mh_unit_t *unit,
                                  const mh_module_t *owner)
{
    for (size_t i = 0; i < mh_units.count; i++)
        if (mh_units.list[i]->owner == owner &&
            are_same(mh_units.list[i], unit))
            return mh_units.list[i];
    return NULL;
}

/* Moves a package's names to the other package. */
static bool give_names(pTHX_ mh_unit_t *unit, HV *from, HV *to)
{
    HE **array = HvARRAY(from);

    for (STRLEN i = 0; array && i <= HvMAX(from); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (!is_package(entry) && !give_name(aTHX_ unit, from, entry, to))
                return false;
    return true;
}

/*
 * True if the present package holds only names that were mentioned. While
 * modules are loaded ahead these must be hidden again with that package, unlike
 * a script's.
 */
static bool gives_way(pTHX_ mh_unit_t *unit, HV *there)
{
    mh_unit_t *shell = mh_unit_find(there, NULL);

    if (mh_survey_in_use(aTHX_ there) ||
        SvREFCNT(there) > 1 + (shell ? shell->references : 0) ||
        (mh_units.before && !shell &&
         mh_survey_has_stash(mh_units.before, there)))
        return false;
    unit->giver = shell;
    unit->with = unit->owner;
    return give_names(aTHX_ unit, there, unit->stash);
}

static bool has_units(const HV *stash)
{
    for (size_t i = 0; i < mh_units.count; i++)
        if (mh_units.list[i]->stash == stash)
            return true;
    return false;
}

/* The unit will be merged with the present one, if that has an owner. */
static void give(mh_unit_t *unit, mh_unit_t *there, bool was_there)
{
    unit->giver = unit;
    unit->holder = there;
    if (there)
        unit->with = there->owner;
    else if (!was_there)
        unit->with = mh_units.top;
}

/* Merges two packages; the one that holds no content is hidden. */
static bool joins_package(pTHX_ mh_unit_t *unit, HV *there)
{
    mh_unit_t *known = mh_unit_find(there, NULL);
    bool was_there = mh_units.before &&
                     mh_survey_has_stash(mh_units.before, there);

    if (mh_survey_in_use(aTHX_ unit->stash) ||
        (was_there && !known && has_units(there)))
        return false;
    give(unit, known, was_there);
    return give_names(aTHX_ unit, unit->stash, there) && !unit->syntax;
}

static void start(mh_unit_t *unit)
{
    unit->giver = NULL;
    unit->holder = unit;
    unit->with = NULL;
    unit->syntax = unit->waits = false;
}

static bool may_attach_stash(pTHX_ mh_unit_t *unit)
{
    HV *there = gv_stashpv(unit->name, 0);
    size_t mark = mh_duplicates_mark();

    if (!there || !has_names(unit->stash) ||
        (!has_names(there) && !mh_survey_in_use(aTHX_ there)) ||
        gives_way(aTHX_ unit, there))
        return true;
    start(unit);
    mh_duplicates_back(mark);
    return joins_package(aTHX_ unit, there);
}

/* True if the package is in sight, or will be. */
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

static bool was_there(const mh_unit_t *unit, const HE *entry)
{
    return mh_units.before &&
           mh_survey_find(mh_units.before, unit->stash, HeKEY_hek(entry));
}

/* A name that was mentioned since the module was taken out of sight. */
static bool replaces(pTHX_ mh_unit_t *unit, const HE *entry)
{
    unit->giver = mh_unit_find(unit->stash, HeVAL(entry));
    if (!unit->giver && was_there(unit, entry))
        return false;
    unit->with = unit->owner;
    unit->syntax = mh_duplicate_is_syntax(unit->symbol);
    return mh_duplicates_add(aTHX_ HeVAL(entry), HeKEY_hek(entry), unit->stash,
                             unit->giver, mentions_of(unit));
}

/* Merges a unit that is only a name with the present symbol. */
static bool joins_name(pTHX_ mh_unit_t *unit, const HE *entry)
{
    give(unit, mh_unit_find(unit->stash, HeVAL(entry)), was_there(unit, entry));
    return !mh_duplicate_is_syntax(HeVAL(entry)) &&
           mh_duplicates_add(aTHX_ unit->symbol, HeKEY_hek(entry), unit->stash,
                             unit, unit->owner);
}

static bool may_add_name(pTHX_ mh_unit_t *unit)
{
    const HE *entry;

    unit->waits = !is_there(aTHX_ unit->stash);
    if (unit->waits)
        return true;
    entry = find_entry(aTHX_ unit);
    return !entry || joins_name(aTHX_ unit, entry);
}

static bool may_attach(pTHX_ mh_unit_t *unit)
{
    const HE *entry;

    start(unit);
    if (unit->kind == MH_UNIT_STASH)
        return may_attach_stash(aTHX_ unit);
    if (unit->kind == MH_UNIT_NAME)
        return may_add_name(aTHX_ unit);
    if (!is_there(aTHX_ unit->stash) ||
        (!unit->foreign && !is_ours(aTHX_ unit->stash)))
        return false;
    entry = find_entry(aTHX_ unit);
    if (unit->kind == MH_UNIT_SYMBOL)
        return !entry || replaces(aTHX_ unit, entry);
    return entry && HeVAL(entry) == unit->symbol &&
           isGV_with_GP(unit->symbol) &&
           mh_duplicate_is_unused(aTHX_(GV *) unit->symbol);
}

/*
 * Names that a unit has given up belong to the other unit only if that is shown
 * too; code that mentions them was compiled when they were not there.
 */
static bool settle(pTHX_ mh_unit_t *unit)
{
    const mh_module_t *other = unit->given_to;

    if (!other || !unit->owner->visited)
        return true;
    if (other->visited)
        return unit->given || mh_duplicates_give(aTHX_ unit);
    if (!unit->given)
        return true;
    if (other->state == MH_MODULE_SHOWN)
        return !unit->given_syntax;
    return mh_duplicates_take_back(aTHX_ unit);
}

static bool is_due(const mh_unit_t *unit)
{
    return !unit->attached && !unit->given && mh_unit_wanted(unit);
}

/* A unit that only holds other packages brings nothing of its own. */
static bool brings_names(const mh_unit_t *unit)
{
    return is_due(unit) && !unit->waits &&
           (unit->kind != MH_UNIT_STASH || has_names(unit->stash));
}

/* Two units of the same name must come one after the other. */
static bool are_different(pTHX)
{
    mh_unit_t **list;
    size_t count = 0;
    bool different = true;

    Newx(list, mh_units.count, mh_unit_t *);
    for (size_t i = 0; i < mh_units.count; i++)
        if (brings_names(mh_units.list[i]))
            list[count++] = mh_units.list[i];
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i && different; j++)
            different = !are_same(list[i], list[j]);
    Safefree(list);
    return different;
}

bool mh_symbols_may_attach(pTHX)
{
    mh_duplicates_begin(aTHX);
    for (size_t i = 0; i < mh_units.count; i++)
        if (!settle(aTHX_ mh_units.list[i]))
            return false;
    for (size_t i = 0; i < mh_units.count; i++)
        if (is_due(mh_units.list[i]) && !may_attach(aTHX_ mh_units.list[i]))
            return false;
    return are_different(aTHX) && mh_duplicates_find(aTHX);
}

/* --- then they are --- */

static void place(pTHX_ const char *name, HV *stash)
{
    SV *path = sv_2mortal(newSVpvf("%s::", name));
    GV *gv = gv_fetchsv(path, GV_ADD, SVt_PVHV);
    SV *reference = newRV_inc((SV *)stash);

    sv_setsv_mg((SV *)gv, reference);
    SvREFCNT_dec(reference);
}

/* Moves a package below one that gives way to the hidden one of the same name.
 */
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

    if (unit->giver == unit || (there && !has_names(unit->stash)))
        return;
    /* The stack may refer to the package. */
    if (there && !mh_unit_find(there, NULL))
        SvREFCNT_inc_simple_void_NN(there);
    place(aTHX_ unit->name, unit->stash);
    for (STRLEN i = 0; array && i <= HvMAX(there); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            move_package(aTHX_ unit->name, entry);
}

static void attach_symbol(pTHX_ const mh_unit_t *unit)
{
    if (unit->giver == unit)
        return;
    if (unit->kind != MH_UNIT_SLOTS)
        (void)hv_store(unit->stash, unit->name, (I32)strlen(unit->name),
                       SvREFCNT_inc_simple_NN(unit->symbol), 0);
    else
        mh_unit_swap(unit);
    mh_unit_changed(aTHX_ unit);
}

/* Units that give their names to each other would all lose them. */
static bool leads_to(const mh_unit_t *unit, const mh_unit_t *giver)
{
    for (size_t steps = 0; unit && steps <= mh_units.count; steps++) {
        const mh_module_t *next = unit->given_to;

        if (unit == giver)
            return true;
        unit = next ? find_same(unit, next) : NULL;
    }
    return unit != NULL;
}

/*
 * A unit that gives up its names while modules are loaded ahead can take them
 * back; later it cannot. Names that the load itself has mentioned stay, and the
 * unit cannot be shown where they would have been compiled in another way.
 */
static void settle_names(const mh_unit_t *unit)
{
    mh_unit_t *giver = unit->giver;

    if (giver && mh_units.before && unit->with) {
        giver->given_to = unit->with;
        giver->given = true;
        giver->given_syntax = unit->syntax;
        giver->attached = false;
        if (unit->holder && leads_to(unit->holder, giver))
            unit->holder->given_to = NULL;
    } else if (giver) {
        giver->owner = NULL;
    } else if (mh_units.before && unit->syntax) {
        mh_module_tie(mh_units.top, unit->owner);
    }
}

/* The packages themselves stay: the stack may refer to them. */
static void drop_given_up(void)
{
    size_t kept = 0;

    for (size_t i = 0; i < mh_units.count; i++)
        if (mh_units.list[i]->owner)
            mh_units.list[kept++] = mh_units.list[i];
    mh_units.count = kept;
}

void mh_symbols_attach(pTHX)
{
    size_t count = mh_units.count;

    for (size_t i = 0; i < count; i++) {
        mh_unit_t *unit = mh_units.list[i];

        if (!is_due(unit) || unit->waits)
            continue;
        unit->due = true;
        unit->attached = true;
        if (unit->giver)
            unit->giver->use_count = 0;
        if (unit->kind == MH_UNIT_STASH)
            attach_stash(aTHX_ unit);
        else
            attach_symbol(aTHX_ unit);
    }
    mh_duplicates_resolve(aTHX);
    for (size_t i = 0; i < count; i++)
        if (mh_units.list[i]->due) {
            mh_units.list[i]->due = false;
            settle_names(mh_units.list[i]);
        }
    drop_given_up();
}
