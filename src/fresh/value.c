/*
 * value.c - noting and restoring containers.
 *
 * As a rule a run changes few of the variables that had a value when it
 * started, so what matters is to see quickly that one has not changed.
 */
#include "fresh/value.h"

#include "fresh/blank.h"

/* Of a hash: in the order in which they stand in its buckets. */
typedef struct entry_t {
    const HE *he; /* where it was when we looked last */
    SV *key;
    SV *value;
} entry_t;

typedef enum { PLACE, SCALAR, ARRAY, HASH, PARENTS } kind_e;

struct mh_value_t {
    SV *container;
    HV *class; /* of a blessed container */
    U32 flags;
    U8 kind; /* PLACE: nothing but its address is known */
    mh_pos_t pos;
    SV *copy; /* of a scalar */
    SV **elements;
    entry_t *entries;
    size_t count; /* of elements or entries */
};

/* What of a scalar's flags is its state. */
#define SCALAR_FLAGS                                                           \
    (SVf_IOK | SVf_NOK | SVf_POK | SVf_ROK | SVp_IOK | SVp_NOK | SVp_POK |     \
     SVf_IVisUV | SVf_READONLY | SVf_PROTECT | SVs_OBJECT)
static bool is_iterating(pTHX_ HV *hash)
{
    PERL_UNUSED_CONTEXT;
    return SvOOK(hash) && (HvRITER_get(hash) != -1 || HvEITER_get(hash));
}

/* Noting */

static void describe(pTHX_ mh_value_t *value, SV *container)
{
    PERL_UNUSED_CONTEXT;
    *value = (mh_value_t){ .container = container,
                           .flags = SvFLAGS(container) };
    if (SvOBJECT(container))
        value->class = (HV *)SvREFCNT_inc_simple_NN((SV *)SvSTASH(container));
}

static void new_value(pTHX_ mh_values_t *values, SV *container)
{
    if (values->count == values->size) {
        values->size = values->size ? 2 * values->size : 32;
        Renew(values->list, values->size, mh_value_t);
    }
    mh_pointers_add(&values->index, container, values->count);
    describe(aTHX_ & values->list[values->count++],
             SvREFCNT_inc_simple_NN(container));
}

/* @ISA: each write to it tells perl that methods are to be found anew. */
static bool is_parents(const SV *sv)
{
    return SvTYPE(sv) == SVt_PVAV && mh_sv_has_magic(sv) &&
           SvMAGIC(sv)->mg_type == PERL_MAGIC_isa && !SvMAGIC(sv)->mg_moremagic;
}

bool mh_value_is_plain(const SV *sv)
{
    return !sv || SvTYPE(sv) < SVt_PVMG || !SvMAGICAL(sv) ||
           !mh_sv_has_magic(sv) || is_parents(sv);
}

/* What can be put back by assignment: no tie, no pointer of C code. */
static bool may_look_inside(const SV *sv)
{
    if (mh_sv_has_magic(sv))
        return false;
    if (SvTYPE(sv) == SVt_PVHV)
        return !HvNAME_HEK((HV *)sv);
    return SvTYPE(sv) == SVt_PVAV || mh_sv_is_plain(sv);
}

static void note_scalar(pTHX_ mh_values_t *values, size_t at)
{
    SV *sv = values->list[at].container;

    values->list[at].kind = SCALAR;
    values->list[at].pos = mh_sv_pos(sv);
    values->list[at].copy = newSVsv_flags(sv, SV_DO_COW_SVSETSV | SV_NOSTEAL);
    if (!SvROK(sv))
        return;
    if (SvWEAKREF(sv))
        sv_rvweaken(values->list[at].copy);
    mh_values_add(aTHX_ values, SvRV(sv));
}

static void note_array(pTHX_ mh_values_t *values, size_t at)
{
    AV *array = (AV *)values->list[at].container;
    size_t count = (size_t)(AvFILLp(array) + 1);
    SV **elements;

    Newx(elements, count, SV *);
    values->list[at].kind = ARRAY;
    values->list[at].elements = elements;
    values->list[at].count = count;
    for (size_t i = 0; i < count; i++) {
        elements[i] = SvREFCNT_inc(AvARRAY(array)[i]);
        if (elements[i])
            mh_values_add(aTHX_ values, elements[i]);
    }
}

