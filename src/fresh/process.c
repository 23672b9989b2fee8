/*
 * process.c - see process.h.
 */
#include "fresh/process.h"

/* open(F, 'program|'), open(F, '-|', ...) */
static bool has_pipe(const OP *op, PAD *pad)
{
    const SV *text;

    if (op->op_type != OP_CONST)
        return false;
    text = cSVOPx(op)->op_sv ? cSVOPx(op)->op_sv : AvARRAY(pad)[op->op_targ];
    return text && SvPOK(text) && memchr(SvPVX(text), '|', SvCUR(text));
}

static bool is_needed(OPCODE type)
{
    return type == OP_FORK || type == OP_SYSTEM || type == OP_EXEC ||
           type == OP_BACKTICK || type == OP_KILL;
}

bool mh_process_needed(const OP *op, PAD *pad)
{
    if (!op)
        return false;
    if (is_needed(op->op_type))
        return true;
    if (!(op->op_flags & OPf_KIDS))
        return false;
    for (const OP *kid = cUNOPx(op)->op_first; kid; kid = OpSIBLING(kid))
        if ((op->op_type == OP_OPEN && has_pipe(kid, pad)) ||
            mh_process_needed(kid, pad))
            return true;
    return false;
}

static bool is_exit(pTHX_ const SV *sv)
{
    CV *code = sv && isGV_with_GP(sv) ? GvCV((const GV *)sv) : NULL;
    const GV *name = code && CvISXSUB(code) ? CvGV(code) : NULL;

    return name && strEQ(GvNAME(name), "_exit") && GvSTASH(name) &&
           strEQ(HvNAME(GvSTASH(name)), "POSIX");
}

bool mh_process_left(pTHX_ PAD *pad)
{
    for (SSize_t at = 1; at <= AvFILLp(pad); at++)
        if (is_exit(aTHX_ AvARRAY(pad)[at]))
            return true;
    return false;
}
