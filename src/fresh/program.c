/*
 * program.c - the life of a program: compiled, run, restored.
 */
#include "fresh/program.h"

#include <pthread.h>
#include <unistd.h>

#include "fresh/arrival.h"
#include "fresh/base.h"
#include "fresh/body.h"
#include "fresh/ending.h"
#include "fresh/environ.h"
#include "fresh/override.h"
#include "fresh/package.h"
#include "fresh/process.h"
#include "fresh/snapshot.h"
#include "fresh/source.h"
#include "fresh/special.h"
#include "fresh/stage.h"
#include "fresh/symbol.h"
#include "fresh/touch.h"
#include "own.h"

struct mh_program_t {
    mh_source_t source;
    mh_snapshot_t *snapshot;
    mh_special_t special;
    mh_layers_t layers;
    mh_touched_t touched;
    mh_overrides_t overrides;
    mh_environ_t environ;
};

/* Asking for the process's id is a system call in every run. */
static bool forked;

static void note_fork(void)
{
    forked = true;
    mh_touch_leave();
}

void mh_program_prepare(void)
{
    static bool prepared;

    if (!prepared)
        pthread_atfork(NULL, NULL, note_fork);
    prepared = true;
    mh_touch_install();
    mh_arrival_install();
    mh_bodies_install();
}

static MH_OWN bool busy; /* one is compiled, or runs */

/* Whose symbols are in the symbol table; NULL: nobody's. */
static MH_OWN mh_program_t *installed;

/* Perl's idea of its main program, while another plays it. */
typedef struct main_t {
    CV *cv;
    OP *root;
    OP *start;
    AV *init;
    AV *end;
    U8 warnings;
} main_t;

static void save_main(pTHX_ main_t *main)
{
    main->cv = PL_main_cv;
    main->root = PL_main_root;
    main->start = PL_main_start;
    main->init = PL_initav;
    main->end = PL_endav;
    main->warnings = PL_dowarn;
}

static void load_main(pTHX_ const main_t *main)
{
    PL_main_cv = main->cv;
    PL_main_root = main->root;
    PL_main_start = main->start;
    PL_initav = main->init;
    PL_endav = main->end;
    PL_dowarn = main->warnings;
}

/* call_list() takes the blocks out of their list as it runs them. */
static AV *copy_blocks(pTHX_ AV *blocks)
{
    AV *copy = blocks ? newAV() : NULL;

    for (Size_t i = 0; blocks && i < av_count(blocks); i++)
        av_push(copy, SvREFCNT_inc(AvARRAY(blocks)[i]));
    return copy;
}

static void become_main(pTHX_ const mh_source_t *source)
{
    PL_main_cv = source->cv;
    PL_main_root = source->root;
    PL_main_start = source->start;
    PL_initav = copy_blocks(aTHX_ source->init);
    PL_endav = copy_blocks(aTHX_ source->end);
    PL_dowarn = source->warnings;
}

/* Perl's run_body(): it ends by exit, also where the script just ends. */
static void run_body(pTHX_ void *data)
{
    mh_program_t *program = data;
    const mh_source_t *source = &program->source;

    mh_layers_push(aTHX_ & program->layers, &program->special.streams);
    SETERRNO(0, SS_NORMAL);
    PL_evalseq = source->evals;
    if (PL_initav) {
        PERL_SET_PHASE(PERL_PHASE_INIT);
        call_list(PL_scopestack_ix, PL_initav);
    }
    PERL_SET_PHASE(PERL_PHASE_RUN);
    if (source->start) {
        CvDEPTH(source->cv) = 1;
        PL_comppad = PadlistARRAY(CvPADLIST(source->cv))[1];
        PL_curpad = AvARRAY(PL_comppad);
        PL_op = source->start;
        CALLRUNOPS(aTHX);
    }
    my_exit(0);
}

/* What perl has while no program is installed. */
static MH_OWN mh_special_t nobodys;

static void note_nobodys(pTHX)
{
    if (!nobodys.signals)
        mh_special_take(aTHX_ & nobodys);
}

static mh_program_t *new_program(pTHX_ const char *path, const char *package)
{
    mh_program_t *program;

    Newxz(program, 1, mh_program_t);
    program->source.path = savepv(path);
    program->source.package = package ? savepv(package) : NULL;
    program->touched = MH_TOUCHED_NOTHING;
    return program;
}

