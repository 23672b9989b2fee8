/*
 * stage.c - exchanging the stacks, and perl's main() around a function.
 */
#include "fresh/stage.h"
#include "own.h"

/* What of the interpreter is exchanged: the stacks, and where they stand. */
typedef struct stacks_t {
    PERL_SI *curstackinfo;
    AV *mainstack;
    AV *curstack;
    SV **stack_base;
    SV **stack_sp;
    SV **stack_max;
    SV **tmps_stack;
    SSize_t tmps_ix;
    SSize_t tmps_floor;
    SSize_t tmps_max;
    I32 *markstack;
    I32 *markstack_ptr;
    I32 *markstack_max;
    I32 *scopestack;
    I32 scopestack_ix;
    I32 scopestack_max;
    ANY *savestack;
    I32 savestack_ix;
    I32 savestack_max;
} stacks_t;

/* What stands still while somebody else is on a stage. */
typedef struct context_t {
    OP *op;
    COP *curcop;
    PAD *comppad;
    SV **curpad;
    PMOP *curpm;
    HV *curstash;
    U8 in_eval;
    U32 hints;
    U32 evalseq;
    line_t line; /* of what was compiled last, for messages that name none */
    bool tainted;
    U8 phase;
} context_t;

typedef struct stage_t {
    struct stage_t *below;
    bool taken;
    stacks_t stacks; /* empty while nobody plays */
} stage_t;

static MH_OWN stage_t *stages; /* of this process, one per depth */

static void save_stacks(pTHX_ stacks_t *stacks)
{
    stacks->curstackinfo = PL_curstackinfo;
    stacks->mainstack = PL_mainstack;
    stacks->curstack = PL_curstack;
    stacks->stack_base = PL_stack_base;
    stacks->stack_sp = PL_stack_sp;
    stacks->stack_max = PL_stack_max;
    stacks->tmps_stack = PL_tmps_stack;
    stacks->tmps_ix = PL_tmps_ix;
    stacks->tmps_floor = PL_tmps_floor;
    stacks->tmps_max = PL_tmps_max;
    stacks->markstack = PL_markstack;
    stacks->markstack_ptr = PL_markstack_ptr;
    stacks->markstack_max = PL_markstack_max;
    stacks->scopestack = PL_scopestack;
    stacks->scopestack_ix = PL_scopestack_ix;
    stacks->scopestack_max = PL_scopestack_max;
    stacks->savestack = PL_savestack;
    stacks->savestack_ix = PL_savestack_ix;
    stacks->savestack_max = PL_savestack_max;
}

static void load_stacks(pTHX_ const stacks_t *stacks)
{
    PL_curstackinfo = stacks->curstackinfo;
    PL_mainstack = stacks->mainstack;
    PL_curstack = stacks->curstack;
    PL_stack_base = stacks->stack_base;
    PL_stack_sp = stacks->stack_sp;
    PL_stack_max = stacks->stack_max;
    PL_tmps_stack = stacks->tmps_stack;
    PL_tmps_ix = stacks->tmps_ix;
    PL_tmps_floor = stacks->tmps_floor;
    PL_tmps_max = stacks->tmps_max;
    PL_markstack = stacks->markstack;
    PL_markstack_ptr = stacks->markstack_ptr;
    PL_markstack_max = stacks->markstack_max;
    PL_scopestack = stacks->scopestack;
    PL_scopestack_ix = stacks->scopestack_ix;
    PL_scopestack_max = stacks->scopestack_max;
    PL_savestack = stacks->savestack;
    PL_savestack_ix = stacks->savestack_ix;
    PL_savestack_max = stacks->savestack_max;
}

static void save_context(pTHX_ context_t *context)
{
    context->op = PL_op;
    context->curcop = PL_curcop;
    context->comppad = PL_comppad;
    context->curpad = PL_curpad;
    context->curpm = PL_curpm;
    context->curstash = PL_curstash;
    context->in_eval = PL_in_eval;
    context->hints = PL_hints;
    context->evalseq = PL_evalseq;
    context->line = CopLINE(&PL_compiling);
    context->tainted = TAINT_get;
    context->phase = (U8)PL_phase;
}

