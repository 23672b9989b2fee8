/*
 * order.c - the operators that show the order of a hash's keys.
 *
 * perl gives each hash an order of its own, which differs in each process. So a
 * main program stops before it sees one. While modules are loaded, and in BEGIN
 * blocks, the order does not matter. For example, a table that is filled from
 * another one is the same in any order, and nothing is shown to a client.
 *
 * An order that cannot be seen is not looked at: fewer than two keys, a number
 * of keys, `sort keys %h`, `%copy = %h`, `{ %h }`.
 */
#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <perl.h>

#include "pool/perl/trace/guard.h"
#include "pool/perl/trace/operators.h"
#include "pool/perl/trace/part.h"
#include "pool/perl/trace/vetted.h"
#include "shared/perl/begin.h"
#include "shared/perl/compat.h"

static Perl_ppaddr_t run_keys;
static Perl_ppaddr_t run_values;
static Perl_ppaddr_t run_each;
static Perl_ppaddr_t run_rv2hv;
static Perl_ppaddr_t run_padhv;

/* `require`, or a block that runs while code is compiled. */
static bool loads(pTHX_ const PERL_CONTEXT *context)
{
    switch (CxTYPE(context)) {
    case CXt_EVAL:
        return CxOLD_OP_TYPE(context) == OP_REQUIRE;
    case CXt_SUB:
        return mh_is_begin(aTHX_ context->blk_sub.cv);
    default:
        return false;
    }
}

/* A file is loaded by code below, or code is compiled. */
static bool is_loading(pTHX)
{
    if (PL_phase == PERL_PHASE_START)
        return true;
    for (const PERL_SI *stack = PL_curstackinfo; stack; stack = stack->si_prev)
        for (I32 i = stack->si_cxix; i >= 0; i--)
            if (loads(aTHX_ & stack->si_cxstack[i]))
                return true;
    return false;
}

/*
 * True if the order of the keys differs in each process. With PERL_HASH_SEED=0
 * and PERL_PERTURB_KEYS=0 it is always the same.
 */
static bool has_order(pTHX_ const SV *sv)
{
    return SvTYPE(sv) == SVt_PVHV && !SvRMAGICAL(sv) &&
           HvTOTALKEYS((const HV *)sv) > 1 && PL_HASH_RAND_BITS_ENABLED == 1;
}

static UV next_random(pTHX)
{
    PL_hash_rand_bits ^= PL_hash_rand_bits << 13;
    PL_hash_rand_bits ^= PL_hash_rand_bits >> 7;
    PL_hash_rand_bits ^= PL_hash_rand_bits << 17;
    return PL_hash_rand_bits;
}

/* Takes an entry of the bucket, and puts it first. */
static void move_to_front(HE **bucket, UV place)
{
    HE **link = bucket;
    HE *entry;

    while (place--)
        link = &HeNEXT(*link);
    entry = *link;
    *link = HeNEXT(entry);
    HeNEXT(entry) = *bucket;
    *bucket = entry;
}

/*
 * perl puts a new key before or after the others of its bucket, by chance. In
 * each run, keys that were made ahead get places by chance.
 */
static void shuffle(pTHX_ HV *hash)
{
    for (STRLEN i = 0; i <= HvMAX(hash); i++) {
        HE **bucket = &HvARRAY(hash)[i];
        UV length = 0;

        for (const HE *entry = *bucket; entry; entry = HeNEXT(entry))
            length++;
        for (UV moves = length; moves > 1; moves--)
            move_to_front(bucket, length - 1 - next_random(aTHX) % moves);
    }
}

/* In a run that begins here, the hash gets an order of the run's own. */
static void look(pTHX_ SV *sv)
{
    if (!has_order(aTHX_ sv) || is_loading(aTHX))
        return;
    mh_trace_unshareable("sees the order of a hash");
    if (!mh_watching() && !HvEITER_get((HV *)sv))
        shuffle(aTHX_(HV *) sv);
}

/* The operator to which the elements go; NULL: not known. */
static const OP *taker(const OP *op)
{
    const OP *parent = op_parent((OP *)op);

    while (parent && (parent->op_type == OP_NULL || parent->op_type == OP_LIST))
        parent = op_parent((OP *)parent);
    return parent;
}

/* A sort by name: no two keys of a hash are the same. */
static bool is_sorted(const OP *op)
{
    return op && op->op_type == OP_SORT &&
           !(op->op_flags & (OPf_STACKED | OPf_SPECIAL)) &&
           !(op->op_private & OPpSORT_NUMERIC);
}

/* `%hash = (...)`, with nothing else on its left side. */
static bool becomes_hash(const OP *op)
{
    const OP *left;

    if (!op || op->op_type != OP_AASSIGN)
        return op && op->op_type == OP_ANONHASH;
    left = cBINOPx(op)->op_last;
    left = left->op_flags & OPf_KIDS ? cUNOPx(left)->op_first : NULL;
    if (left && left->op_type == OP_PUSHMARK)
        left = OpSIBLING(left);
    return left && !OpHAS_SIBLING(left) &&
           (left->op_type == OP_PADHV || left->op_type == OP_RV2HV);
}

static OP *look_at_keys(pTHX)
{
    if (mh_watching() && GIMME_V == G_LIST && !is_sorted(taker(PL_op)))
        look(aTHX_ * PL_stack_sp);
    return run_keys(aTHX);
}

static OP *look_at_values(pTHX)
{
    if (mh_watching() && GIMME_V == G_LIST)
        look(aTHX_ * PL_stack_sp);
    return run_values(aTHX);
}

/*
 * True if the loop over all of %ENV is one that only a library needs. It then
 * finds nothing.
 */
static bool goes_through(pTHX)
{
    if (!mh_watching() || !mh_guard_has(*PL_stack_sp) || GIMME_V != G_LIST ||
        !mh_vetted_goes_through())
        return false;
    PL_stack_sp--;
    return true;
}

static OP *look_at_each(pTHX)
{
    if (goes_through(aTHX))
        return PL_op->op_next;
    if (mh_watching())
        look(aTHX_ * PL_stack_sp);
    return run_each(aTHX);
}

/* True: the operator puts keys and values on the stack. */
static bool shows_all(pTHX)
{
    return mh_watching() && !(PL_op->op_flags & OPf_REF) && GIMME_V == G_LIST &&
           !becomes_hash(taker(PL_op));
}

static OP *look_at_rv2hv(pTHX)
{
    SV *sv = *PL_stack_sp;

    if (shows_all(aTHX)) {
        if (SvROK(sv))
            look(aTHX_ SvRV(sv));
        else if (isGV_with_GP(sv) && GvHV((const GV *)sv))
            look(aTHX_(SV *) GvHV((GV *)sv));
    }
    return run_rv2hv(aTHX);
}

static OP *look_at_padhv(pTHX)
{
    if (shows_all(aTHX))
        look(aTHX_ PAD_SVl(PL_op->op_targ));
    return run_padhv(aTHX);
}

void mh_trace_wrap_orders(void)
{
    run_keys = mh_trace_wrap(OP_KEYS, look_at_keys);
    run_values = mh_trace_wrap(OP_VALUES, look_at_values);
    run_each = mh_trace_wrap(OP_EACH, look_at_each);
    run_rv2hv = mh_trace_wrap(OP_RV2HV, look_at_rv2hv);
    run_padhv = mh_trace_wrap(OP_PADHV, look_at_padhv);
}
