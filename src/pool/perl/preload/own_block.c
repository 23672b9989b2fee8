/*
 * own_block.c - whether a file with a BEGIN block of its own can be kept: see
 * kept.h.
 *
 * If such a block changes what the rest of the file means, perl reads the file,
 * and does not run the block again. The block may have functions of the file
 * that were compiled ahead, so the file keeps these (functions.c), and none of
 * them may have a variable of the file. Nor may the block. A function that the
 * file calls in front of the block may be another one behind it.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

/* Variables that code can name, besides those of packages. outer: only those of
 * the code around it. */
static bool has_variables(const CV *code, bool outer)
{
    const PADNAMELIST *names = PadlistNAMES(CvPADLIST(code));

    for (SSize_t i = 1; i <= PadnamelistMAX(names); i++) {
        const PADNAME *name = PadnamelistARRAY(names)[i];

        if (name && PadnameLEN(name) > 1 && !PadnameIsOUR(name) &&
            (!outer || PadnameOUTER(name)))
            return true;
    }
    return false;
}

/* Not a constant, and not written in C. */
static bool is_code(const CV *code)
{
    return !CvISXSUB(code) && CvROOT(code);
}

static const CV *closure_of(const OP *op, const CV *code)
{
    return (const CV *)PadARRAY(PadlistARRAY(CvPADLIST(code))[1])[op->op_targ];
}

static bool has_eval(const OP *root, const CV *code)
{
    for (const OP *op = root; op; op = OpSIBLING(op)) {
        const CV *closure = op->op_type == OP_ANONCODE ? closure_of(op, code)
                                                       : NULL;

        if (op->op_type == OP_ENTEREVAL ||
            (closure && is_code(closure) && has_eval(CvROOT(closure), closure)))
            return true;
        if (op->op_flags & OPf_KIDS && has_eval(cUNOPx(op)->op_first, code))
            return true;
    }
    return false;
}

const char *mh_own_block_check(pTHX_ const CV *block)
{
    if (CopHINTHASH_get(&PL_compiling))
        return "%^H is not empty there";
    if (has_variables(block, true))
        return "the block has variables of the file";
    if (has_variables(PL_compcv, false) && has_eval(CvROOT(block), block))
        return "the block's eval could have variables of the file";
    return NULL;
}

/* --- what comes before the block --- */

/* True for a function that could have a variable of the file. */
static bool is_bound(pTHX_ const mh_kept_code_t *code)
{
    const CV *function = code->function;

    return function && (has_variables(function, true) ||
                        (has_variables(PL_compcv, false) &&
                         has_eval(CvROOT(function), function)));
}

static bool is_format(const mh_kept_entry_t *entry)
{
    const SV *value = HeVAL(entry->entry);

    return !entry->package && isGV_with_GP(value) && GvFORM((GV *)value);
}

/* Code that would be there twice. */
static bool has_other_code(const mh_kept_names_t *names)
{
    bool found = names->body_count || names->end_count;

    for (size_t i = 0; i < names->slot_count && !found; i++)
        found = names->slots[i].type == SVt_PVFM;
    for (size_t i = 0; i < names->entry_count && !found; i++)
        found = is_format(&names->entries[i]);
    return found;
}

static bool has_bound_code(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->code_count; i++)
        if (is_bound(aTHX_ & names->code[i]))
            return true;
    return false;
}

const char *mh_own_block_check_names(pTHX_ const mh_kept_t *kept)
{
    for (size_t i = 0; i < kept->stage_count; i++) {
        const mh_kept_names_t *names = &kept->stages[i].names;

        if (has_other_code(names))
            return "the file has a format, an END block or a declared function "
                   "up to there";
        if (has_bound_code(aTHX_ names))
            return "the file has functions with its variables up to there";
        if (kept->stages[i].words.calls)
            return "the file calls functions up to there";
    }
    return NULL;
}
