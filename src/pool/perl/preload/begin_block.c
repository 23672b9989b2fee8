/*
 * begin_block.c - a `use` in a kept file that runs again: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include "shared/perl/compat.h"

/* The block that is about to run again. */
static struct {
    const mh_kept_begin_t *begin;
    runops_proc_t next;
    bool *differs; /* it would import by another function */
} running;

/*
 * A copy of perl's statement for what is being compiled. The block's first
 * statement has the same warnings and hints, and lives as long as the block.
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
    if (first->op_type != OP_NEXTSTATE && first->op_type != OP_DBSTATE)
        return;
    statement->cop_warnings = first->cop_warnings;
    statement->cop_hints_hash = first->cop_hints_hash;
}

void mh_begin_take(pTHX_ mh_kept_begin_t *begin, CV *code, int error)
{
    *begin = (mh_kept_begin_t){
        .code = (CV *)SvREFCNT_inc_simple_NN((SV *)code),
        .package = PL_curstash,
        .error = error,
    };
    take_statement(aTHX_ & begin->statement, code);
}

/* --- again --- */

static bool calls_another(pTHX_ const mh_kept_begin_t *begin)
{
    return PL_op->op_type == OP_ENTERSUB &&
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

/* Perl's state for compiling, until the scope ends. */
static void set_state(pTHX_ const mh_kept_begin_t *begin)
{
    COP *statement = (COP *)&begin->statement;

    SAVEVPTR(PL_curcop);
    SAVECOPFILE(&PL_compiling);
    SAVECOPLINE(&PL_compiling);
    SAVEGENERICSV(PL_curstash);
    PL_curstash = (HV *)SvREFCNT_inc_simple_NN((SV *)begin->package);
    SAVEI32(PL_hints);
    PL_hints = statement->cop_hints;
    SAVEVPTR(PL_compiling.cop_warnings);
    PL_compiling.cop_warnings = statement->cop_warnings;
    SAVEVPTR(PL_compiling.cop_hints_hash);
    PL_compiling.cop_hints_hash = statement->cop_hints_hash;
    PL_curcop = MH_PERL_CALLS_BEGIN_FROM_COPY ? statement : &PL_compiling;
}

/* Messages of perl name the block by this list. */
static void list_block(pTHX_ const mh_kept_begin_t *begin)
{
    SAVEGENERICSV(PL_beginav);
    PL_beginav = newAV();
    av_push(PL_beginav, SvREFCNT_inc_simple_NN((SV *)begin->code));
}

bool mh_begin_run(pTHX_ const mh_kept_begin_t *begin)
{
    I32 scope = PL_scopestack_ix;
    bool differs = false;
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
    POPSTACK;
    LEAVE;
    return !differs;
}
