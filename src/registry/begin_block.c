/*
 * begin_block.c - see begin_block.h.
 */
#include "begin_block.h"

/* What is read off a block, operator by operator. */
typedef struct {
    CV *block;
    const HV *package;
    SV *class;          /* the first constant of a method call */
    bool in_call;       /* its arguments are on the stack */
    bool strange;       /* an operator that a `use` does not have */
    bool scope_mark;    /* it is ours: see lib/Mehari/Registry/Source.pm */
    bool elsewhere;     /* another package of the script's */
    const char *method; /* that is called */
    mh_block_e verdict;
} reading_t;

/* Import into the code that is compiled, and nowhere else. */
static const char *const lexical[] = {
    "strict",   "warnings", "utf8",         "feature", "integer",     "bytes",
    "filetest", "locale",   "experimental", "sort",    "overloading",
};

/* Import into the package what their arguments say, and nothing else. */
static const char *const declaring[] = { "vars", "constant", "subs", "parent" };

/*
 * Have an import of their own, which fills the package and settings of the
 * module, by the arguments. Those of the rest must be Exporter's.
 */
static const char *const repeatable[] = {
    "lib",   "CGI",         "CGI::Carp",  "Getopt::Long",
    "POSIX", "Time::HiRes", "List::Util",
};

#define IS_IN(list, name) is_in(list, C_ARRAY_LENGTH(list), name)

static bool is_in(const char *const *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strEQ(list[i], name))
            return true;
    return false;
}

static SV *in_pad(CV *cv, PADOFFSET at)
{
    return PadlistARRAY(CvPADLIST(cv))[1]
               ? AvARRAY(PadlistARRAY(CvPADLIST(cv))[1])[at]
               : NULL;
}

static SV *constant_of(CV *cv, const OP *op)
{
    return cSVOPx(op)->op_sv ? cSVOPx(op)->op_sv : in_pad(cv, op->op_targ);
}

static SV *method_of(CV *cv, const OP *op)
{
    SV *name = cMETHOPx(op)->op_u.op_meth_sv;

    return name ? name : in_pad(cv, op->op_targ);
}

static GV *glob_of(CV *cv, const OP *op)
{
#ifdef USE_ITHREADS
    return (GV *)in_pad(cv, cPADOPx(op)->op_padix);
#else
    PERL_UNUSED_ARG(cv);
    return cGVOPx_gv(op);
#endif
}

static bool is_exporter(pTHX_ HV *stash, const char *method)
{
    GV *gv = gv_fetchmeth_pvn(stash, method, strlen(method), 0, 0);
    const CV *exporter = get_cv("Exporter::import", 0);

    /* Perl passes over an import that is not there. */
    return !gv || (exporter && GvCV(gv) == exporter);
}

static mh_block_e judge_call(pTHX_ const reading_t *reading)
{
    const char *class = SvPV_nolen(reading->class);
    HV *stash = gv_stashsv(reading->class, 0);

    if (strEQ(reading->method, "VERSION"))
        return MH_BLOCK_ONCE;
    if (strNE(reading->method, "import") && strNE(reading->method, "unimport"))
        return MH_BLOCK_UNKNOWN;
    if (IS_IN(lexical, class))
        return MH_BLOCK_ONCE;
    if (reading->elsewhere)
        return MH_BLOCK_UNKNOWN;
    if (IS_IN(declaring, class))
        return MH_BLOCK_ONCE;
    if (!stash || (!IS_IN(repeatable, class) &&
                   !is_exporter(aTHX_ stash, reading->method)))
        return MH_BLOCK_UNKNOWN;
    return MH_BLOCK_REPEAT;
}

static void end_call(pTHX_ reading_t *reading)
{
    mh_block_e call = reading->class && SvPOK(reading->class) && reading->method
                          ? judge_call(aTHX_ reading)
                          : MH_BLOCK_UNKNOWN;

    if (call == MH_BLOCK_UNKNOWN)
        reading->strange = true;
    else if (call == MH_BLOCK_REPEAT)
        reading->verdict = MH_BLOCK_REPEAT;
    reading->class = NULL;
    reading->method = NULL;
    reading->in_call = false;
}

static bool is_scope_mark(pTHX_ const reading_t *reading, const OP *op)
{
    const GV *scope = gv_fetchpvs("Mehari::Registry::Source::Scope", 0, SVt_PV);

    return scope && glob_of(reading->block, op) == scope;
}

/* Lists of constants, in themselves and by reference. */
static bool is_plain(OPCODE type)
{
    static const OPCODE plain[] = {
        OP_NULL,     OP_SCOPE,    OP_LINESEQ, OP_REQUIRE, OP_LIST,
        OP_STUB,     OP_LEAVESUB, OP_REFGEN,  OP_SREFGEN, OP_ANONLIST,
        OP_ANONHASH, OP_PUSHMARK, OP_UNDEF,   OP_NEGATE,  OP_SCALAR,
    };

    for (size_t i = 0; i < C_ARRAY_LENGTH(plain); i++)
        if (plain[i] == type)
            return true;
    return false;
}

static void read_constant(reading_t *reading, const OP *op)
{
    SV *value = constant_of(reading->block, op);

    if (!value || SvROK(value))
        reading->strange = true;
    else if (reading->in_call && !reading->class)
        reading->class = value;
}

static void read_op(pTHX_ reading_t *reading, const OP *op)
{
    switch (op->op_type) {
    case OP_NEXTSTATE:
    case OP_DBSTATE:
        if (CopSTASH((const COP *)op) != reading->package)
            reading->elsewhere = true;
        break;
    case OP_CONST:
        read_constant(reading, op);
        break;
    case OP_PUSHMARK:
        if (!reading->in_call)
            reading->in_call = true;
        break;
    case OP_METHOD_NAMED:
        reading->method = SvPV_nolen(method_of(reading->block, op));
        break;
    case OP_ENTERSUB:
        end_call(aTHX_ reading);
        break;
    case OP_GVSV:
    case OP_GV:
        if (is_scope_mark(aTHX_ reading, op))
            reading->scope_mark = true;
        else
            reading->strange = true;
        break;
    default:
        if (!is_plain(op->op_type))
            reading->strange = true;
    }
}

mh_block_e mh_block_judge(pTHX_ CV *block, const HV *package)
{
    reading_t reading = { .block = block,
                          .package = package,
                          .verdict = MH_BLOCK_ONCE };

    if (CvISXSUB(block) || !CvSTART(block))
        return MH_BLOCK_UNKNOWN;
    for (const OP *op = CvSTART(block); op; op = op->op_next) {
        read_op(aTHX_ & reading, op);
        if (reading.scope_mark)
            return MH_BLOCK_ONCE;
    }
    return reading.strange || reading.in_call ? MH_BLOCK_UNKNOWN
                                              : reading.verdict;
}
