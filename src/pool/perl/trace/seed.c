/*
 * seed.c - `srand` for numbers that nobody can foresee.
 *
 * `srand;` and `srand(time ^ $$);` ask for other random numbers in each
 * process. Each run gets numbers of its own if the generator is not seeded at
 * all: perl seeds it at the first rand(), which stops a compilation. So these
 * statements are skipped. A seed without the process id may be meant to be the
 * same for a second, or a day.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/trace/later.h"

#include "pool/perl/trace/operators.h"
#include "pool/perl/trace/part.h"

static Perl_ppaddr_t run_srand;

/* True if the value goes to the next operator, and nowhere else. */
static bool is_passed_on(const OP *op)
{
    return !(PL_opargs[op->op_type] & OA_TARGLEX &&
             op->op_private & OPpTARGET_MY);
}

static bool is_arithmetic(const OP *op)
{
    switch (op->op_type) {
    case OP_ADD:
    case OP_I_ADD:
    case OP_SUBTRACT:
    case OP_I_SUBTRACT:
    case OP_MULTIPLY:
    case OP_I_MULTIPLY:
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR:
    case OP_LEFT_SHIFT:
    case OP_RIGHT_SHIFT:
        return is_passed_on(op) && !(op->op_flags & OPf_STACKED);
    case OP_NULL:
        return op->op_flags & OPf_KIDS;
    default:
        return false;
    }
}

static bool is_pid(pTHX_ const OP *op)
{
    const GV *gv = op->op_type == OP_GVSV ? cGVOPx_gv(op) : NULL;

    return gv && GvNAMELEN(gv) == 1 && *GvNAME(gv) == '$';
}

/* Nothing but the time, the process id and constants is in it. */
static bool is_made_of_moment(pTHX_ const OP *op, bool *pid)
{
    *pid |= is_pid(aTHX_ op);
    if (op->op_type == OP_TIME)
        return is_passed_on(op);
    if (op->op_type == OP_CONST || is_pid(aTHX_ op))
        return true;
    if (!is_arithmetic(op))
        return false;
    for (op = cUNOPx(op)->op_first; op; op = OpSIBLING(op))
        if (!is_made_of_moment(aTHX_ op, pid))
            return false;
    return true;
}

static bool is_passed_by(pTHX_ const OP *op)
{
    bool pid = false;
    const OP *seed = op->op_flags & OPf_KIDS ? cUNOPx(op)->op_first : NULL;

    return (op->op_flags & OPf_WANT) == OPf_WANT_VOID &&
           mh_trace_whose() == MH_WHOSE_SCRIPT &&
           (!seed || (is_made_of_moment(aTHX_ seed, &pid) && pid));
}

bool mh_later_seeds(pTHX_ const OP *op)
{
    if (!mh_watching() || !op)
        return false;
    while (op && op->op_type != OP_SRAND &&
           (op->op_type == OP_TIME || is_arithmetic(op)))
        op = op_parent((OP *)op);
    return op && op->op_type == OP_SRAND && is_passed_by(aTHX_ op);
}

static OP *look_at_srand(pTHX)
{
    dSP;

    if (!mh_watching() || !is_passed_by(aTHX_ PL_op))
        return run_srand(aTHX);
    if (PL_op->op_flags & OPf_KIDS)
        SP--;
    PL_srand_called = FALSE;
    XPUSHs(&PL_sv_yes);
    PUTBACK;
    return PL_op->op_next;
}

void mh_trace_wrap_srand(void)
{
    run_srand = mh_trace_wrap(OP_SRAND, look_at_srand);
}
