/*
 * names.c - the names that a file brings when it is compiled ahead: see kept.h.
 *
 * An entry of a package is taken out of the hash and put back as it is. The
 * entry's key and value are not touched, so that a run writes to few pages.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <stdio.h>

#include "shared/memory.h"

/* --- what is new --- */

static const char *say(const char *what, const mh_slots_t *slots)
{
    static char text[256];

    snprintf(text, sizeof(text), "%s %s::%s", what, HvNAME_get(slots->stash),
             HEK_KEY(slots->key));
    return text;
}

static void add_entry(pTHX_ mh_kept_names_t *names, HV *stash, HE *entry,
                      HV *package)
{
    if (!package)
        mh_stashes_add(aTHX_ & names->stashes, stash);
    names->entries = mh_grow(names->entries, (names->entry_count + 1) *
                                                 sizeof(mh_kept_entry_t));
    names->entries[names->entry_count++] =
        (mh_kept_entry_t){ .stash = stash, .entry = entry, .package = package };
}

static void add_slot(pTHX_ mh_kept_names_t *names, const mh_slots_t *now,
                     svtype type, SV *value)
{
    GV *gv = (GV *)now->symbol;

    mh_stashes_add(aTHX_ & names->stashes, now->stash);
    names->slots = mh_grow(names->slots,
                           (names->slot_count + 1) * sizeof(mh_kept_slot_t));
    names->slots[names->slot_count++] =
        (mh_kept_slot_t){ .stash = now->stash,
                          .gv = gv,
                          .type = type,
                          .value = value,
                          .flags = GvFLAGS(gv) & GVf_IMPORTED };
}

/* False: an existing part is another one now. */
static bool collect_slot(pTHX_ mh_kept_names_t *names, const mh_slots_t *now,
                         svtype type, const void *old, void *value)
{
    if (old == value)
        return true;
    if (value)
        add_slot(aTHX_ names, now, type, value);
    return !old;
}

/* Code has a variable of a function's name: its entry is a glob now. */
static bool has_got_glob(const mh_slots_t *old, const mh_slots_t *now)
{
    return !old->glob && now->glob && old->code && old->code == now->code;
}

/* Compares the parts of an existing glob. */
static const char *collect_slots(pTHX_ mh_kept_names_t *names,
                                 const mh_slots_t *old, const mh_slots_t *now)
{
    bool same = old->symbol == now->symbol &&
                (old->glob == now->glob ? now->glob || old->code == now->code
                                        : has_got_glob(old, now));

    if (same && now->glob)
        same = collect_slot(aTHX_ names, now, SVt_PVCV, old->code, now->code) &&
               collect_slot(aTHX_ names, now, SVt_PVMG, old->scalar,
                            now->scalar) &&
               collect_slot(aTHX_ names, now, SVt_PVAV, old->array,
                            now->array) &&
               collect_slot(aTHX_ names, now, SVt_PVHV, old->hash, now->hash) &&
               collect_slot(aTHX_ names, now, SVt_PVIO, old->io, now->io) &&
               collect_slot(aTHX_ names, now, SVt_PVFM, old->form, now->form);
    return same ? NULL : say("replaces", now);
}

/* POSIX fills its lists when it first exports something. */
static bool is_export(pTHX_ const mh_slots_t *slots)
{
    return strnEQ(HEK_KEY(slots->key), "EXPORT", 6) &&
           mh_uses_perls(aTHX_ HvNAME_get(slots->stash));
}

/* Code refers to it now, so perl has made a glob of its entry. */
static bool is_still_declared(pTHX_ const mh_slots_t *old,
                              const mh_slots_t *now)
{
    return old->symbol == now->symbol && !old->glob && now->glob &&
           old->sum == now->sum && mh_survey_declared(aTHX_ now->symbol);
}

