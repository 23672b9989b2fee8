/*
 * ahead.c - see ahead.h.
 */
#define PERL_NO_GET_CONTEXT
#include "exact/ahead.h"

#include <string.h>

#include "exact/witness.h"
#include "exact/witness_operators.h"

/* A script that computes for long is not to keep its zygote from starting. */
#define MOST_OPERATORS 1000000

/* What they do depends on nothing but the script's own variables. */
static const char *const harmless[] = {
    /* values and variables */
    "null", "stub", "scalar", "pushmark", "wantarray", "const", "gv", "padsv",
    "padav", "padany", "padcv", "introcv", "clonecv", "padrange", "rv2cv",
    "av2arylen", "anoncode", "prototype", "refgen", "srefgen", "ref", "bless",
    "anonlist", "anonhash", "anonconst", "refassign", "lvref", "lvrefslice",
    "lvavref", "once", "runcv",
    /* assignments and lists */
    "sassign", "aassign", "chop", "schop", "chomp", "schomp", "defined",
    "undef", "aelemfast", "aelemfast_lex", "aelem", "aslice", "kvaslice",
    "aeach", "avalues", "akeys", "delete", "exists", "helem", "hslice",
    "kvhslice", "list", "lslice", "splice", "push", "pop", "shift", "unshift",
    "sort", "reverse", "grepstart", "grepwhile", "mapstart", "mapwhile",
    "range", "flip", "flop",
    /* strings and numbers */
    "regcmaybe", "regcreset", "regcomp", "match", "qr", "subst", "substcont",
    "trans", "transr", "study", "pos", "preinc", "i_preinc", "predec",
    "i_predec", "postinc", "i_postinc", "postdec", "i_postdec", "pow",
    "multiply", "i_multiply", "divide", "i_divide", "modulo", "i_modulo",
    "repeat", "add", "i_add", "subtract", "i_subtract", "concat", "multiconcat",
    "stringify", "left_shift", "right_shift", "lt", "i_lt", "gt", "i_gt", "le",
    "i_le", "ge", "i_ge", "eq", "i_eq", "ne", "i_ne", "ncmp", "i_ncmp", "slt",
    "sgt", "sle", "sge", "seq", "sne", "scmp", "bit_and", "bit_xor", "bit_or",
    "nbit_and", "nbit_xor", "nbit_or", "sbit_and", "sbit_xor", "sbit_or",
    "negate", "i_negate", "not", "complement", "ncomplement", "scomplement",
    "atan2", "sin", "cos", "exp", "log", "sqrt", "int", "hex", "oct", "abs",
    "length", "substr", "vec", "index", "rindex", "sprintf", "ord", "chr",
    "ucfirst", "lcfirst", "uc", "lc", "fc", "quotemeta", "unpack", "pack",
    "split", "join", "isa",
    /* the way through the program */
    "and", "or", "xor", "dor", "cond_expr", "andassign", "orassign",
    "dorassign", "leavesub", "leavesublv", "argcheck", "argelem", "argdefelem",
    "caller", "lineseq", "nextstate", "unstack", "enter", "leave", "scope",
    "enteriter", "iter", "enterloop", "leaveloop", "return", "last", "next",
    "redo", "goto", "method", "method_named", "method_super", "method_redir",
    "method_redir_super", "entertry", "leavetry", "entereval", "leaveeval",
    "hintseval", "require", "dofile",
    /* output, which stays in the buffer of its handle */
    "binmode", "select", "prtf", "print", "say"
};

static struct {
    void (*stop)(pTHX);
    runops_proc_t runops; /* perl's own */
    bool on;
    bool known[MAXO];
    UV count;
} ahead;

static void learn_names(void)
{
    for (int type = 0; type < MAXO; type++)
        for (size_t i = 0; i < C_ARRAY_LENGTH(harmless); i++)
            if (strEQ(PL_op_name[type], harmless[i]))
                ahead.known[type] = true;
}

/* What is on top of the stack, or what it refers to. A name could be any. */
static const SV *referred(pTHX)
{
    const SV *sv = *PL_stack_sp;

    if (SvROK(sv) && !SvAMAGIC(sv))
        return SvRV(sv);
    return isGV_with_GP(sv) || SvTYPE(sv) == SVt_PVCV ? sv : NULL;
}

