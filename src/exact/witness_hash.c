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

static OP *check(pTHX_ OP *op)
{
    OP *kid;

    op = check_hash(aTHX_ op);
    if (op->op_type != OP_RV2HV || !(op->op_flags & OPf_KIDS))
        return op;
    kid = cUNOPx(op)->op_first;
    if (kid->op_type == OP_GV && PL_envgv && cGVOPx_gv(kid) == PL_envgv) {
        op->op_ppaddr = look_at_environ;
        if (mh_watching())
            mh_witness_environ_on();
    }
    return op;
}

void mh_witness_wrap_environ(void)
{
    dTHXa(PERL_GET_CONTEXT);

    wrap_op_checker(OP_RV2HV, check, &check_hash);
}