static const char *collect_symbol(pTHX_ mh_kept_names_t *names,
                                  const mh_survey_t *before,
                                  const mh_slots_t *now)
{
    const mh_slots_t *old = mh_survey_find(before, now->stash, now->key);
    bool special = now->stash == PL_defstash &&
                   mh_glob_slots_special(aTHX_ now);
    HE *entry;

    if (mh_glob_slots_bookkeeping(now))
        return NULL;
    if (!old) {
        entry = mh_entry_find(now->stash, now->key);
        add_entry(aTHX_ names, now->stash, entry, NULL);
        return NULL;
    }
    if (is_export(aTHX_ now))
        return NULL;
    if (is_still_declared(aTHX_ old, now))
        return NULL;
    if (mh_body_is_new(old, now)) {
        if (!mh_bodies_add(aTHX_ names, now))
            return say("defines", now);
    } else if (!special && old->sum != now->sum && old->scalar == now->scalar &&
               old->array == now->array && old->hash == now->hash) {
        return say("changes", now);
    }
    return collect_slots(aTHX_ names, old, now);
}

/* Only packages below it have been named, as Foo by Foo::Bar. */
static bool is_empty_package(HV *stash)
{
    HE **array = HvARRAY(stash);

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (const HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (HeKLEN(entry) < 2 ||
                memNE(HeKEY(entry) + HeKLEN(entry) - 2, "::", 2))
                return false;
    return true;
}

/*
 * The entry "Foo::" of a package that is new, unless that goes with a new one
 * above it.
 */
static void collect_package(pTHX_ mh_kept_names_t *names,
                            const mh_survey_t *before, HV *stash)
{
    const char *name = HvNAME_get(stash);
    const char *last = NULL;
    HV *parent = PL_defstash;
    SV *key;
    HE *entry;

    for (const char *at = strstr(name, "::"); at; at = strstr(at + 2, "::"))
        last = at;
    if (last)
        parent = gv_stashpvn(name, (U32)(last - name), 0);
    if (!parent ||
        (!mh_survey_has_stash(before, parent) && !is_empty_package(parent)))
        return;
    key = newSVpvf("%s::", last ? last + 2 : name);
    entry = hv_fetch_ent(parent, sv_2mortal(key), 0, 0);
    if (!entry)
        return;
    add_entry(aTHX_ names, parent, entry, stash);
    names->entries[names->entry_count - 1].empty = is_empty_package(stash);
    if (last)
        names->entries[names->entry_count - 1].parent =
            newSVpvn(name, (STRLEN)(last - name));
}

static void collect_number(mh_kept_names_t *names, const mh_slots_t *old)
{
    U32 now = mh_generation_of(old->stash);

    if (now == old->number)
        return;
    names->numbers = mh_grow(names->numbers, (names->number_count + 1) *
                                                 sizeof(mh_kept_number_t));
    names->numbers[names->number_count++] =
        (mh_kept_number_t){ old->stash, old->number, now - old->number };
}

static const char *find_removed(const mh_survey_t *before,
                                const mh_survey_t *after)
{
    const mh_slots_t *old = mh_survey_removed(before, after);

    if (!old)
        return NULL;
    return old->key ? say("removes", old) : "removes a package";
}

static bool was_open(const mh_survey_t *before, const mh_slots_t *now)
{
    const mh_slots_t *old = mh_survey_find(before, now->stash, now->key);

    return old && old->handle == now->handle;
}

const char *mh_names_collect(pTHX_ mh_kept_names_t *names,
                             const mh_survey_t *before,
                             const mh_survey_t *after)
{
    const char *why = find_removed(before, after);

    for (size_t i = 0; i < after->count && !why; i++) {
        const mh_slots_t *now = &after->list[i];
        const mh_slots_t *old = mh_survey_find(before, now->stash, NULL);

        if (now->key) {
            if (now->handle && !was_open(before, now))
                why = say("has data after its end or opens", now);
            else if (old)
                why = collect_symbol(aTHX_ names, before, now);
        } else if (old) {
            collect_number(names, old);
        } else {
            collect_package(aTHX_ names, before, now->stash);
            mh_parents_collect(aTHX_ names, now->stash);
        }
    }
    return why;
}

/* --- names of a stage --- */

void mh_names_mark_again(mh_kept_names_t *names, const mh_survey_t *block,
                         const HV *package, U32 added)
{
    for (size_t i = 0; i < names->entry_count; i++) {
        mh_kept_entry_t *entry = &names->entries[i];

        entry->again = mh_survey_find(block, entry->stash,
                                      HeKEY_hek(entry->entry)) != NULL;
    }
    for (size_t i = 0; i < names->slot_count; i++) {
        mh_kept_slot_t *slot = &names->slots[i];
        const mh_slots_t *slots = mh_survey_find(block, slot->stash,
                                                 GvNAME_HEK(slot->gv));

        slot->again = slots && slot->type == SVt_PVCV &&
                      slots->code == (const CV *)slot->value;
    }
    for (size_t i = 0; i < names->number_count; i++)
        if (names->numbers[i].stash == package)
            names->numbers[i].added -= added;
}

/* --- END blocks --- */

SSize_t mh_names_ends(pTHX)
{
    return PL_endav ? av_top_index(PL_endav) + 1 : 0;
}

/* Perl puts new END blocks in front. */
static void collect_ends(pTHX_ mh_kept_names_t *names, SSize_t count)
{
    names->ends = mh_grow(NULL, ((size_t)count + 1) * sizeof(CV *));
    for (; names->end_count < (size_t)count; names->end_count++)
        names->ends[names->end_count] =
            (CV *)*av_fetch(PL_endav, (SSize_t)names->end_count, 0);
}

void mh_names_collect_ends(pTHX_ mh_kept_names_t *names, SSize_t before)
{
    SSize_t now = mh_names_ends(aTHX);

    if (now > before)
        collect_ends(aTHX_ names, now - before);
}

/* --- out of sight --- */

/* The package above may be another one than when the file was compiled. */
static HV *stash_of(pTHX_ const mh_kept_entry_t *entry, I32 flags)
{
    return entry->parent ? gv_stashsv(entry->parent, flags) : entry->stash;
}

static void take_out(pTHX_ const mh_kept_entry_t *entry)
{
    HV *stash = stash_of(aTHX_ entry, 0);

    if (stash)
        mh_entry_take(stash, entry->entry);
}

/* Perl's own note of a package's name. */
static void forget_stashes(pTHX)
{
    if (PL_stashcache)
        hv_clear(PL_stashcache);
}

static U32 import_of(svtype type)
{
    switch (type) {
    case SVt_PVCV:
        return GVf_IMPORTED_CV;
    case SVt_PVAV:
        return GVf_IMPORTED_AV;
    case SVt_PVHV:
        return GVf_IMPORTED_HV;
    case SVt_PVIO:
    case SVt_PVFM:
        return 0;
    default:
        return GVf_IMPORTED_SV;
    }
}

/* A class may have named it as a parent before it existed. */
static void change_package(pTHX_ HV *package)
{
    U32 number = mh_generation_of(package);
    HEK *name = HvENAME_HEK(package);

    if (!name || !hv_exists(PL_isarev, HEK_KEY(name), HEK_LEN(name)))
        return;
    mro_method_changed_in(package);
    mh_generation_set(aTHX_ package, number);
}

/* Classes that inherit from a package find other methods now. */
static void change_methods(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->number_count; i++)
        if (HvENAME_HEK(names->numbers[i].stash))
            mro_method_changed_in(names->numbers[i].stash);
    for (size_t i = 0; i < names->entry_count; i++)
        if (names->entries[i].package)
            change_package(aTHX_ names->entries[i].package);
    forget_stashes(aTHX);
}

