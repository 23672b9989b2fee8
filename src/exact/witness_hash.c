/*
 * witness_hash.c - %ENV as a whole: keys, values, each, assignment, a reference
 * to it. Nothing says then which variables were seen.
 *
 * An operator that names %ENV is given another function when it is compiled,
 * so that no other hash costs anything.
 */
#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <perl.h>

#include "exact/witness_operators.h"
#include "exact/witness_part.h"

static Perl_check_t check_hash;
static Perl_check_t check_element;
static Perl_check_t check_slice;

/* An element of it, which the magic of the hash sees. */
static bool is_for_element(const OP *op)
{
    const OP *parent = op_parent((OP *)op);

    if (!(op->op_flags & OPf_REF) || !parent)
        return false;
    switch (parent->op_type) {
    case OP_HELEM:
    case OP_HSLICE:
    case OP_KVHSLICE:
        return true;
    default:
        return false;
    }
}

static OP *look_at_environ(pTHX)
{
    if (mh_watching() && !is_for_element(PL_op))
        mh_witness_tell("looks at all of %%ENV");
    return PL_ppaddr[OP_RV2HV](aTHX);
}

/* An operator on the hash of that name, or on the scalar or array. */
static bool names_environ(pTHX_ const OP *op)
{
    const OP *kid;

    if (!(op->op_flags & OPf_KIDS))
        return false;
    kid = cUNOPx(op)->op_first;
    return kid->op_type == OP_GV && PL_envgv && cGVOPx_gv(kid) == PL_envgv;
}

static OP *check(pTHX_ OP *op)
{
    op = check_hash(aTHX_ op);
    if (op->op_type == OP_RV2HV && names_environ(aTHX_ op)) {
        op->op_ppaddr = look_at_environ;
        if (mh_watching())
            mh_witness_environ_on();
    }
    return op;
}

/*
 * $ENV{...} and @ENV{...} begin as the scalar and the array. With -x the
 * witness is on before there is %ENV; it is there when code names it.
 */
static OP *begin(pTHX_ OP *op)
{
    if (mh_watching() && names_environ(aTHX_ op))
        mh_witness_environ_on();
    return op;
}

static OP *begin_element(pTHX_ OP *op)
{
    return begin(aTHX_ check_element(aTHX_ op));
}

static OP *begin_slice(pTHX_ OP *op)
{
    return begin(aTHX_ check_slice(aTHX_ op));
}

void mh_witness_wrap_environ(void)
{
    dTHXa(PERL_GET_CONTEXT);

    wrap_op_checker(OP_RV2HV, check, &check_hash);
    wrap_op_checker(OP_RV2SV, begin_element, &check_element);
    wrap_op_checker(OP_RV2AV, begin_slice, &check_slice);
}
