/*
 * begin_block.c - a BEGIN block of a kept file that runs at the file's
 * `require`: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include "shared/perl/compat.h"

/* The block that is about to run. */
static struct {
    const mh_kept_begin_t *begin;
    runops_proc_t next;
    bool *differs; /* it would import by another function */
} running;

/*
 * A copy of perl's statement for what is being compiled. The first statement of
 * a `use` has the same %^H, and lives as long as the block. For other blocks
 * %^H is empty.
 */
static void take_statement(pTHX_ COP *statement, const CV *code)
{
    const COP *compiling = &PL_compiling;
    const COP *first = (const COP *)CvSTART(code);

    *statement = (COP){ .op_type = OP_NEXTSTATE };
    CopFILE_set(statement, CopFILE(compiling));
    CopLINE_set(statement, CopLINE(compiling));
    CopSTASH_set(statement, PL_curstash);
    statement->cop_seq = compiling->cop_seq;
    statement->cop_hints = compiling->cop_hints;
    statement->cop_warnings = mh_perl_warnings_copy(
        aTHX_ compiling->cop_warnings);
    if (CopHINTHASH_get(compiling) &&
        (first->op_type == OP_NEXTSTATE || first->op_type == OP_DBSTATE))
        statement->cop_hints_hash = first->cop_hints_hash;
}

void mh_begin_take(pTHX_ mh_kept_begin_t *begin, CV *code, int error)
{
    *begin = (mh_kept_begin_t){
        .code = (CV *)SvREFCNT_inc_simple_NN((SV *)code),
        .package = PL_curstash,
        .error = error,
    };
    begin->number = mh_uses_number(&begin->is_of_text);
    take_statement(aTHX_ & begin->statement, code);
}

/* --- at the `require` --- */

static bool calls_another(pTHX_ const mh_kept_begin_t *begin)
{
    return begin->imports && PL_op->op_type == OP_ENTERSUB &&
           mh_uses_current(aTHX) == begin->code &&
           !mh_uses_is_call_of(aTHX_ * PL_stack_sp, begin->import);
}

static OP *leave_out_call(pTHX)
{
    PL_stack_sp = PL_stack_base + POPMARK;
    return PL_op->op_next;
}

/* Code that the block calls from C runs as ever. */
static int run(pTHX)
{
    const mh_kept_begin_t *begin = running.begin;
    bool *differs = running.differs;

    PL_runops = running.next;
    do {
        while (PL_op && calls_another(aTHX_ begin)) {
            *differs = true;
            PL_op = leave_out_call(aTHX);
        }
    } while (PL_op && (PL_op = PL_op->op_ppaddr(aTHX)));
    TAINT_NOT;
    return 0;
}

/* A message about a block that dies has this place, when the scope is left. */
static void set_place(pTHX_ const COP *statement)
{
    CopFILE_free(&PL_compiling);
    CopFILE_set(&PL_compiling, CopFILE(statement));
    CopLINE_set(&PL_compiling, CopLINE(statement));
    if (MH_PERL_CALLS_BEGIN_FROM_COPY)
        CopSTASH_set(&PL_compiling, CopSTASH(statement));
}

/* Perl's state for compiling, until the scope ends. A block may change it. */
static void set_state(pTHX_ const mh_kept_begin_t *begin)
{
    COP *statement = (COP *)&begin->statement;

    SAVEVPTR(PL_curcop);
    SAVECOPFILE(&PL_compiling);
    SAVECOPLINE(&PL_compiling);
    SAVEGENERICSV(PL_curstash);
    PL_curstash = (HV *)SvREFCNT_inc_simple_NN((SV *)begin->package);
    SAVEHINTS();
    PL_hints = statement->cop_hints;
    if (statement->cop_hints_hash) { /* a `use`, which does not change it */
        SAVEVPTR(PL_compiling.cop_hints_hash);
        PL_compiling.cop_hints_hash = statement->cop_hints_hash;
    }
    SAVECOMPILEWARNINGS();
    PL_compiling.cop_warnings = mh_perl_warnings_copy(
        aTHX_ statement->cop_warnings);
    PL_curcop = MH_PERL_CALLS_BEGIN_FROM_COPY ? statement : &PL_compiling;
}

/* Messages of perl name the block by this list. Perl frees the block. */
static void list_block(pTHX_ const mh_kept_begin_t *begin)
{
    SAVEGENERICSV(PL_beginav);
    PL_beginav = newAV();
    av_push(PL_beginav, (SV *)begin->code);
}

/* builtin.pm gives variables to the file that is being compiled. */
static SSize_t count_variables(pTHX)
{
    return PadnamelistMAX(PadlistNAMES(CvPADLIST(PL_compcv)));
}

static mh_begin_e result(pTHX_ const mh_kept_begin_t *begin, bool differs,
                         SSize_t variables)
{
    if (differs || count_variables(aTHX) != variables)
        return MH_BEGIN_AGAIN;
    return mh_begun_changes(aTHX_ & begin->statement) ? MH_BEGIN_CHANGES
                                                      : MH_BEGIN_SAME;
}

mh_begin_e mh_begin_run(pTHX_ const mh_kept_begin_t *begin)
{
    SSize_t variables = count_variables(aTHX);
    I32 scope = PL_scopestack_ix;
    bool differs = false;
    mh_begin_e found;
    dSP;

    set_place(aTHX_ & begin->statement);
    ENTER;
    set_state(aTHX_ begin);
    PUSHSTACKi(PERLSI_REQUIRE);
    list_block(aTHX_ begin);
    running.begin = begin;
    running.next = PL_runops;
    running.differs = &differs;
    PL_runops = run;
    call_list(scope, PL_beginav);
    running.differs = NULL;
    found = result(aTHX_ begin, differs, variables);
    POPSTACK;
    LEAVE;
    return found;
}