/* The reference stays with the names. */
static void hide_end(pTHX_ const CV *code)
{
    SV **list = AvARRAY(PL_endav);
    SSize_t last = AvFILLp(PL_endav);

    for (SSize_t i = 0; i <= last; i++)
        if (list[i] == (const SV *)code) {
            memmove(list + i, list + i + 1, (size_t)(last - i) * sizeof(SV *));
            list[last] = NULL;
            AvFILLp(PL_endav) = last - 1;
            return;
        }
}

void mh_names_hide_ends(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->end_count; i++)
        hide_end(aTHX_ names->ends[i]);
    if (names->end_count && AvFILLp(PL_endav) < 0) {
        SvREFCNT_dec(PL_endav);
        PL_endav = NULL;
    }
}

void mh_names_hide(pTHX_ const mh_kept_names_t *names)
{
    mh_names_hide_ends(aTHX_ names);
    mh_bodies_hide(aTHX_ names);
    mh_parents_leave(aTHX_ names);
    for (size_t i = names->slot_count; i-- > 0;) {
        const mh_kept_slot_t *slot = &names->slots[i];

        mh_part_set(slot->gv, slot->type, NULL);
        GvFLAGS(slot->gv) &= ~import_of(slot->type);
    }
    change_methods(aTHX_ names);
    for (size_t i = names->entry_count; i-- > 0;)
        take_out(aTHX_ & names->entries[i]);
    mh_parents_lists_changed(aTHX_ names);
    forget_stashes(aTHX);
    for (size_t i = 0; i < names->number_count; i++)
        mh_generation_set(aTHX_ names->numbers[i].stash,
                          names->numbers[i].before);
}

