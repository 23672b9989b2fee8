/*
 * exports.c - what a kept file will export: see kept.h.
 *
 * Files that use it are compiled before its own code runs. So this code finds
 * the statements that only give words to @EXPORT and its kin, and runs them for
 * that while. A statement with any other variable or operator does not run.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include "shared/memory.h"

/* A variable that such a statement has changed, and its state before. */
typedef struct export_t {
    GV *gv;
    svtype type;
    SSize_t count; /* of an array */
    U32 number;    /* of the package */
} export_t;

static struct {
    export_t *list;
    size_t count;
} set;

static bool is_export(const GV *gv)
{
    static const char *const names[] = { "EXPORT", "EXPORT_OK", "EXPORT_TAGS",
                                         "ISA", "VERSION" };

    for (size_t i = 0; i < C_ARRAY_LENGTH(names); i++)
        if (strEQ(GvNAME(gv), names[i]))
            return true;
    return false;
}

/* --- statements --- */

/* These operators run no code and change nothing but variables. */
static bool is_allowed(const OP *op)
{
    switch (op->op_type) {
    case OP_NULL:
    case OP_STUB:
    case OP_PUSHMARK:
    case OP_CONST:
    case OP_LIST:
    case OP_GV:
    case OP_GVSV:
    case OP_RV2AV:
    case OP_RV2HV:
    case OP_RV2SV:
    case OP_HELEM:
    case OP_MULTIDEREF:
    case OP_SCOPE:
    case OP_ANONLIST:
    case OP_ANONHASH:
    case OP_REFGEN:
    case OP_SREFGEN:
    case OP_SASSIGN:
    case OP_AASSIGN:
    case OP_PUSH:
        return true;
    default:
        return false;
    }
}

#ifdef USE_ITHREADS
#define GLOB_OF(code, place)                                                   \
    ((GV *)PadARRAY(PadlistARRAY(CvPADLIST(code))[1])[place])
#endif

/* `$EXPORT_TAGS{word}`; NULL: another element. */
static GV *glob_of_element(pTHX_ const OP *op, const CV *code)
{
    const UNOP_AUX_item *items = cUNOP_AUXx(op)->op_aux;
    UV wanted = MDEREF_HV_gvhv_helem | MDEREF_INDEX_const | MDEREF_FLAG_last;

    if (items->uv != wanted)
        return NULL;
#ifdef USE_ITHREADS
    return GLOB_OF(code, items[1].pad_offset);
#else
    return (GV *)items[1].sv;
#endif
}

static bool has_glob(const OP *op)
{
    return op->op_type == OP_GV || op->op_type == OP_GVSV ||
           op->op_type == OP_MULTIDEREF;
}

static GV *glob_of(pTHX_ const OP *op, const CV *code)
{
    if (!has_glob(op))
        return NULL;
    if (op->op_type == OP_MULTIDEREF)
        return glob_of_element(aTHX_ op, code);
#ifdef USE_ITHREADS
    return GLOB_OF(code, cPADOPx(op)->op_padix);
#else
    return cGVOPx_gv(op);
#endif
}

static bool assigns(const OP *op)
{
    return op->op_type == OP_SASSIGN || op->op_type == OP_AASSIGN ||
           op->op_type == OP_PUSH;
}

/* True if the operator, and those below it, have no other variable. */
static bool only_exports(pTHX_ const OP *op, const CV *code)
{
    const GV *gv = glob_of(aTHX_ op, code);

    if (!is_allowed(op) || (has_glob(op) && !(gv && is_export(gv))))
        return false;
    if (op->op_flags & OPf_KIDS)
        for (const OP *kid = cUNOPx(op)->op_first; kid; kid = OpSIBLING(kid))
            if (assigns(kid) || !only_exports(aTHX_ kid, code))
                return false;
    return true;
}

/* The operand that gets the values; NULL: none, or several variables. */
static const OP *left_of(const OP *op)
{
    const OP *left;

    if (op->op_type == OP_SASSIGN)
        return cBINOPx(op)->op_last;
    left = op->op_type == OP_PUSH ? cLISTOPx(op)->op_first
                                  : cUNOPx(cBINOPx(op)->op_last)->op_first;
    if (left->op_type != OP_PUSHMARK)
        return NULL;
    left = OpSIBLING(left);
    return op->op_type == OP_AASSIGN && left && OpHAS_SIBLING(left) ? NULL
                                                                    : left;
}

/* An optimizer's rest, such as the element that a MULTIDEREF has replaced. */
static const OP *without_nulls(const OP *op)
{
    while (op->op_type == OP_NULL && op->op_flags & OPf_KIDS)
        op = cUNOPx(op)->op_first;
    return op;
}

static svtype type_of(const OP *left)
{
    switch (left->op_type) {
    case OP_RV2AV:
        return SVt_PVAV;
    case OP_RV2HV:
    case OP_HELEM:
    case OP_MULTIDEREF:
        return SVt_PVHV;
    case OP_RV2SV:
    case OP_GVSV:
        return SVt_PVMG;
    default:
        return SVt_NULL;
    }
}