/* By their names: perl makes new elements out of what is written. */
static void note_parents(pTHX_ mh_values_t *values, size_t at)
{
    AV *array = (AV *)values->list[at].container;
    size_t count = (size_t)(AvFILLp(array) + 1);
    SV **elements;

    Newx(elements, count, SV *);
    for (size_t i = 0; i < count; i++)
        elements[i] = newSVsv(AvARRAY(array)[i]);
    values->list[at].kind = PARENTS;
    values->list[at].elements = elements;
    values->list[at].count = count;
}

static void list_entries(pTHX_ HV *hash, entry_t *entries)
{
    HE **buckets = HvARRAY(hash);
    size_t at = 0;

    PERL_UNUSED_CONTEXT;
    for (STRLEN i = 0; buckets && i <= HvMAX(hash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he))
            entries[at++] = (entry_t){ he, newSVhek(HeKEY_hek(he)), HeVAL(he) };
}

static void note_hash(pTHX_ mh_values_t *values, size_t at)
{
    HV *hash = (HV *)values->list[at].container;
    size_t count = HvTOTALKEYS(hash);
    entry_t *entries;

    Newx(entries, count, entry_t);
    list_entries(aTHX_ hash, entries);
    values->list[at].kind = HASH;
    values->list[at].entries = entries;
    values->list[at].count = count;
    for (size_t i = 0; i < count; i++) {
        SvREFCNT_inc_simple_void_NN(entries[i].value);
        mh_values_add(aTHX_ values, entries[i].value);
    }
}

static void note(pTHX_ mh_values_t *values, size_t at)
{
    SV *container = values->list[at].container;

    if (is_parents(container))
        note_parents(aTHX_ values, at);
    else if (!may_look_inside(container))
        return;
    else if (SvTYPE(container) == SVt_PVAV)
        note_array(aTHX_ values, at);
    else if (SvTYPE(container) == SVt_PVHV)
        note_hash(aTHX_ values, at);
    else
        note_scalar(aTHX_ values, at);
}

void mh_values_add(pTHX_ mh_values_t *values, SV *container)
{
    size_t at = values->count;

    if (SvIMMORTAL(container) || mh_values_has(values, container))
        return;
    new_value(aTHX_ values, container);
    note(aTHX_ values, at);
}

static void forget(pTHX_ mh_value_t *value)
{
    for (size_t i = 0; i < value->count; i++) {
        if (value->kind != HASH) {
            SvREFCNT_dec(value->elements[i]);
        } else {
            SvREFCNT_dec_NN(value->entries[i].key);
            SvREFCNT_dec(value->entries[i].value);
        }
    }
    Safefree(value->elements);
    Safefree(value->entries);
    SvREFCNT_dec(value->copy);
    SvREFCNT_dec((SV *)value->class);
}

void mh_values_renew(pTHX_ mh_values_t *values, SV *container)
{
    const size_t *at = mh_pointers_find(&values->index, container);
    mh_value_t *value = at ? &values->list[*at] : NULL;

    if (!value)
        return;
    forget(aTHX_ value);
    describe(aTHX_ value, container);
    note(aTHX_ values, *at);
}

bool mh_values_has(const mh_values_t *values, const SV *container)
{
    return mh_pointers_find(&values->index, container) != NULL;
}

bool mh_values_has_object(const mh_values_t *values, const SV *container)
{
    const size_t *at = mh_pointers_find(&values->index, container);

    return at && values->list[*at].class;
}

/* Restoring */

static bool same_text(const SV *a, const SV *b)
{
    return SvCUR(a) == SvCUR(b) &&
           (SvPVX(a) == SvPVX(b) || memEQ(SvPVX(a), SvPVX(b), SvCUR(a)));
}