/* What it has brought so far goes: modules stay loaded. */
static void discard(pTHX_ mh_program_t *program, const mh_symbols_t *before)
{
    mh_values_t values = { 0 };
    mh_symbols_t *symbols = mh_symbols_take(aTHX_ before, &values);

    mh_symbols_remove(aTHX_ symbols);
    mh_symbols_free(aTHX_ symbols);
    mh_values_free(aTHX_ & values);
    mh_special_put(aTHX_ & nobodys);
    mh_base_show(aTHX);
    mh_program_free(aTHX_ program);
}

static struct {
    void (*begin)(void);
    void (*end)(void);
} watch;

void mh_program_watch(void (*begin)(void), void (*end)(void))
{
    watch.begin = begin;
    watch.end = end;
}

static bool compile_watched(pTHX_ mh_source_t *source)
{
    bool compiled;

    if (watch.begin)
        watch.begin();
    compiled = mh_stage_run(aTHX_ mh_source_compile, source) ==
               MH_STAGE_RETURNED;
    if (watch.end)
        watch.end();
    return compiled;
}

static bool compile(pTHX_ mh_program_t *program, const mh_symbols_t *before,
                    int *status)
{
    mh_arrival_t arrival = { .required = newHV() };
    mh_streams_t streams = { 0 };
    mh_overrides_t process;
    AV *blocks = PL_endav;
    bool compiled;

    mh_overrides_enter(aTHX_ & process);
    mh_environ_begin(aTHX_ & program->environ);
    mh_streams_take(aTHX_ & streams);
    mh_special_begin(aTHX_ program->source.path);
    STATUS_UNIX_SET(0);
    PL_endav = NULL;
    mh_arrival_tell(&arrival);
    compiled = compile_watched(aTHX_ & program->source);
    mh_arrival_tell(NULL);
    *status = compiled ? 0 : mh_ending_run(aTHX_ NULL);
    if (!compiled)
        SvREFCNT_dec((SV *)PL_endav);
    PL_endav = blocks;
    mh_layers_take(aTHX_ & program->layers, &streams);
    mh_touch_take(&program->touched);
    mh_streams_finish(aTHX_ & streams);
    mh_touch_undo(aTHX);
    mh_streams_restore(aTHX_ & streams);
    if (compiled) {
        program->snapshot = mh_snapshot_take(aTHX_ & program->source, before,
                                             arrival.required);
        mh_special_take(aTHX_ & program->special);
        mh_overrides_take(aTHX_ & program->overrides);
        mh_environ_take(aTHX_ & program->environ);
    } else {
        SvREFCNT_dec_NN((SV *)arrival.required);
    }
    mh_overrides_leave(aTHX_ & process);
    return compiled;
}

mh_program_t *mh_program_compile(pTHX_ const char *path, const char *package,
                                 int *status)
{
    mh_program_t *program = new_program(aTHX_ path, package);
    U8 phase = (U8)PL_phase;
    mh_symbols_t *before;

    busy = true;
    mh_program_remove(aTHX);
    note_nobodys(aTHX);
    if (!package)
        mh_base_hide(aTHX);
    before = mh_symbols_survey(aTHX);
    if (compile(aTHX_ program, before, status)) {
        installed = program;
    } else {
        discard(aTHX_ program, before);
        program = NULL;
    }
    mh_symbols_free(aTHX_ before);
    PL_phase = (enum perl_phase)phase;
    busy = false;
    return program;
}

bool mh_program_install(pTHX_ mh_program_t *program)
{
    if (installed == program)
        return true;
    mh_program_remove(aTHX);
    note_nobodys(aTHX);
    if (!program->source.package)
        mh_base_hide(aTHX);
    if (!mh_snapshot_install(aTHX_ program->snapshot)) {
        mh_base_show(aTHX);
        return false;
    }
    mh_special_put(aTHX_ & program->special);
    installed = program;
    return true;
}

static bool has_block(AV *blocks, const SV *block)
{
    for (SSize_t i = 0; blocks && i <= AvFILLp(blocks); i++)
        if (AvARRAY(blocks)[i] == block)
            return true;
    return false;
}

