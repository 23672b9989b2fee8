/*
 * element.c - elements of hashes and arrays that a load looks at.
 *
 * The hashes that matter are %INC and the names of package main. Without `use
 * strict`, the value of an element may be the name of a variable.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/record.h"

#include <string.h>

bool mh_is_element(OP *op)
{
    const OP *parent = op_parent(op);

    return parent &&
           (parent->op_type == OP_HELEM ||
            (parent->op_type == OP_NULL && parent->op_targ == OP_HELEM));
}

static void note_name_of_main(pTHX_ SV *key)
{
    STRLEN length;
    const char *name = key && SvPOK(key) ? SvPV_nomg_const(key, length) : NULL;

    if (!name)
        mh_note_bar("asks what package main has", "");
    else if (length > 2 && strEQ(name + length - 2, "::"))
        mh_note_package(aTHX_ name, length - 2);
    else
        mh_note_main(aTHX_ name);
}

static void note_key(pTHX_ const HV *hash, SV *key)
{
    if (hash == GvHV(PL_incgv))
        mh_note_module(aTHX_ key);
    else if (hash == PL_defstash)
        note_name_of_main(aTHX_ key);
}

/* Arrays, slices and functions do not count. */
static bool has_hash(const OP *op)
{
    switch (op->op_type) {
    case OP_EXISTS:
        return !(op->op_flags & OPf_SPECIAL) &&
               !(op->op_private & OPpEXISTS_SUB);
    case OP_DELETE:
        return !(op->op_flags & OPf_SPECIAL) && !(op->op_private & OPpSLICE);
    default:
        return true;
    }
}

void mh_note_element(pTHX)
{
    if (has_hash(PL_op) && SvTYPE(PL_stack_sp[-1]) == SVt_PVHV)
        note_key(aTHX_(const HV *) PL_stack_sp[-1], *PL_stack_sp);
}

/* --- several in one operator: see perl's op.h --- */

typedef struct mh_multideref_t {
    UV action;
    const UNOP_AUX_item *item;
    SV *holder; /* an array or a hash */
    SV *value;  /* its value there; NULL: none, or it is not known */
    bool lost;  /* from here on, its value is not known */
} mh_multideref_t;

/* The value is a name only if the code is not strict. */
static void follow(pTHX_ mh_multideref_t *path, bool array)
{
    SV *value = path->value;

    path->holder = NULL;
    if (PL_op->op_private & HINT_STRICT_REFS)
        return;
    if (path->lost) {
        mh_note_bar("uses as a name what is not known", "");
    } else if (value && SvROK(value) && !SvAMAGIC(value)) {
        path->holder = SvRV(value);
    } else if (value && isGV_with_GP(value)) {
        mh_note_value(aTHX_ value);
        path->holder = array ? (SV *)GvAV((GV *)value)
                             : (SV *)GvHV((GV *)value);
    } else if (value && SvOK(value)) {
        path->lost = true;
        if (!SvROK(value))
            mh_note_value(aTHX_ value);
    }
}

static SV *index_of(pTHX_ const mh_multideref_t *path)
{
    SV *named;

    switch (path->action & MDEREF_INDEX_MASK) {
    case MDEREF_INDEX_const:
        return UNOP_AUX_item_sv(path->item);
    case MDEREF_INDEX_padsv:
        return PAD_SVl(path->item->pad_offset);
    case MDEREF_INDEX_gvsv:
        named = UNOP_AUX_item_sv(path->item);
        mh_note_glob(aTHX_(const GV *) named);
        return GvSV((const GV *)named);
    default:
        return NULL;
    }
}

static void find_in_array(pTHX_ mh_multideref_t *path, AV *array)
{
    bool constant = (path->action & MDEREF_INDEX_MASK) == MDEREF_INDEX_const;
    SV *index = constant ? NULL : index_of(aTHX_ path);
    SV **found;

    path->lost = (!constant && !(index && SvIOK(index))) || SvRMAGICAL(array);
    if (path->lost)
        return;
    found = av_fetch(array, constant ? path->item->iv : SvIVX(index), 0);
    path->value = found ? *found : NULL;
}

static void find_in_hash(pTHX_ mh_multideref_t *path, HV *hash)
{
    SV *key = index_of(aTHX_ path);
    const HE *found;

    note_key(aTHX_ hash, key);
    path->lost = !key || !SvPOK(key) || SvGMAGICAL(key) || SvRMAGICAL(hash);
    if (path->lost)
        return;
    found = hv_fetch_ent(hash, key, 0, 0);
    path->value = found ? HeVAL(found) : NULL;
}

/* The next of the operands is the index. */
static void find(pTHX_ mh_multideref_t *path)
{
    path->value = NULL;
    if (path->action & MDEREF_INDEX_MASK)
        path->item++;
    if (path->holder && SvTYPE(path->holder) == SVt_PVAV)
        find_in_array(aTHX_ path, (AV *)path->holder);
    else if (path->holder && SvTYPE(path->holder) == SVt_PVHV)
        find_in_hash(aTHX_ path, (HV *)path->holder);
    else
        (void)index_of(aTHX_ path);
}

/* @INC and %INC by their elements; other variables by their package. */
static void start_at_glob(pTHX_ mh_multideref_t *path, bool array)
{
    SV *gv = UNOP_AUX_item_sv(++path->item);

    path->holder = array ? (SV *)GvAV((const GV *)gv)
                         : (SV *)GvHV((const GV *)gv);
    if (gv == (SV *)PL_incgv && array)
        mh_note_search();
    else if (gv != (SV *)PL_incgv && path->holder != (SV *)PL_defstash)
        mh_note_glob(aTHX_(const GV *) gv);
}

static void start_at_scalar(pTHX_ mh_multideref_t *path, bool array)
{
    SV *gv = UNOP_AUX_item_sv(++path->item);

    mh_note_glob(aTHX_(const GV *) gv);
    path->value = GvSV((const GV *)gv);
    follow(aTHX_ path, array);
}

static void start(pTHX_ mh_multideref_t *path)
{
    bool array = (path->action & MDEREF_ACTION_MASK) <
                 MDEREF_HV_pop_rv2hv_helem;

    switch (path->action & MDEREF_ACTION_MASK) {
    case MDEREF_AV_gvav_aelem:
    case MDEREF_HV_gvhv_helem:
        start_at_glob(aTHX_ path, array);
        break;
    case MDEREF_AV_gvsv_vivify_rv2av_aelem:
    case MDEREF_HV_gvsv_vivify_rv2hv_helem:
        start_at_scalar(aTHX_ path, array);
        break;
    case MDEREF_AV_padav_aelem:
    case MDEREF_HV_padhv_helem:
        path->holder = PAD_SVl((++path->item)->pad_offset);
        break;
    case MDEREF_AV_padsv_vivify_rv2av_aelem:
    case MDEREF_HV_padsv_vivify_rv2hv_helem:
        path->value = PAD_SVl((++path->item)->pad_offset);
        follow(aTHX_ path, array);
        break;
    default:
        follow(aTHX_ path, array);
    }
}

void mh_note_parts(pTHX_ const UNOP_AUX_item *item)
{
    mh_multideref_t path = { .item = item, .value = *PL_stack_sp };
    UV actions = item->uv;

    for (;; actions >>= MDEREF_SHIFT) {
        path.action = actions & MDEREF_MASK;
        if ((actions & MDEREF_ACTION_MASK) == MDEREF_reload) {
            actions = (++path.item)->uv << MDEREF_SHIFT;
            continue;
        }
        start(aTHX_ & path);
        find(aTHX_ & path);
        if (actions & MDEREF_FLAG_last)
            return;
    }
}