static bool scalar_unchanged(const mh_value_t *value)
{
    const SV *sv = value->container;
    const SV *copy = value->copy;

    if (((SvFLAGS(sv) ^ value->flags) & SCALAR_FLAGS) || !mh_sv_is_plain(sv) ||
        mh_sv_has_magic(sv) || mh_sv_pos(sv).at != value->pos.at)
        return false;
    if (SvROK(sv))
        return SvRV(sv) == SvRV(copy) && !SvWEAKREF(sv) == !SvWEAKREF(copy);
    if ((SvFLAGS(sv) & (SVf_POK | SVp_POK)) &&
        (!same_text(sv, copy) || SvUTF8(sv) != SvUTF8(copy)))
        return false;
    if ((SvFLAGS(sv) & (SVf_IOK | SVp_IOK)) && SvIVX(sv) != SvIVX(copy))
        return false;
    return !(SvFLAGS(sv) & (SVf_NOK | SVp_NOK)) ||
           memEQ(&SvNVX(sv), &SvNVX(copy), sizeof(NV));
}

static void restore_class(pTHX_ const mh_value_t *value)
{
    SV *sv = value->container;

    if (!value->class) {
        mh_sv_unbless(aTHX_ sv);
        return;
    }
    if (SvOBJECT(sv) && SvSTASH(sv) == value->class)
        return;
    mh_sv_unbless(aTHX_ sv);
    (void)SvUPGRADE(sv, SVt_PVMG);
    SvOBJECT_on(sv);
    SvSTASH_set(sv, (HV *)SvREFCNT_inc_simple_NN((SV *)value->class));
}

static void restore_scalar(pTHX_ const mh_value_t *value)
{
    SV *sv = value->container;

    if (scalar_unchanged(value) &&
        (!value->class || SvSTASH(sv) == value->class))
        return;
    SvFLAGS(sv) &= ~(SVf_READONLY | SVf_PROTECT);
    mh_sv_drop_own_magic(aTHX_ sv);
    restore_class(aTHX_ value);
    if (!SvOK(value->copy))
        mh_sv_blank(aTHX_ sv);
    else
        sv_setsv_flags(sv, value->copy, SV_DO_COW_SVSETSV | SV_NOSTEAL);
    if (SvROK(value->copy) && SvWEAKREF(value->copy))
        sv_rvweaken(sv);
    mh_sv_set_pos(aTHX_ sv, value->pos);
    SvFLAGS(sv) |= value->flags & (SVf_READONLY | SVf_PROTECT);
}

static bool array_unchanged(const mh_value_t *value)
{
    const AV *array = (AV *)value->container;

    if (((SvFLAGS(array) ^ value->flags) & CONTAINER_FLAGS) ||
        mh_sv_has_magic((SV *)array) ||
        (size_t)(AvFILLp(array) + 1) != value->count)
        return false;
    for (size_t i = 0; i < value->count; i++)
        if (AvARRAY(array)[i] != value->elements[i])
            return false;
    return true;
}

static void restore_array(pTHX_ const mh_value_t *value)
{
    AV *array = (AV *)value->container;

    if (array_unchanged(value))
        return;
    SvFLAGS(array) &= ~(SVf_READONLY | SVf_PROTECT);
    mh_sv_drop_own_magic(aTHX_(SV *) array);
    restore_class(aTHX_ value);
    av_clear(array);
    if (value->count)
        av_fill(array, (SSize_t)value->count - 1);
    for (size_t i = 0; i < value->count; i++)
        AvARRAY(array)[i] = SvREFCNT_inc(value->elements[i]);
    SvFLAGS(array) |= value->flags & (SVf_READONLY | SVf_PROTECT);
}

static bool parents_unchanged(pTHX_ const mh_value_t *value)
{
    const AV *array = (AV *)value->container;

    if (!is_parents(value->container) ||
        (size_t)(AvFILLp(array) + 1) != value->count)
        return false;
    for (size_t i = 0; i < value->count; i++)
        if (!sv_eq(AvARRAY(array)[i], value->elements[i]))
            return false;
    return true;
}