/* --- in sight --- */

static bool is_named(HV *stash, const GV *gv)
{
    const HE *entry = mh_entry_find(stash, GvNAME_HEK(gv));

    return entry && HeVAL(entry) == (const SV *)gv && isGV_with_GP(gv);
}

/* The same constant, or function, in its short form. */
static bool is_same_short_form(const SV *ours, const SV *theirs)
{
    return !isGV_with_GP(ours) && !isGV_with_GP(theirs) && SvROK(ours) &&
           SvROK(theirs) && SvRV(ours) == SvRV(theirs);
}

/* The parts of the file's name can move to a name that was made since. */
static bool can_merge(pTHX_ const mh_kept_entry_t *entry, const HE *other)
{
    SV *ours = HeVAL(entry->entry);
    GV *theirs = (GV *)HeVAL(other);

#ifndef USE_ITHREADS
    return false; /* uses of this glob are not known */
#endif
    if (entry->package)
        return mh_package_may_replace(aTHX_ entry->package, theirs);
    if (mh_glob_is_perls_scalar(aTHX_ entry->stash, ours) &&
        mh_glob_is_perls_scalar(aTHX_ entry->stash, HeVAL(other)))
        return !GvHV((GV *)ours) || GvHV(theirs);
    if (is_same_short_form(ours, HeVAL(other)))
        return true;
    if (!isGV_with_GP(theirs))
        return isGV_with_GP(ours) && !GvCVu((GV *)ours) &&
               SvROK((SV *)theirs) && SvTYPE(SvRV((SV *)theirs)) == SVt_PVCV;
    if (!isGV_with_GP(ours))
        return SvROK(ours) && SvTYPE(SvRV(ours)) == SVt_PVCV && !GvCVu(theirs);
    for (size_t i = 0; i < MH_PARTS; i++) {
        SV *part = mh_part_of((GV *)ours, mh_parts[i]);
        const SV *other_part = mh_part_of(theirs, mh_parts[i]);

        if (part && other_part && part != other_part && !mh_part_is_empty(part))
            return false;
    }
    return true;
}

/* True for parts that are the same, and for ours without content. */
static bool are_same_parts(GV *ours, const GV *theirs)
{
    for (size_t i = 0; i < MH_PARTS; i++) {
        SV *part = mh_part_of(ours, mh_parts[i]);

        if (part && !mh_part_is_empty(part) &&
            !(theirs && mh_part_of(theirs, mh_parts[i]) == part))
            return false;
    }
    return (GvFLAGS(ours) & GVf_IMPORTED) ==
           (theirs ? GvFLAGS(theirs) & GVf_IMPORTED : 0);
}