static bool calls_perl(pTHX)
{
    const SV *sv = referred(aTHX);
    const CV *code;

    if (sv && isGV_with_GP(sv))
        sv = (const SV *)GvCV((const GV *)sv);
    code = sv && SvTYPE(sv) == SVt_PVCV ? (const CV *)sv : NULL;
    return code && (!CvISXSUB(code) || CvCONST(code));
}

/*
 * Perl's own variables whose value is of the process, or which change more than
 * themselves: all but these, which are the script's alone. By the magic that
 * they have: it is the same for `use English`, and for a reference.
 */
static bool is_own_variable(const SV *sv)
{
    const MAGIC *magic = sv && SvMAGICAL(sv) ? mg_find(sv, PERL_MAGIC_sv)
                                             : NULL;

    return !magic || !magic->mg_ptr ||
           strchr("123456789&`'+/\\,;.\"|?^~=-%:@\017\027\023", *magic->mg_ptr);
}

static bool refers_to_own(pTHX)
{
    const SV *sv = referred(aTHX);

    return sv && is_own_variable(isGV_with_GP(sv) ? GvSV((GV *)sv) : sv);
}

/* %SIG: what was ignored when httpd started is, in each request. */
static bool is_signals(pTHX_ const SV *sv)
{
    return sv && mg_find(sv, PERL_MAGIC_sig);
}

static bool refers_to_signals(pTHX)
{
    const SV *sv = referred(aTHX);

    if (sv && isGV_with_GP(sv))
        sv = (const SV *)GvHV((GV *)sv);
    return is_signals(aTHX_ sv);
}

static bool begins_with_signals(pTHX_ const OP *op)
{
    const GV *gv = mh_witness_begins_with(aTHX_ op, MDEREF_HV_gvhv_helem);

    return gv && is_signals(aTHX_(const SV *) GvHV(gv));
}

/* A hash in a list gives its keys in an order of its own. */
static bool lists_hash(pTHX_ const OP *op)
{
    return !(op->op_flags & (OPf_REF | OPf_MOD)) &&
           (OP_GIMME(op, 0) ? OP_GIMME(op, 0) : block_gimme()) == G_LIST;
}

static bool is_harmless(pTHX_ const OP *op)
{
    switch (op->op_type) {
    case OP_ENTERSUB:
        return calls_perl(aTHX);
    case OP_GVSV:
        return is_own_variable(GvSV(cGVOPx_gv(op)));
    case OP_RV2SV:
        return refers_to_own(aTHX);
    case OP_RV2AV:
    case OP_RV2GV:
        return referred(aTHX) != NULL;
    case OP_RV2HV:
        return referred(aTHX) && !refers_to_signals(aTHX) &&
               !lists_hash(aTHX_ op);
    case OP_PADHV:
        return !lists_hash(aTHX_ op);
    case OP_MULTIDEREF:
        return !begins_with_signals(aTHX_ op);
    default:
        return ahead.known[op->op_type];
    }
}

static bool may_run(pTHX_ const OP *op)
{
    return ++ahead.count < MOST_OPERATORS &&
           (is_harmless(aTHX_ op) || mh_witness_in_file());
}

/* As perl's own, with a look at each operator before it runs. */
static int run(pTHX)
{
    do {
        if (ahead.on && !may_run(aTHX_ PL_op))
            ahead.stop(aTHX);
        if (!ahead.on)
            return ahead.runops(aTHX);
        PL_op = PL_op->op_ppaddr(aTHX);
    } while (PL_op);
    PERL_ASYNC_CHECK();
    TAINT_NOT;
    return 0;
}

void mh_ahead_start(pTHX_ void (*stop)(pTHX))
{
    ahead.stop = stop;
    ahead.runops = PL_runops;
    ahead.on = true;
    learn_names();
    mh_witness_set_strict(true);
    PL_runops = run;
}

void mh_ahead_end(pTHX)
{
    if (!ahead.on)
        return;
    ahead.on = false;
    mh_witness_set_strict(false);
    PL_runops = ahead.runops;
}