static void load_context(pTHX_ const context_t *context)
{
    PL_op = context->op;
    PL_curcop = context->curcop;
    PL_comppad = context->comppad;
    PL_curpad = context->curpad;
    PL_curpm = context->curpm;
    PL_curstash = context->curstash;
    PL_in_eval = context->in_eval;
    PL_hints = context->hints;
    PL_evalseq = context->evalseq;
    CopLINE_set(&PL_compiling, context->line);
    TAINT_set(context->tainted);
    PL_phase = (enum perl_phase)context->phase;
}

/* As perl_construct() leaves it. */
static void begin_context(pTHX)
{
    PL_op = NULL;
    PL_curcop = &PL_compiling;
    PL_comppad = NULL;
    PL_curpad = NULL;
    PL_curpm = NULL;
    PL_curstash = PL_defstash;
    PL_in_eval = EVAL_NULL;
    PL_hints = HINT_BLOCK_SCOPE;
    PL_evalseq = 0;
    CopLINE_set(&PL_compiling, 0);
    TAINT_NOT;
}

/* Leaves the new stage's stacks in the interpreter. */
static void take_stage(pTHX_ stage_t **taken)
{
    stage_t **at = &stages;

    while (*at && (*at)->taken)
        at = &(*at)->below;
    if (*at) {
        load_stacks(aTHX_ & (*at)->stacks);
    } else {
        Newxz(*at, 1, stage_t);
        Perl_init_stacks(aTHX);
    }
    (*at)->taken = true;
    *taken = *at;
}

/*
 * Perl's my_exit() unwinds the whole stage before it jumps; an error of perl's
 * own (1) or a die() that comes here with nothing to continue (3) may not.
 */
static void unwind(pTHX)
{
    while (PL_curstackinfo->si_prev) {
        dounwind(-1);
        POPSTACK;
    }
    if (cxstack_ix >= 0)
        dounwind(-1);
    while (PL_scopestack_ix > 0)
        LEAVE;
    LEAVE_SCOPE(0);
    FREETMPS;
    PL_stack_sp = PL_stack_base;
    PL_markstack_ptr = PL_markstack;
}

/* die() inside an eval of the program: perl goes on where the eval ends. */
static bool resume(pTHX)
{
    if (!PL_restartop)
        return false;
    PL_restartjmpenv = NULL;
    PL_op = PL_restartop;
    PL_restartop = NULL;
    CALLRUNOPS(aTHX);
    return true;
}

static mh_stage_end_e play(pTHX_ void (*function)(pTHX_ void *), void *data)
{
    volatile mh_stage_end_e end = MH_STAGE_EXITED;
    int jumped;
    dJMPENV;

    JMPENV_PUSH(jumped);
    switch (jumped) {
    case 0:
        function(aTHX_ data);
        end = MH_STAGE_RETURNED;
        break;
    case 1:
        STATUS_ALL_FAILURE;
        break;
    case 3:
        if (resume(aTHX))
            my_exit(0);
        break;
    default:
        break;
    }
    unwind(aTHX);
    JMPENV_POP;
    return end;
}

mh_stage_end_e mh_stage_run(pTHX_ void (*function)(pTHX_ void *), void *data)
{
    stacks_t audience;
    context_t context;
    stage_t *stage;
    mh_stage_end_e end;

    save_stacks(aTHX_ & audience);
    save_context(aTHX_ & context);
    take_stage(aTHX_ & stage);
    begin_context(aTHX);
    end = play(aTHX_ function, data);
    save_stacks(aTHX_ & stage->stacks);
    stage->taken = false;
    load_stacks(aTHX_ & audience);
    load_context(aTHX_ & context);
    return end;
}

static void free_stacks(pTHX_ const stacks_t *stacks)
{
    PERL_SI *info = stacks->curstackinfo;

    while (info->si_next)
        info = info->si_next;
    while (info) {
        PERL_SI *below = info->si_prev;

        SvREFCNT_dec_NN((SV *)info->si_stack);
        Safefree(info->si_cxstack);
        Safefree(info);
        info = below;
    }
    Safefree(stacks->tmps_stack);
    Safefree(stacks->markstack);
    Safefree(stacks->scopestack);
    Safefree(stacks->savestack);
}

void mh_stages_free(pTHX)
{
    while (stages) {
        stage_t *stage = stages;

        stages = stage->below;
        free_stacks(aTHX_ & stage->stacks);
        Safefree(stage);
    }
}
