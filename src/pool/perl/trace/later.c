/*
 * later.c - see later.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/trace/later.h"

#include <sys/times.h>
#include <unistd.h>

#include "pool/perl/trace/magic.h"
#include "pool/perl/trace/part.h"
#include "pool/perl/trace/vetted.h"
#include "shared/memory.h"
#include "shared/perl/compat.h"

/* --- variables --- */

typedef struct variable_t {
    SV *sv;
    mh_moment_e moment;
    bool assigned; /* by the statement that keeps the value */
} variable_t;

static struct {
    variable_t *list;
    size_t count;
} variables;

static variable_t *find(const SV *sv)
{
    for (size_t i = 0; i < variables.count; i++)
        if (variables.list[i].sv == sv)
            return &variables.list[i];
    return NULL;
}

static void drop(const SV *sv)
{
    variable_t *variable = find(sv);

    if (variable)
        *variable = variables.list[--variables.count];
}

static int is_read(pTHX_ SV *sv, MAGIC *magic)
{
    static const char *const what[] = {
        "asks for the time",
        "asks for the process id",
        "asks for the time it has used",
    };
    const variable_t *variable = find(sv);

    if (variable)
        mh_trace_unshareable(
            "%s", what[variable->moment < MH_MOMENT_USED ? variable->moment
                                                         : MH_MOMENT_USED]);
    return 0;
}

static int is_freed(pTHX_ SV *sv, MAGIC *magic)
{
    drop(sv);
    return 0;
}

static int is_written(pTHX_ SV *sv, MAGIC *magic);

static MGVTBL variable_magic = { .svt_get = is_read,
                                 .svt_set = is_written,
                                 .svt_free = is_freed };

/*
 * The first write stores the value itself. A later write stores another value,
 * which does not depend on the moment.
 */
static int is_written(pTHX_ SV *sv, MAGIC *magic)
{
    variable_t *variable = find(sv);

    if (variable && !variable->assigned) {
        variable->assigned = true;
        return 0;
    }
    drop(sv);
    mh_trace_unlink(sv, PERL_MAGIC_ext, &variable_magic);
    return 0;
}

static bool keep(SV *sv, mh_moment_e moment)
{
    if (!sv || SvTYPE(sv) > SVt_PVMG || SvREADONLY(sv) || SvROK(sv) ||
        (SvTYPE(sv) >= SVt_PVMG && SvMAGIC(sv) && !find(sv)))
        return false;
    if (!find(sv)) {
        variables.list = mh_grow(variables.list,
                                 (variables.count + 1) * sizeof(variable_t));
        variables.list[variables.count++].sv = sv;
        mh_trace_link(sv, &variable_magic, NULL);
    }
    find(sv)->moment = moment;
    find(sv)->assigned = false;
    return true;
}

static void fill(pTHX_ SV *sv, mh_moment_e moment)
{
    struct tms used;
    clock_t part[4];

    switch (moment) {
    case MH_MOMENT_TIME:
        sv_setiv(sv, (IV)time(NULL));
        break;
    case MH_MOMENT_PID:
        sv_setiv(sv, (IV)getpid());
        break;
    default:
        times(&used);
        part[0] = used.tms_utime;
        part[1] = used.tms_stime;
        part[2] = used.tms_cutime;
        part[3] = used.tms_cstime;
        sv_setnv(sv,
                 (NV)part[moment - MH_MOMENT_USED] / (NV)sysconf(_SC_CLK_TCK));
    }
}

void mh_later_fill(pTHX)
{
    while (variables.count) {
        variable_t variable = variables.list[--variables.count];

        mh_trace_unlink(variable.sv, PERL_MAGIC_ext, &variable_magic);
        fill(aTHX_ variable.sv, variable.moment);
    }
}

/* --- the statement --- */

/* The variable that an operator pushes as the left side; NULL: not plain. */
static SV *left_side(pTHX_ const OP *op)
{
    if (op->op_type == OP_PADSV &&
        !(op->op_private & (OPpDEREF | OPpPAD_STATE)))
        return PAD_SVl(op->op_targ);
    if ((op->op_type == OP_RV2SV || op->op_type == OP_NULL) &&
        op->op_flags & OPf_KIDS &&
        !(op->op_private & (OPpLVAL_INTRO | OPpDEREF)))
        op = cUNOPx(op)->op_first;
    if (op->op_private & OPpLVAL_INTRO)
        return NULL;
    return op->op_type == OP_GVSV || op->op_type == OP_GV ? GvSVn(cGVOPx_gv(op))
                                                          : NULL;
}

/*
 * The variable to which value, the right side, is assigned. Code that uses the
 * result of the assignment reads this variable, too.
 */
static SV *target(pTHX_ const OP *value)
{
    const OP *assignment = op_parent((OP *)value);

    if (PL_opargs[value->op_type] & OA_TARGLEX &&
        value->op_private & OPpTARGET_MY)
        return PAD_SVl(value->op_targ);
    while (assignment && assignment->op_type == OP_NULL)
        assignment = op_parent((OP *)assignment);
    if (!assignment)
        return NULL;
    if (mh_perl_op_stores(assignment))
        return PAD_SVl(assignment->op_targ);
    if (assignment->op_type != OP_SASSIGN ||
        assignment->op_private & (OPpASSIGN_BACKWARDS | OPpASSIGN_CV_TO_GV))
        return NULL;
    return left_side(aTHX_ cBINOPx(assignment)->op_last);
}

