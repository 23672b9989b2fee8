/*
 * begun.c - a file that perl reads although blocks of it have run: see kept.h.
 *
 * The blocks are not run a second time while perl compiles the file. Changes
 * that the last of them has made in how perl compiles are made at its place.
 * Each `use parent` in front of it has added its classes ahead, so it is left
 * out, too. All else that ran ahead gives the same a second time. Functions in
 * front of it stay those that the blocks have.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/memory.h"
#include "shared/perl/begin.h"
#include "shared/perl/compat.h"

/* Perl's state at the end of a block. */
typedef struct state_t {
    COP statement; /* its hints and warnings */
    HV *values;    /* %^H; NULL: it has none. Its end may have an effect. */
    AV *filters;   /* of the source; NULL: none */
} state_t;

/* A file that perl is about to read, or is reading. */
typedef struct reading_t {
    const mh_kept_t *kept;
    size_t stages; /* with a block that has run: */
    size_t left_out;
    size_t blocks; /* of the file's text, to the last of these: */
    size_t seen;
    PERL_SI *stack; /* of the file's frame: */
    I32 frame;
    bool changes; /* the last block has changed how perl compiles: */
    state_t state;
    AV *search;   /* @INC meanwhile; NULL: it has been put back */
    char *folder; /* the same for the current folder */
    struct reading_t *outer;
} reading_t;

static int run(pTHX);

static struct {
    reading_t *now; /* NULL: none */
    runops_proc_t next;
    state_t state; /* after the last block that has changed it */
} begun;

/* --- the state after a block --- */

static void free_state(pTHX_ state_t *state)
{
    SvREFCNT_dec(state->values);
    SvREFCNT_dec(state->filters);
    free_and_set_cop_warnings(&state->statement, pWARN_STD);
    state->values = NULL;
    state->filters = NULL;
}

static void take_state(pTHX)
{
    free_state(aTHX_ & begun.state);
    begun.state.statement.cop_hints = PL_hints;
    begun.state.statement.cop_warnings = mh_perl_warnings_copy(
        aTHX_ PL_compiling.cop_warnings);
    begun.state.values = PL_hints & HINT_LOCALIZE_HH
                             ? (HV *)SvREFCNT_inc((SV *)GvHV(PL_hintgv))
                             : NULL;
    begun.state.filters = (AV *)SvREFCNT_inc((SV *)PL_parser->rsfp_filters);
}

/* Code that is to run at the end of the file belongs to %^H by its magic. */
static bool has_end(pTHX)
{
    const SV *values = (const SV *)GvHV(PL_hintgv);

    return values && SvTYPE(values) >= SVt_PVMG &&
           mg_find(values, PERL_MAGIC_ext);
}

bool mh_begun_changes(pTHX_ const COP *statement)
{
    bool changes = PL_hints != statement->cop_hints ||
                   CopHINTHASH_get(&PL_compiling) !=
                       CopHINTHASH_get(statement) ||
                   has_end(aTHX) || PL_parser->rsfp_filters ||
                   !mh_perl_warnings_are_same(PL_compiling.cop_warnings,
                                              statement->cop_warnings);

    if (changes)
        take_state(aTHX);
    return changes;
}

/* The magic of its values has perl use them. */
static void set_values(pTHX_ HV *values)
{
    HE *entry;

    hv_clear(GvHVn(PL_hintgv));
    SvREFCNT_dec(GvHV(PL_hintgv));
    GvHV(PL_hintgv) = (HV *)SvREFCNT_inc_simple_NN((SV *)values);
    (void)hv_iterinit(values);
    while ((entry = hv_iternext(values)))
        SvSETMAGIC(HeVAL(entry));
}

static void set_state(pTHX_ const state_t *state)
{
    if (state->values)
        set_values(aTHX_ state->values);
    PL_hints = state->statement.cop_hints;
    free_and_set_cop_warnings(&PL_compiling,
                              mh_perl_warnings_copy(
                                  aTHX_ state->statement.cop_warnings));
    if (state->filters)
        PL_parser->rsfp_filters = (AV *)SvREFCNT_inc_simple_NN(
            (SV *)state->filters);
}

/* --- while perl reads the file --- */

static void put_search_back(pTHX_ reading_t *reading)
{
    if (reading->search) {
        SvREFCNT_dec(GvAV(PL_incgv));
        GvAV(PL_incgv) = reading->search;
        reading->search = NULL;
    }
    if (reading->folder) {
        PERL_UNUSED_RESULT(chdir(reading->folder));
        free(reading->folder);
        reading->folder = NULL;
    }
}

