/*
 * lexical.c - groups of pad entries that are one variable.
 */
#include "fresh/lexical.h"

#include "fresh/pointers.h"

/* CvNAME_HEK_set() is for perl's own files, where this has a short name. */
#ifndef unshare_hek
#define unshare_hek(hek) Perl_unshare_hek(aTHX_ hek)
#endif

/* An entry of a pad. */
typedef struct slot_t {
    PAD *pad;
    PADOFFSET at;
    size_t group;
    size_t body; /* whose pad it is */
} slot_t;

/* The slots that hold one container. */
typedef struct group_t {
    SV *container; /* as it was compiled; it may be gone when it is not held */
    size_t first;
    size_t count;
    U32 stale; /* SVs_PADSTALE: not yet introduced */
    U8 type;
    bool held; /* it had a value, or others refer to it: in the values */
} group_t;

typedef struct body_t {
    CV *cv;
    OP *root;
    PADLIST *pads;
} body_t;

struct mh_lexicals_t {
    slot_t *slots; /* by group */
    size_t slot_count;
    group_t *groups;
    size_t group_count;
    body_t *bodies;
    size_t body_count;
};

/* Noting */

static bool is_variable(const SV *sv)
{
    return SvTYPE(sv) <= SVt_PVMG || SvTYPE(sv) == SVt_PVAV ||
           SvTYPE(sv) == SVt_PVHV;
}

/* `my sub` is one; an anonymous sub's prototype ("&") never changes. */
static bool is_lexical_sub(const PADNAME *name, const SV *sv)
{
    return SvTYPE(sv) == SVt_PVCV && PadnameLEN(name) > 1 &&
           mh_value_is_blank(sv);
}

/*
 * Unnamed entries: intermediate results and constants, which no statement sees
 * twice (PADTMP); but also what the flip-flop operator remembers.
 */
static bool is_slot(pTHX_ const PADNAMELIST *names, PADOFFSET at, const SV *sv)
{
    const PADNAME *name;

    PERL_UNUSED_CONTEXT;
    name = at <= (PADOFFSET)PadnamelistMAX(names) ? PadnamelistARRAY(names)[at]
                                                  : NULL;

    if (!sv || SvIMMORTAL(sv))
        return false;
    if (!name || !PadnamePV(name))
        return SvTYPE(sv) <= SVt_PVMG &&
               !(SvFLAGS(sv) & (SVs_PADTMP | SVf_READONLY | SVf_PROTECT)) &&
               !SvIsCOW_shared_hash(sv);
    if (PadnameIsOUR(name) || !PadnameLEN(name))
        return false;
    return is_variable(sv) || is_lexical_sub(name, sv);
}

static void add_slot(mh_lexicals_t *lexicals, PAD *pad, PADOFFSET at,
                     size_t body)
{
    if (!(lexicals->slot_count & (lexicals->slot_count - 1)))
        Renew(lexicals->slots,
              lexicals->slot_count ? 2 * lexicals->slot_count : 1, slot_t);
    lexicals->slots[lexicals->slot_count++] = (slot_t){ pad, at, 0, body };
}

static void add_pad(pTHX_ mh_lexicals_t *lexicals, size_t body)
{
    PADLIST *list = lexicals->bodies[body].pads;
    PAD *pad = PadlistARRAY(list)[1];

    for (PADOFFSET at = 1; at <= (PADOFFSET)AvFILLp(pad); at++)
        if (is_slot(aTHX_ PadlistNAMES(list), at, AvARRAY(pad)[at]))
            add_slot(lexicals, pad, at, body);
}

static SV *in_slot(const slot_t *slot)
{
    return AvARRAY(slot->pad)[slot->at];
}

static int compare_slots(const void *a, const void *b)
{
    const slot_t *left = a, *right = b;

    return (left->group > right->group) - (left->group < right->group);
}