bool mh_later_keeps(pTHX_ mh_moment_e moment, const OP *value)
{
    SV *sv;

    if (!mh_watching() || mh_trace_whose() != MH_WHOSE_SCRIPT)
        return false;
    sv = target(aTHX_ value);
    return sv && keep(sv, moment);
}

/*
 * True for $$ itself; false for a copy of its value that an earlier operator
 * has made.
 */
static bool is_pid(const SV *sv)
{
    const MAGIC *magic = SvTYPE(sv) >= SVt_PVMG ? mg_find(sv, PERL_MAGIC_sv)
                                                : NULL;

    return magic && magic->mg_ptr && magic->mg_len == 1 &&
           *magic->mg_ptr == '$';
}

bool mh_later_keeps_pid(void)
{
    dTHX;
    const OP *op = PL_op;
    SV **top = PL_stack_sp;

    if (!op || !mh_watching() || mh_trace_whose() != MH_WHOSE_SCRIPT)
        return false;
    if (mh_later_seeds(aTHX_ op))
        return true;
    if (mh_perl_op_stores(op))
        return is_pid(*top) && keep(PAD_SVl(op->op_targ), MH_MOMENT_PID);
    return op->op_type == OP_SASSIGN &&
           !(op->op_private & (OPpASSIGN_BACKWARDS | OPpASSIGN_CV_TO_GV)) &&
           left_side(aTHX_ cBINOPx(op)->op_last) == top[0] && is_pid(top[-1]) &&
           keep(top[0], MH_MOMENT_PID);
}

/* --- calls --- */

static struct {
    AV **list; /* each: the sub, then its arguments */
    size_t count;
} calls;

static Perl_check_t check_call;

static void put_off(pTHX_ SV *sub, SV **first, SV **last)
{
    AV *call = newAV();

    av_push(call, SvREFCNT_inc_simple_NN(sub));
    while (first <= last)
        av_push(call, newSVsv(*first++));
    calls.list = mh_grow(calls.list, (calls.count + 1) * sizeof(AV *));
    calls.list[calls.count++] = call;
}

static OP *may_put_off(pTHX)
{
    SV **mark = PL_stack_base + TOPMARK;

    if (!mh_watching() || mh_trace_whose() != MH_WHOSE_SCRIPT ||
        GIMME_V != G_VOID || !(PL_op->op_flags & OPf_STACKED))
        return PL_ppaddr[OP_ENTERSUB](aTHX);
    put_off(aTHX_ * PL_stack_sp, mark + 1, PL_stack_sp - 1);
    (void)POPMARK;
    PL_stack_sp = mark;
    return PL_op->op_next;
}

/* "Package::name", or "->name"; false: it is not known when it is compiled. */
static bool name_of(pTHX_ const OP *call, char *name, size_t size)
{
    const OP *last = cUNOPx(call)->op_first;

    if (last && last->op_type == OP_NULL && last->op_flags & OPf_KIDS)
        last = cUNOPx(last)->op_first;
    while (last && OpHAS_SIBLING(last))
        last = OpSIBLING(last);
    if (last && last->op_type == OP_METHOD_NAMED)
        return snprintf(name, size, "->%s",
                        SvPV_nolen_const(cMETHOPx_meth(last))) < (int)size;
    while (last && (last->op_type == OP_NULL || last->op_type == OP_RV2CV) &&
           last->op_flags & OPf_KIDS)
        last = cUNOPx(last)->op_first;
    if (last && last->op_type == OP_GV && isGV_with_GP(cGVOPx_gv(last))) {
        const GV *glob = cGVOPx_gv(last);

        return GvSTASH(glob) &&
               snprintf(name, size, "%s::%s", HvNAME(GvSTASH(glob)),
                        GvNAME(glob)) < (int)size;
    }
    return false;
}

static OP *look_at_call(pTHX_ OP *op)
{
    char name[256];

    op = check_call(aTHX_ op);
    if (mh_watching() && op->op_type == OP_ENTERSUB &&
        mh_vetted_concerns(CopFILE(&PL_compiling)) &&
        name_of(aTHX_ op, name, sizeof(name)) && mh_vetted_puts_off(name))
        op->op_ppaddr = may_put_off;
    return op;
}

void mh_later_start(void)
{
    check_call = PL_check[OP_ENTERSUB];
    PL_check[OP_ENTERSUB] = look_at_call;
}

static void call(pTHX_ AV *list)
{
    dSP;

    ENTER;
    SAVETMPS;
    PUSHMARK(SP);
    for (SSize_t i = 1; i <= AvFILLp(list); i++)
        XPUSHs(AvARRAY(list)[i]);
    PUTBACK;
    (void)call_sv(AvARRAY(list)[0], G_VOID | G_DISCARD | G_EVAL | G_KEEPERR);
    FREETMPS;
    LEAVE;
}

/* Status that `_` stands for, in the middle of the script's statement. */
typedef struct status_t {
    Stat_t cache;
    int value;
    int type;
    GV *glob;
} status_t;

bool mh_later_has_calls(void)
{
    return calls.count > 0;
}

void mh_later_call(pTHX)
{
    dSP;
    status_t last = { PL_statcache, PL_laststatval, PL_laststype, PL_statgv };
    int error = errno;

    if (!calls.count)
        return;
    PUSHSTACKi(PERLSI_MAGIC);
    for (size_t i = 0; i < calls.count; i++) {
        call(aTHX_ calls.list[i]);
        SvREFCNT_dec_NN(calls.list[i]);
    }
    calls.count = 0;
    POPSTACK;
    PL_statcache = last.cache;
    PL_laststatval = last.value;
    PL_laststype = last.type;
    PL_statgv = last.glob;
    errno = error;
}