/* Those of modules that it has loaded meanwhile are for all later runs. */
static void keep_end_blocks(pTHX_ mh_source_t *source)
{
    for (SSize_t i = PL_endav ? AvFILLp(PL_endav) : -1; i >= 0; i--) {
        SV *block = AvARRAY(PL_endav)[i];

        if (!mh_package_file_is_module(CvFILE((CV *)block)) ||
            has_block(source->end, block))
            continue;
        if (!source->end)
            source->end = newAV();
        av_unshift(source->end, 1);
        (void)av_store(source->end, 0, SvREFCNT_inc_simple_NN(block));
    }
}

/*
 * The program has forked, and this is the other process at its end: handles are
 * closed, which waits for programs behind pipes, as perl does.
 */
static _Noreturn void leave_fork(pTHX_ mh_program_t *program, int status)
{
    PerlIO_flush(NULL);
    (void)mh_snapshot_restore(aTHX_ program->snapshot);
    PerlIO_flush(NULL);
    _exit(status >> 8);
}

static mh_program_end_t refuse(void)
{
    busy = false;
    return (mh_program_end_t){ .spoilt = true };
}

bool mh_program_busy(void)
{
    return busy;
}

bool mh_program_needs_process(pTHX_ const mh_program_t *program)
{
    const mh_source_t *source = &program->source;

    return mh_process_needed(source->root,
                             PadlistARRAY(CvPADLIST(source->cv))[1]) ||
           mh_snapshot_needs_process(aTHX_ program->snapshot);
}

mh_program_end_t mh_program_run(pTHX_ mh_program_t *program)
{
    mh_program_end_t end = { .ran = true };
    U8 phase = (U8)PL_phase;
    mh_overrides_t process;
    main_t main;

    forked = false;
    busy = true;
    if (!mh_program_install(aTHX_ program))
        return refuse();
    save_main(aTHX_ & main);
    become_main(aTHX_ & program->source);
    mh_overrides_enter(aTHX_ & process);
    mh_overrides_put(aTHX_ & program->overrides);
    mh_snapshot_begin(aTHX_ program->snapshot);
    mh_special_start(aTHX_ & program->special);
    mh_touch_apply(&program->touched);
    mh_environ_apply(aTHX_ & program->environ);
    STATUS_UNIX_SET(0);
    mh_stage_run(aTHX_ run_body, program);
    CvDEPTH(program->source.cv) = 0;
    keep_end_blocks(aTHX_ & program->source);
    end.status = mh_ending_run(aTHX_ program->snapshot);
    if (UNLIKELY(forked))
        leave_fork(aTHX_ program, end.status);
    /* In the order of perl's table, before handles close one by one. */
    if (mh_touch_opened())
        PerlIO_flush(NULL);
    SvREFCNT_dec((SV *)PL_initav);
    SvREFCNT_dec((SV *)PL_endav);
    load_main(aTHX_ & main);
    /* Handles that it has opened may have taken STDERR's descriptor. */
    end.spoilt = !mh_snapshot_restore(aTHX_ program->snapshot);
    mh_special_restore(aTHX_ & program->special);
    mh_overrides_leave(aTHX_ & process);
    PL_phase = (enum perl_phase)phase;
    busy = false;
    return end;
}

void mh_program_remove(pTHX)
{
    if (!installed)
        return;
    mh_snapshot_remove(aTHX_ installed->snapshot);
    mh_special_put(aTHX_ & nobodys);
    mh_base_show(aTHX);
    installed = NULL;
}

void mh_program_free(pTHX_ mh_program_t *program)
{
    mh_source_t *source = &program->source;

    if (installed == program)
        mh_program_remove(aTHX);
    if (program->snapshot)
        mh_snapshot_free(aTHX_ program->snapshot);
    mh_special_free(aTHX_ & program->special);
    mh_overrides_free(aTHX_ & program->overrides);
    mh_environ_free(aTHX_ & program->environ);
    mh_layers_free(&program->layers);
    mh_touched_free(&program->touched);
    mh_source_free(aTHX_ source);
    Safefree(program);
}

void mh_program_renew(pTHX)
{
    if (nobodys.signals)
        mh_special_free(aTHX_ & nobodys);
    Zero(&nobodys, 1, mh_special_t);
}

void mh_program_end(pTHX)
{
    mh_program_renew(aTHX);
    mh_stages_free(aTHX);
}