/* By the container that they hold. */
static void sort_slots(mh_lexicals_t *lexicals)
{
    mh_pointers_t groups = { 0 };

    for (size_t i = 0; i < lexicals->slot_count; i++) {
        slot_t *slot = &lexicals->slots[i];

        mh_pointers_add(&groups, in_slot(slot), groups.count);
        slot->group = *mh_pointers_find(&groups, in_slot(slot));
    }
    lexicals->group_count = groups.count;
    mh_pointers_clear(&groups);
    if (lexicals->slot_count)
        qsort(lexicals->slots, lexicals->slot_count, sizeof(slot_t),
              compare_slots);
}

static void make_group(pTHX_ mh_lexicals_t *lexicals, size_t first,
                       mh_values_t *values)
{
    const slot_t *slot = &lexicals->slots[first];
    group_t *group = &lexicals->groups[slot->group];
    SV *sv = in_slot(slot);

    *group = (group_t){ .container = sv,
                        .first = first,
                        .stale = SvFLAGS(sv) & SVs_PADSTALE,
                        .type = (U8)SvTYPE(sv) };
    while (first + group->count < lexicals->slot_count &&
           slot[group->count].group == slot->group)
        group->count++;
    group->held = mh_values_has(values, sv) || !mh_value_is_blank(sv) ||
                  SvREFCNT(sv) != group->count;
    if (SvTYPE(sv) == SVt_PVCV)
        group->held = false;
}

static void note_groups(pTHX_ mh_lexicals_t *lexicals, mh_values_t *values)
{
    size_t next = 0;

    Newxz(lexicals->groups, lexicals->group_count, group_t);
    while (next < lexicals->slot_count) {
        size_t group = lexicals->slots[next].group;

        make_group(aTHX_ lexicals, next, values);
        next += lexicals->groups[group].count;
    }
    for (size_t i = 0; i < lexicals->group_count; i++)
        if (lexicals->groups[i].held)
            mh_values_add(aTHX_ values, lexicals->groups[i].container);
}

mh_lexicals_t *mh_lexicals_take(pTHX_ const mh_codes_t *codes,
                                mh_values_t *values)
{
    mh_lexicals_t *lexicals;

    Newxz(lexicals, 1, mh_lexicals_t);
    Newx(lexicals->bodies, codes->count, body_t);
    lexicals->body_count = codes->count;
    for (size_t i = 0; i < codes->count; i++) {
        CV *cv = codes->list[i];

        lexicals->bodies[i] = (body_t){ cv, CvROOT(cv), CvPADLIST(cv) };
        add_pad(aTHX_ lexicals, i);
    }
    sort_slots(lexicals);
    note_groups(aTHX_ lexicals, values);
    return lexicals;
}

static bool is_whole(const body_t *body)
{
    return CvROOT(body->cv) == body->root && CvPADLIST(body->cv) == body->pads;
}

void mh_lexicals_each(pTHX_ mh_lexicals_t *lexicals,
                      void (*function)(pTHX_ SV *, void *), void *data)
{
    for (size_t i = 0; i < lexicals->slot_count; i++) {
        const slot_t *slot = &lexicals->slots[i];

        /* `undef &sub` frees its pad. */
        if (is_whole(&lexicals->bodies[slot->body]))
            function(aTHX_ in_slot(slot), data);
    }
}

/* Restoring */

static void put(pTHX_ const slot_t *slot, SV *sv)
{
    SV *old = in_slot(slot);

    if (old == sv)
        return;
    AvARRAY(slot->pad)[slot->at] = SvREFCNT_inc_simple_NN(sv);
    SvREFCNT_dec(old);
}

static SV *new_container(pTHX_ const group_t *group, SV *old)
{
    SV *sv;

    if (group->type == SVt_PVAV || group->type == SVt_PVHV)
        return newSV_type((svtype)group->type);
    if (group->type != SVt_PVCV)
        return newSV(0);
    /* Only its name is left of a lexical sub. */
    sv = newSV_type(SVt_PVCV);
    CvNAME_HEK_set((CV *)sv, share_hek_hek(CvNAME_HEK((CV *)old)));
    CvLEXICAL_on((CV *)sv);
    return sv;
}

