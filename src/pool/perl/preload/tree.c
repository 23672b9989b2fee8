/*
 * tree.c - the operators of a file that was compiled ahead: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

/* `$x`, `@x` or `%x`, and not what a reference or a text names. */
static bool has_name(const OP *op)
{
    const OP *kid = op->op_flags & OPf_KIDS ? cUNOPx(op)->op_first : NULL;

    return kid && kid->op_type == OP_GV;
}

/* Its values run code, or come and go with the name. */
static bool has_magic(const GV *gv)
{
    const SV *scalar = GvSV(gv);
    const AV *array = GvAV(gv);
    const HV *hash = GvHV(gv);

    return (scalar && SvMAGICAL(scalar)) || (array && SvMAGICAL(array)) ||
           (hash && SvMAGICAL(hash));
}

/* As the survey and the symbol table spell it. */
static bool is_ascii(const GV *gv)
{
    return !GvNAMEUTF8(gv) && strlen(GvNAME(gv)) == (size_t)GvNAMELEN(gv) &&
           is_utf8_invariant_string((const U8 *)GvNAME(gv), GvNAMELEN(gv));
}

static bool note_name(pTHX_ const OP *op, mh_kept_names_t *names)
{
    GV *gv = cGVOPx_gv(op);

    if (!gv || !isGV_with_GP(gv) || GvSTASH(gv) != PL_defstash ||
        !is_ascii(gv) || has_magic(gv))
        return false;
    mh_names_add(names, gv);
    return true;
}

/* None of them runs code, unless a variable has magic or an object. */
static bool is_allowed(pTHX_ const OP *op, mh_kept_names_t *names)
{
    switch (op->op_type) {
    case OP_NULL:
    case OP_STUB:
    case OP_SCALAR:
    case OP_PUSHMARK:
    case OP_CONST:
    case OP_LIST:
    case OP_AASSIGN:
    case OP_SASSIGN:
    case OP_ANONLIST:
    case OP_ANONHASH:
    case OP_REFGEN:
    case OP_SREFGEN:
    case OP_UNDEF:
    case OP_CONCAT:
    case OP_MULTICONCAT:
    case OP_STRINGIFY:
    case OP_SEQ:
    case OP_SNE:
    case OP_COND_EXPR:
    case OP_LINESEQ:
    case OP_NEXTSTATE:
    case OP_LEAVEEVAL:
        return true;
    case OP_RV2SV:
    case OP_RV2AV:
    case OP_RV2HV:
        return has_name(op);
    case OP_GV:
    case OP_GVSV:
        return note_name(aTHX_ op, names);
    default:
        return false;
    }
}

bool mh_tree_is_data(pTHX_ const OP *root, mh_kept_names_t *names)
{
    for (const OP *op = root; op; op = OpSIBLING(op)) {
        if (!is_allowed(aTHX_ op, names))
            return false;
        if (op->op_flags & OPf_KIDS &&
            !mh_tree_is_data(aTHX_ cUNOPx(op)->op_first, names))
            return false;
    }
    return true;
}
