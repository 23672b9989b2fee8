/*
 * plain.c - files whose main program only sets variables that are new with
 * them, to constants: see kept.h.
 *
 * Such a file can be run when it is compiled ahead: nothing can tell when it
 * was, as nothing of it is in sight before its `require`. So another file can
 * `use` it while that is compiled ahead. Hashes are not among the variables:
 * each run has an order of its own.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include "pool/perl/preload/proof.h"
#include "shared/perl/compat.h"

static const GV *glob_of(const OP *op, const CV *code)
{
#ifdef USE_ITHREADS
    return (GV *)PadARRAY(
        PadlistARRAY(CvPADLIST(code))[1])[cPADOPx(op)->op_padix];
#else
    (void)code;
    return (GV *)cSVOPx(op)->op_sv;
#endif
}

/* Perl's own variables may be asked for the first time. */
static bool is_special(pTHX_ const GV *gv)
{
    return GvSTASH(gv) == PL_defstash &&
           mh_glob_slots_special(&(mh_slots_t){ .key = GvNAME_HEK((GV *)gv) });
}

static bool is_new(pTHX_ const GV *gv, const mh_survey_t *before)
{
    return gv && isGV_with_GP(gv) && GvSTASH(gv) && !is_special(aTHX_ gv) &&
           !mh_survey_find(before, GvSTASH(gv), GvNAME_HEK((GV *)gv));
}

/* None of them runs code or asks for something. */
static bool is_allowed(const OP *op)
{
    switch (op->op_type) {
    case OP_NULL:
    case OP_STUB:
    case OP_ENTER:
    case OP_LINESEQ:
    case OP_NEXTSTATE:
    case OP_DBSTATE:
    case OP_LEAVEEVAL:
    case OP_PUSHMARK:
    case OP_PADRANGE:
    case OP_CONST:
    case OP_LIST:
    case OP_UNDEF:
    case OP_NEGATE:
    case OP_SASSIGN:
    case OP_AASSIGN:
    case OP_PADSV:
    case OP_PADAV:
        return true;
    default:
        return mh_perl_op_stores(op);
    }
}

/* A name that is computed may be any. */
static bool is_allowed_here(pTHX_ const OP *op, const CV *code,
                            const mh_survey_t *before)
{
    switch (op->op_type) {
    case OP_GV:
    case OP_GVSV:
        return is_new(aTHX_ glob_of(op, code), before);
    case OP_RV2SV:
    case OP_RV2AV:
        return op->op_flags & OPf_KIDS &&
               cUNOPx(op)->op_first->op_type == OP_GV;
    default:
        return is_allowed(op);
    }
}

static bool is_plain(pTHX_ const OP *op, const CV *code,
                     const mh_survey_t *before)
{
    if (!is_allowed_here(aTHX_ op, code, before))
        return false;
    if (op->op_flags & OPf_KIDS)
        for (const OP *kid = cUNOPx(op)->op_first; kid; kid = OpSIBLING(kid))
            if (!is_plain(aTHX_ kid, code, before))
                return false;
    return true;
}

SV *mh_plain_value(pTHX_ const OP *root, const CV *code,
                   const mh_survey_t *before)
{
    const OP *last = root->op_flags & OPf_KIDS ? cUNOPx(root)->op_first : NULL;

    if (root->op_type != OP_LEAVEEVAL || !is_plain(aTHX_ root, code, before))
        return NULL;
    if (last && last->op_type == OP_LINESEQ)
        last = cUNOPx(last)->op_first;
    while (last && OpHAS_SIBLING(last))
        last = OpSIBLING(last);
    return last && last->op_type == OP_CONST ? mh_digest_constant(last, code)
                                             : NULL;
}