/* The block has brought the name again, or would have to. */
static bool is_there_again(const mh_kept_entry_t *entry, const HE *other)
{
    SV *ours = HeVAL(entry->entry);

    if (!entry->again || entry->package)
        return true;
    if (!isGV_with_GP(ours))
        return other && is_same_short_form(ours, HeVAL(other));
    return (!other || isGV_with_GP(HeVAL(other))) &&
           are_same_parts((GV *)ours, other ? (GV *)HeVAL(other) : NULL);
}

static bool is_free(pTHX_ const mh_kept_entry_t *entry)
{
    HV *stash = stash_of(aTHX_ entry, 0);
    const HE *other = stash ? mh_entry_find(stash, HeKEY_hek(entry->entry))
                            : NULL;

    if (entry->given)
        return other == entry->entry;
    return is_there_again(entry, other) &&
           (entry->empty || !other || can_merge(aTHX_ entry, other));
}

static bool is_slot_free(const mh_kept_slot_t *slot)
{
    SV *other = mh_part_of(slot->gv, slot->type);

    if (slot->again || other == slot->value)
        return other == slot->value;
    return !other || mh_part_is_empty(slot->value);
}

bool mh_names_may_show(pTHX_ const mh_kept_names_t *names)
{
    if (!mh_stashes_are_same(aTHX_ & names->stashes))
        return false;
    for (size_t i = 0; i < names->entry_count; i++) {
        const mh_kept_entry_t *entry = &names->entries[i];

        if ((!entry->parent && !HvARRAY(entry->stash)) || !is_free(aTHX_ entry))
            return false;
    }
    for (size_t i = 0; i < names->slot_count; i++) {
        const mh_kept_slot_t *slot = &names->slots[i];

        if (!is_named(slot->stash, slot->gv) || !is_slot_free(slot))
            return false;
    }
    return mh_bodies_are_there(aTHX_ names, false);
}

static void give(GV *theirs, svtype type, SV *part)
{
    if (part && !mh_part_of(theirs, type))
        mh_part_set(theirs, type, SvREFCNT_inc_simple_NN(part));
}

/* The file's code has the other glob from here on. */
static void merge(pTHX_ const mh_kept_entry_t *entry, GV *theirs)
{
    SV *ours = HeVAL(entry->entry);
    const HEK *key = HeKEY_hek(entry->entry);
    const CV *code;

    if (!isGV_with_GP(theirs)) /* a function's short form */
        gv_init_pvn(theirs, entry->stash, HEK_KEY(key), (STRLEN)HEK_LEN(key),
                    0);
    code = GvCV(theirs);
    if (isGV_with_GP(ours)) {
        for (size_t i = 0; i < MH_PARTS; i++)
            give(theirs, mh_parts[i], mh_part_of((GV *)ours, mh_parts[i]));
        GvFLAGS(theirs) |= GvFLAGS((GV *)ours) & (GVf_IMPORTED | GVf_MULTI);
    } else {
        give(theirs, SVt_PVCV, SvRV(ours));
    }
    for (size_t i = 0; i < entry->use_count; i++) {
        *entry->uses[i] = SvREFCNT_inc_simple_NN((SV *)theirs);
        SvREFCNT_dec(ours);
    }
    if (GvCV(theirs) != code && HvENAME_HEK(entry->stash))
        mro_method_changed_in(entry->stash);
}

/* A block has made the name, and no code has it. It may not be made again. */
static bool is_only_noted(const mh_kept_entry_t *entry)
{
    return entry->again && !entry->package && !entry->use_count;
}

/* Another file may have brought the same empty package. */
static void put_in(pTHX_ mh_kept_entry_t *entry, bool run)
{
    HV *stash = stash_of(aTHX_ entry, GV_ADD);
    HE *other = stash ? mh_entry_find(stash, HeKEY_hek(entry->entry)) : NULL;

    if (run && !other && is_only_noted(entry))
        return;
    if (stash && !other) {
        mh_entry_put(aTHX_ stash, entry->entry);
        entry->given = run;
    } else if (other && entry->package && !entry->empty) {
        mh_package_replace(aTHX_ stash, entry->entry, other);
        entry->given = run;
    } else if (other && !entry->empty &&
               !is_same_short_form(HeVAL(entry->entry), HeVAL(other))) {
        merge(aTHX_ entry, (GV *)HeVAL(other));
    }
}

