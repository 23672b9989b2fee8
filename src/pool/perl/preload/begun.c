/*
 * begun.c - a file that perl reads although blocks of it have run: see kept.h.
 *
 * The blocks are not run a second time while perl compiles the file. Changes
 * that the last of them has made in how perl compiles are made at its place.
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
    HV *values;    /* of %^H; NULL: they are the same */
    AV *filters;   /* of the source; NULL: none */
} state_t;

/* A file that perl is about to read, or is reading. */
typedef struct reading_t {
    const mh_kept_t *kept;
    size_t blocks; /* that have run */
    size_t left_out;
    size_t seen;    /* blocks of the file */
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

static void take_state(pTHX_ bool same_values)
{
    free_state(aTHX_ & begun.state);
    begun.state.statement.cop_hints = PL_hints;
    begun.state.statement.cop_warnings = mh_perl_warnings_copy(
        aTHX_ PL_compiling.cop_warnings);
    begun.state.values = same_values ? NULL : newHVhv(GvHVn(PL_hintgv));
    begun.state.filters = (AV *)SvREFCNT_inc((SV *)PL_parser->rsfp_filters);
}

bool mh_begun_changes(pTHX_ const COP *statement)
{
    bool same_values = CopHINTHASH_get(&PL_compiling) ==
                       CopHINTHASH_get(statement);
    bool changes = PL_hints != statement->cop_hints || !same_values ||
                   PL_parser->rsfp_filters ||
                   !mh_perl_warnings_are_same(PL_compiling.cop_warnings,
                                              statement->cop_warnings);

    if (changes)
        take_state(aTHX_ same_values);
    return changes;
}

/* The magic of %^H has perl use the values. */
static void set_values(pTHX_ HV *values)
{
    HE *entry;

    if (!values)
        return;
    hv_clear(GvHVn(PL_hintgv));
    (void)hv_iterinit(values);
    while ((entry = hv_iternext(values))) {
        SV *value = newSVsv(HeVAL(entry));

        (void)hv_store_ent(GvHVn(PL_hintgv), hv_iterkeysv(entry), value, 0);
        SvSETMAGIC(value);
    }
}

static void set_state(pTHX_ const state_t *state)
{
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

/* The next block of the file that has run. */
static const mh_kept_begin_t *next_block(reading_t *reading)
{
    const mh_kept_stage_t *stages = reading->kept->stages;

    while (reading->left_out < reading->blocks) {
        const mh_kept_begin_t *begin = &stages[reading->left_out].begin;

        if (begin->number != MH_BEGIN_OF_PERL)
            return begin;
        reading->left_out++;
    }
    return NULL;
}

/* True for a block of the file that has run. */
static bool has_run(pTHX_ reading_t *reading)
{
    const mh_kept_begin_t *begin = next_block(reading);

    if (!begin || begin->number != reading->seen++)
        return false;
    reading->left_out++;
    if (!next_block(reading)) {
        if (reading->changes)
            set_state(aTHX_ & reading->state);
        end(aTHX_ reading);
    }
    return true;
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
        is_of(aTHX_ reading, code) && has_run(aTHX_ reading))
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

void mh_begun_read(pTHX_ const mh_module_t *module, size_t blocks, bool changes,
                   const char *folder)
{
    reading_t *reading = mh_grow(NULL, sizeof(reading_t));

    *reading = (reading_t){
        .kept = module->kept,
        .blocks = blocks,
        .stack = PL_curstackinfo,
        .frame = cxstack_ix + 1,
        .changes = changes,
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