/* The variable itself, not one to which it refers. */
static GV *target_of(pTHX_ const OP *left, const CV *code)
{
    const OP *first = left->op_flags & OPf_KIDS ? cUNOPx(left)->op_first : NULL;

    if (has_glob(left))
        return glob_of(aTHX_ left, code);
    if (first && left->op_type == OP_HELEM && first->op_type == OP_RV2HV)
        first = cUNOPx(first)->op_first;
    return first && first->op_type == OP_GV ? glob_of(aTHX_ first, code) : NULL;
}

/* --- for a while --- */

static const export_t *find(const GV *gv, svtype type)
{
    for (size_t i = 0; i < set.count; i++)
        if (set.list[i].gv == gv && set.list[i].type == type)
            return &set.list[i];
    return NULL;
}

static void note(pTHX_ GV *gv, svtype type)
{
    SSize_t count = type == SVt_PVAV ? AvFILLp(GvAVn(gv)) + 1 : 0;

    if (find(gv, type))
        return;
    set.list = mh_grow(set.list, (set.count + 1) * sizeof(export_t));
    set.list[set.count++] = (export_t){ gv, type, count,
                                        mh_generation_of(GvSTASH(gv)) };
}

/* An assignment would lose what was there before. */
static bool may_assign(const OP *op, const GV *gv, svtype type)
{
    const export_t *noted = find(gv, type);
    SV *value = mh_part_of(gv, type);

    return op->op_type == OP_PUSH || !value || mh_part_is_empty(value) ||
           (noted && !noted->count);
}

static void run_statement(pTHX_ const OP *statement)
{
    OP *before = PL_op;

    PL_op = statement->op_next;
    while (PL_op && is_allowed(PL_op))
        PL_op = PL_op->op_ppaddr(aTHX);
    PL_op = before;
}

/* The file's own code loads them: `require Exporter`. */
static void ask_for_parents(pTHX_ const GV *gv)
{
    const AV *parents = strEQ(GvNAME(gv), "ISA") ? GvAV(gv) : NULL;

    for (SSize_t i = 0; parents && i <= AvFILLp(parents); i++)
        if (AvARRAY(parents)[i] && SvPOK(AvARRAY(parents)[i]))
            (void)mh_kept_asks(
                aTHX_ SvPVX(mh_key_of(aTHX_ SvPVX(AvARRAY(parents)[i]))));
}

static void run_if_plain(pTHX_ const OP *statement, const OP *op,
                         const CV *code)
{
    const OP *side = assigns(op) && only_exports(aTHX_ op, code) ? left_of(op)
                                                                 : NULL;
    const OP *left = side ? without_nulls(side) : NULL;
    svtype type = left ? type_of(left) : SVt_NULL;
    GV *gv = type == SVt_NULL ? NULL : target_of(aTHX_ left, code);

    if (!gv || !may_assign(op, gv, type))
        return;
    note(aTHX_ gv, type);
    run_statement(aTHX_ statement);
    ask_for_parents(aTHX_ gv);
}

void mh_exports_set(pTHX_ const mh_kept_t *kept)
{
    const OP *lines = cUNOPx(kept->root)->op_first;

    while (lines && lines->op_type != OP_LINESEQ)
        lines = OpSIBLING(lines);
    if (!lines)
        return;
    ENTER;
    SAVETMPS;
    SAVECOMPPAD();
    PAD_SET_CUR_NOSAVE(CvPADLIST(kept->code), 1);
    for (const OP *op = cUNOPx(lines)->op_first; op; op = OpSIBLING(op))
        if (op->op_type == OP_NEXTSTATE && OpSIBLING(op))
            run_if_plain(aTHX_ op, OpSIBLING(op), kept->code);
    FREETMPS;
    LEAVE;
}

static void unset(pTHX_ const export_t *export)
{
    AV *list = GvAV(export->gv);

    switch (export->type) {
    case SVt_PVAV:
        av_fill(list, export->count - 1);
        if (SvMAGICAL(list))
            mg_set((SV *)list);
        mh_generation_set(aTHX_ GvSTASH(export->gv), export->number);
        break;
    case SVt_PVHV:
        hv_clear(GvHV(export->gv));
        break;
    default:
        sv_setsv(GvSV(export->gv), &PL_sv_undef);
        sv_unmagic(GvSV(export->gv), PERL_MAGIC_vstring);
    }
}

/* Exporter notes what a package exports. */
void mh_exports_unset(pTHX_ SV *class)
{
    HV *noted = get_hv("Exporter::Cache", 0);

    while (set.count)
        unset(aTHX_ & set.list[--set.count]);
    if (noted)
        (void)hv_delete_ent(noted, class, G_DISCARD, 0);
}