void mh_names_bring(pTHX_ const mh_kept_names_t *names, const HV *package)
{
    for (size_t i = 0; i < names->entry_count; i++) {
        mh_kept_entry_t *entry = &names->entries[i];

        if (entry->package != package || !entry->empty || entry->given)
            continue;
        if (entry->parent && !stash_of(aTHX_ entry, 0))
            mh_stashes_bring_one(aTHX_ entry->stash);
        put_in(aTHX_ entry, true);
    }
}

static void show_slot(const mh_kept_slot_t *slot)
{
    if (!mh_part_of(slot->gv, slot->type))
        mh_part_set(slot->gv, slot->type, slot->value);
    GvFLAGS(slot->gv) |= slot->flags & import_of(slot->type);
}

static void show_ends(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = names->end_count; i-- > 0;) {
        if (!PL_endav)
            PL_endav = newAV();
        av_unshift(PL_endav, 1);
        (void)av_store(PL_endav, 0, (SV *)names->ends[i]);
    }
}

/*
 * A name may have been put into another one that was there. Perl frees a name
 * without a value with the last code that has it, as it frees each block that
 * has run.
 */
static bool is_in_sight(pTHX_ const mh_kept_entry_t *entry)
{
    HV *stash = stash_of(aTHX_ entry, 0);

    return entry->empty || entry->of_blocks || is_only_noted(entry) ||
           (stash && mh_entry_find(stash, HeKEY_hek(entry->entry)));
}

bool mh_names_are_in_sight(pTHX_ const mh_kept_names_t *names)
{
    if (!mh_stashes_are_same(aTHX_ & names->stashes))
        return false;
    for (size_t i = 0; i < names->entry_count; i++)
        if (!is_in_sight(aTHX_ & names->entries[i]))
            return false;
    for (size_t i = 0; i < names->slot_count; i++)
        if (!is_named(names->slots[i].stash, names->slots[i].gv))
            return false;
    return mh_bodies_are_there(aTHX_ names, true);
}

void mh_names_show(pTHX_ const mh_kept_names_t *names, bool run)
{
    U32 *numbers;

    Newxz(numbers, names->number_count + 1, U32);
    for (size_t i = 0; i < names->number_count; i++)
        numbers[i] = mh_generation_of(names->numbers[i].stash) +
                     names->numbers[i].added;
    for (size_t i = 0; i < names->entry_count; i++)
        put_in(aTHX_ & names->entries[i], run);
    for (size_t i = 0; i < names->slot_count; i++)
        show_slot(&names->slots[i]);
    mh_bodies_show(names);
    show_ends(aTHX_ names);
    change_methods(aTHX_ names);
    mh_parents_join(aTHX_ names);
    mh_parents_lists_changed(aTHX_ names);
    for (size_t i = 0; i < names->number_count; i++)
        mh_generation_set(aTHX_ names->numbers[i].stash, numbers[i]);
    Safefree(numbers);
}

void mh_names_give(pTHX_ const mh_kept_names_t *names, HV *hash)
{
    for (size_t i = 0; i < names->entry_count; i++)
        if (!names->entries[i].of_blocks && !names->entries[i].given)
            mh_entry_put(aTHX_ hash, names->entries[i].entry);
}

void mh_names_free(pTHX_ mh_kept_names_t *names)
{
    free(names->entries);
    free(names->slots);
    free(names->numbers);
    free(names->parents);
    free(names->ends);
    free(names->code);
    free(names->bodies);
    mh_stashes_free(aTHX_ & names->stashes);
    *names = (mh_kept_names_t){ 0 };
}