/* All blocks were left out, or perl has read the file. */
static void end(pTHX_ reading_t *reading)
{
    begun.now = reading->outer;
    if (!begun.now && PL_runops == run)
        PL_runops = begun.next;
    put_search_back(aTHX_ reading);
    free_state(aTHX_ & reading->state);
    reading->kept = NULL;
}

/* Perl may die before it comes to the blocks. */
static void end_with_scope(pTHX_ void *argument)
{
    reading_t *reading = argument;

    if (reading->kept)
        end(aTHX_ reading);
    free(reading);
}

/* True for the next of the stages' blocks that have run. */
static bool has_run(reading_t *reading)
{
    const mh_kept_stage_t *stages = reading->kept->stages;

    while (reading->left_out < reading->stages) {
        const mh_kept_begin_t *begin = &stages[reading->left_out].begin;

        if (begin->is_of_text && begin->number > reading->seen)
            return false;
        reading->left_out++;
        if (begin->is_of_text)
            return true;
    }
    return false;
}

static void return_code(pTHX_ const mh_kept_t *kept)
{
    for (size_t i = 0; i < kept->run; i++)
        mh_names_return_code(aTHX_ & kept->stages[i].names);
}

/* True for a block of the file that is not to run (again). */
static bool leaves_out(pTHX_ reading_t *reading, const CV *block)
{
    bool ran = has_run(reading);
    bool leaves = ran || (reading->seen < reading->blocks &&
                          mh_uses_adds_parents(aTHX_ block));

    if (++reading->seen == reading->blocks) {
        return_code(aTHX_ reading->kept);
        if (ran && reading->changes)
            set_state(aTHX_ & reading->state);
        end(aTHX_ reading);
    }
    return leaves;
}

static bool is_of(pTHX_ const reading_t *reading, const CV *code)
{
    const PERL_CONTEXT *file = &reading->stack->si_cxstack[reading->frame];

    return mh_require_file(aTHX) == file &&
           mh_uses_is_of_file(aTHX_ code, file->blk_eval.cv);
}

/* Each call from C comes here. */
static int run(pTHX)
{
    reading_t *reading = begun.now;
    const CV *code = mh_uses_current(aTHX);

    if (reading)
        put_search_back(aTHX_ reading);
    if (reading && code && PL_op == CvSTART(code) && mh_is_begin(aTHX_ code) &&
        is_of(aTHX_ reading, code) && leaves_out(aTHX_ reading, code))
        PL_op = CvROOT(code); /* the operator that leaves the block */
    return begun.next(aTHX);
}

/*
 * Perl finds the same file, whatever the blocks have done to @INC and to the
 * current folder.
 */
static void set_search(pTHX_ reading_t *reading, const char *key,
                       const char *folder)
{
    AV *search = mh_kept_search(aTHX_ reading->kept, key);

    if (search) {
        reading->search = GvAV(PL_incgv);
        GvAV(PL_incgv) = search;
    }
    if (!folder[0])
        return;
    reading->folder = getcwd(NULL, 0);
    if (reading->folder)
        PERL_UNUSED_RESULT(chdir(folder));
}

/* Blocks of the file's text up to that of a stage, which is one of them or runs
 * in one. */
static size_t blocks_to(const mh_kept_t *kept, size_t stage)
{
    const mh_kept_begin_t *begin = &kept->stages[stage].begin;

    return begin->number + (begin->is_of_text ? 1 : 0);
}

void mh_begun_read(pTHX_ const mh_module_t *module, const mh_kept_done_t *done,
                   const char *folder)
{
    reading_t *reading = mh_grow(NULL, sizeof(reading_t));

    *reading = (reading_t){
        .kept = module->kept,
        .stages = done->stage + (done->last == MH_BEGIN_AGAIN ? 0 : 1),
        .blocks = blocks_to(module->kept, done->stage),
        .stack = PL_curstackinfo,
        .frame = cxstack_ix + 1,
        .changes = done->last == MH_BEGIN_CHANGES,
        .state = begun.state,
        .outer = begun.now,
    };
    begun.state = (state_t){ .filters = NULL };
    if (!begun.now)
        begun.next = PL_runops;
    begun.now = reading;
    PL_runops = run;
    SAVEDESTRUCTOR_X(end_with_scope, reading);
    set_search(aTHX_ reading, module->key, folder);
}

void mh_begun_end(pTHX_ I32 frame)
{
    reading_t *reading = begun.now;

    if (reading && reading->frame == frame && reading->stack == PL_curstackinfo)
        end(aTHX_ reading);
}