/* The container that most of the slots hold: the subs', as a rule. */
static SV *find_container(const mh_lexicals_t *lexicals, const group_t *group,
                          size_t *holders)
{
    const slot_t *slots = &lexicals->slots[group->first];
    SV *sv = in_slot(&slots[0]);

    for (size_t i = 0; i < group->count; i++)
        if (in_slot(&slots[i]) == group->container)
            sv = group->container;
    *holders = 0;
    for (size_t i = 0; i < group->count; i++)
        *holders += in_slot(&slots[i]) == sv;
    return sv;
}

/* Somebody still refers to what escaped from the run: it becomes theirs. */
static void restore_shared(pTHX_ mh_lexicals_t *lexicals, group_t *group)
{
    const slot_t *slots = &lexicals->slots[group->first];
    size_t holders;
    SV *sv = find_container(lexicals, group, &holders);

    if (SvREFCNT(sv) == holders)
        SvREFCNT_inc_simple_void_NN(sv);
    else
        sv = new_container(aTHX_ group, sv);
    if (!mh_value_is_blank(sv))
        mh_value_blank(aTHX_ sv);
    SvFLAGS(sv) = (SvFLAGS(sv) & ~SVs_PADSTALE) | group->stale;
    group->container = sv;
    for (size_t i = 0; i < group->count; i++)
        put(aTHX_ & slots[i], sv);
    SvREFCNT_dec_NN(sv);
}

static void restore_single(pTHX_ mh_lexicals_t *lexicals, group_t *group)
{
    const slot_t *slot = &lexicals->slots[group->first];
    SV *sv = in_slot(slot);

    if (UNLIKELY(SvREFCNT(sv) != 1 || !mh_value_is_blank(sv))) {
        restore_shared(aTHX_ lexicals, group);
        return;
    }
    SvFLAGS(sv) = (SvFLAGS(sv) & ~SVs_PADSTALE) | group->stale;
}

/* The values put the contents back. */
static void restore_held(pTHX_ mh_lexicals_t *lexicals, group_t *group)
{
    SV *sv = group->container;

    for (size_t i = 0; i < group->count; i++)
        put(aTHX_ & lexicals->slots[group->first + i], sv);
    SvFLAGS(sv) = (SvFLAGS(sv) & ~SVs_PADSTALE) | group->stale;
}

/* A recursion's pads share what was captured when they were made. */
static void drop_recursion(pTHX_ PADLIST *pads)
{
    for (SSize_t depth = PadlistMAX(pads); depth > 1; depth--) {
        SvREFCNT_dec((SV *)PadlistARRAY(pads)[depth]);
        PadlistARRAY(pads)[depth] = NULL;
    }
    ((struct padlist *)pads)->xpadl_max = 1;
}

static bool restore_bodies(pTHX_ mh_lexicals_t *lexicals)
{
    for (size_t i = 0; i < lexicals->body_count; i++) {
        const body_t *body = &lexicals->bodies[i];

        if (!is_whole(body) || CvDEPTH(body->cv))
            return false;
        if (UNLIKELY(PadlistMAX(body->pads) > 1))
            drop_recursion(aTHX_ body->pads);
    }
    return true;
}

bool mh_lexicals_restore(pTHX_ mh_lexicals_t *lexicals)
{
    if (!restore_bodies(aTHX_ lexicals))
        return false;
    for (size_t i = 0; i < lexicals->group_count; i++) {
        group_t *group = &lexicals->groups[i];

        if (group->held)
            restore_held(aTHX_ lexicals, group);
        else if (group->count == 1)
            restore_single(aTHX_ lexicals, group);
        else
            restore_shared(aTHX_ lexicals, group);
    }
    return true;
}

void mh_lexicals_free(pTHX_ mh_lexicals_t *lexicals)
{
    PERL_UNUSED_CONTEXT;
    Safefree(lexicals->slots);
    Safefree(lexicals->groups);
    Safefree(lexicals->bodies);
    Safefree(lexicals);
}