static void restore_parents(pTHX_ const mh_value_t *value)
{
    AV *array = (AV *)value->container;

    if (parents_unchanged(aTHX_ value))
        return;
    av_clear(array);
    for (size_t i = 0; i < value->count; i++)
        av_push(array, newSVsv(value->elements[i]));
    mg_set(value->container);
}

static bool entries_unchanged(const mh_value_t *value)
{
    HV *hash = (HV *)value->container;
    HE **buckets = HvARRAY(hash);
    size_t at = 0;

    for (STRLEN i = 0; buckets && i <= HvMAX(hash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he), at++)
            if (he != value->entries[at].he ||
                HeVAL(he) != value->entries[at].value)
                return false;
    return true;
}

static bool hash_unchanged(pTHX_ const mh_value_t *value)
{
    HV *hash = (HV *)value->container;

    return !((SvFLAGS(hash) ^ value->flags) & CONTAINER_FLAGS) &&
           !mh_sv_has_magic((SV *)hash) && HvTOTALKEYS(hash) == value->count &&
           entries_unchanged(value);
}

/* The keys' places have changed: they are found in the new order. */
static void note_places(pTHX_ mh_value_t *value)
{
    HV *hash = (HV *)value->container;
    entry_t *entries;

    Newx(entries, value->count, entry_t);
    for (size_t i = 0; i < value->count; i++) {
        const entry_t *entry = &value->entries[i];

        (void)hv_store_ent(hash, entry->key,
                           SvREFCNT_inc_simple_NN(entry->value), 0);
        SvREFCNT_dec_NN(entry->key);
    }
    list_entries(aTHX_ hash, entries);
    Safefree(value->entries);
    value->entries = entries;
}

static void restore_hash(pTHX_ mh_value_t *value)
{
    HV *hash = (HV *)value->container;

    if (is_iterating(aTHX_ hash))
        hv_iterinit(hash);
    if (hash_unchanged(aTHX_ value))
        return;
    SvFLAGS(hash) &= ~(SVf_READONLY | SVf_PROTECT);
    mh_sv_drop_own_magic(aTHX_(SV *) hash);
    restore_class(aTHX_ value);
    hv_clear(hash);
    note_places(aTHX_ value);
    SvFLAGS(hash) |= value->flags & (SVf_READONLY | SVf_PROTECT);
}

static bool is_unchanged(pTHX_ const mh_value_t *value)
{
    switch (value->kind) {
    case SCALAR:
        return scalar_unchanged(value);
    case ARRAY:
        return array_unchanged(value);
    case HASH:
        return hash_unchanged(aTHX_ value);
    default:
        return true;
    }
}

void mh_values_each_changed(pTHX_ const mh_values_t *values,
                            void (*function)(pTHX_ SV *, void *), void *data)
{
    for (size_t i = 0; i < values->count; i++)
        if (!is_unchanged(aTHX_ & values->list[i]))
            function(aTHX_ values->list[i].container, data);
}

void mh_values_each(pTHX_ const mh_values_t *values,
                    void (*function)(pTHX_ SV *, void *), void *data)
{
    for (size_t i = 0; i < values->count; i++)
        function(aTHX_ values->list[i].container, data);
}

void mh_values_restore(pTHX_ mh_values_t *values)
{
    for (size_t i = 0; i < values->count; i++) {
        mh_value_t *value = &values->list[i];

        if (value->kind == SCALAR)
            restore_scalar(aTHX_ value);
        else if (value->kind == ARRAY)
            restore_array(aTHX_ value);
        else if (value->kind == HASH)
            restore_hash(aTHX_ value);
        else if (value->kind == PARENTS)
            restore_parents(aTHX_ value);
    }
}

void mh_values_free(pTHX_ mh_values_t *values)
{
    for (size_t i = 0; i < values->count; i++) {
        forget(aTHX_ & values->list[i]);
        SvREFCNT_dec_NN(values->list[i].container);
    }
    Safefree(values->list);
    mh_pointers_clear(&values->index);
}
