/*
 * require.c - the operators that load a file: `require`, which shows hidden
 * modules, and `do FILE`, which never does.
 *
 * While modules are loaded ahead, three operators (the third ends a file) note
 * what each file requires and returns.
 *
 * If a script has threads.pm, the operators do none of this any more: the clone
 * of an interpreter would have all hidden names, too, and would run beside the
 * first.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <errno.h>
#include <stdlib.h>

#include "pool/perl/preload/preload.h"
#include "pool/perl/trace/part.h"

/* A file that is being loaded. */
typedef struct level_t {
    mh_module_t *module;
    UV evals;        /* string evals that were run before it */
    UV nested;       /* string evals of the files that it loaded */
    const GV *input; /* the file of $. before it */
    mh_ties_t ties;
} level_t;

#define LEVELS 256

static struct {
    Perl_ppaddr_t require;
    Perl_ppaddr_t do_file;
    Perl_ppaddr_t leave;
    bool loading;
    bool over; /* there may be threads */
    level_t levels[LEVELS];
    int depth;
    UV asked; /* files that the script has asked for */
} operators;

static bool is_file(const PERL_CONTEXT *cx)
{
    return CxTYPE(cx) == CXt_EVAL && cx->blk_eval.old_namesv;
}

const PERL_CONTEXT *mh_require_file(pTHX)
{
    for (const PERL_SI *si = PL_curstackinfo; si; si = si->si_prev)
        for (I32 i = si->si_cxix; i >= 0; i--) {
            const PERL_CONTEXT *cx = &si->si_cxstack[i];

            if (is_file(cx))
                return cx;
        }
    return NULL;
}

const char *mh_require_key(pTHX)
{
    const PERL_CONTEXT *cx = operators.loading ? mh_require_file(aTHX) : NULL;

    return cx ? SvPV_nolen(cx->blk_eval.old_namesv) : NULL;
}

/*
 * The key that `require` is about to search for; NULL if perl handles the
 * operand: a version, a value at which perl dies, or a tied or tainted value.
 */
static const char *wanted(pTHX_ SV *sv)
{
    STRLEN length;
    const char *key;

    if (SvGMAGICAL(sv) || SvVOK(sv) || !SvOK(sv) || SvROK(sv) ||
        (SvNIOKp(sv) && !SvPOKp(sv)))
        return NULL;
    key = SvPV_nomg(sv, length);
    return length && length == strlen(key) ? key : NULL;
}

/*
 * Even a trial does not run code of a site that the configuration has not
 * named.
 */
static void refuse_foreign(pTHX_ const char *key)
{
    if (mh_trace_whose() == MH_WHOSE_LISTED && mh_module_is_foreign(aTHX_ key))
        mh_trace_unshareable("loads %s, which is not perl's own", key);
}

static void enter_file(pTHX_ mh_module_t *module)
{
    level_t *level = &operators.levels[operators.depth];

    refuse_foreign(aTHX_ module->key);
    if (operators.depth == LEVELS)
        return;
    operators.depth++;
    *level = (level_t){ .module = module,
                        .evals = PL_evalseq,
                        .input = PL_last_in_gv };
    mh_ties_take(aTHX_ & level->ties);
}

static int level_of(const mh_module_t *module)
{
    int i = operators.depth;

    while (i-- > 0 && operators.levels[i].module != module)
        ;
    return i;
}

/* Higher levels belong to files that died. Variables that perl has tied since
 * then, it has tied for this file. */
static level_t *leave_file(pTHX_ mh_module_t *module)
{
    int i = level_of(module);

    while (i >= 0 && operators.depth > i)
        mh_ties_put_back(aTHX_ & operators.levels[--operators.depth].ties,
                         module);
    return i < 0 ? NULL : &operators.levels[i];
}

static void note_need(pTHX_ mh_module_t *module)
{
    const char *loader = mh_require_key(aTHX);

    if (operators.loading && loader)
        mh_module_needs(mh_module(loader), module, CopSTASH(PL_curcop));
}

/* String evals of shown modules are not the loader's. */
static bool show(pTHX_ mh_module_t *module)
{
    UV evals = PL_evalseq;
    bool shown = mh_module_show(aTHX_ module);

    if (operators.loading && operators.depth)
        operators.levels[operators.depth - 1].nested += PL_evalseq - evals;
    return shown;
}

/* Files that are being compiled use the file, so they come after it. */
static void note_asked(pTHX_ mh_module_t *module)
{
    module->asked = ++operators.asked;
    module->asking = mh_asking_now(aTHX);
    for (const PERL_SI *si = PL_curstackinfo; si; si = si->si_prev)
        for (I32 i = si->si_cxix; i >= 0; i--) {
            const PERL_CONTEXT *cx = &si->si_cxstack[i];

            if (is_file(cx) && !CvDEPTH(cx->blk_eval.cv))
                mh_module(SvPV_nolen(cx->blk_eval.old_namesv))->asked =
                    ++operators.asked;
        }
}

static OP *read_file(pTHX_ Perl_ppaddr_t read)
{
    I32 frame = cxstack_ix + 1;
    OP *next = read(aTHX);

    mh_begun_end(aTHX_ frame);
    return next;
}

static OP *look_at_require(pTHX)
{
    const char *key = operators.over ? NULL : wanted(aTHX_ * PL_stack_sp);
    mh_module_t *module;
    OP *next;

    if (mh_kept_is_compiling())
        return mh_kept_require(aTHX_ operators.require, key);
    if (!key || TAINT_get) /* perl dies */
        return operators.require(aTHX);
    module = mh_module(key);
    note_need(aTHX_ module);
    if (mh_module_in_inc(aTHX_ key))
        return operators.require(aTHX);
    if (module->state == MH_MODULE_HIDDEN && !module->by_do &&
        show(aTHX_ module)) {
        *PL_stack_sp = module->value ? sv_mortalcopy(module->value)
                                     : &PL_sv_yes;
        CLEAR_ERRSV();
        errno = module->error;
        return NORMAL;
    }
    if (module->state == MH_MODULE_HIDDEN)
        mh_module_forget(aTHX_ module);
    if (!operators.loading) {
        note_asked(aTHX_ module);
        if (module->kept && mh_kept_run(aTHX_ module, &next))
            return next;
        if (module->state == MH_MODULE_NAMED)
            mh_module_last(module);
    }
    if (operators.loading)
        enter_file(aTHX_ module);
    return read_file(aTHX_ operators.require);
}

UV mh_require_asked(void)
{
    return operators.asked;
}

static OP *look_at_do(pTHX)
{
    const char *key = operators.over ? NULL : wanted(aTHX_ * PL_stack_sp);
    mh_module_t *module;
    OP *next;

    if (mh_kept_begins())
        return mh_kept_require(aTHX_ operators.do_file, key);
    if (!key)
        return operators.do_file(aTHX);
    module = mh_module(key);
    module->by_do = true;
    note_need(aTHX_ module);
    if (module->state == MH_MODULE_HIDDEN)
        mh_module_forget(aTHX_ module);
    if (operators.loading) {
        enter_file(aTHX_ module);
    } else if (!TAINT_get) {
        note_asked(aTHX_ module);
        if (module->kept && mh_kept_run(aTHX_ module, &next))
            return next;
    }
    return read_file(aTHX_ operators.do_file);
}

/* Messages name that file, and the line. */
static void note_input(pTHX_ mh_module_t *module, const level_t *level)
{
    SvREFCNT_dec(module->input);
    module->input = NULL;
    module->reads = PL_last_in_gv != level->input;
    if (module->reads)
        module->input = (GV *)SvREFCNT_inc((SV *)PL_last_in_gv);
}

static void note_end(pTHX_ const PERL_CONTEXT *cx)
{
    mh_module_t *module = mh_module(SvPV_nolen(cx->blk_eval.old_namesv));
    int error = errno;
    level_t *level = leave_file(aTHX_ module);
    UV evals;

    module->error = error;
    if (PL_stack_sp > PL_stack_base + cx->blk_oldsp) {
        SvREFCNT_dec(module->value);
        module->value = newSVsv(*PL_stack_sp);
    }
    mh_module_last(module);
    if (!level)
        return;
    note_input(aTHX_ module, level);
    evals = PL_evalseq - level->evals;
    module->evals = evals - level->nested;
    if (operators.depth)
        operators.levels[operators.depth - 1].nested += evals;
}

static void expect_threads(pTHX)
{
    operators.over = true;
    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        if (at->state == MH_MODULE_HIDDEN)
            mh_module_forget(aTHX_ at);
    mh_symbols_unname(aTHX);
}

/* By the script. */
static void note_loaded(pTHX_ const char *key)
{
    mh_module_last(mh_module(key));
    if (strEQ(key, "threads.pm"))
        expect_threads(aTHX);
}

static OP *look_at_leave(pTHX)
{
    const PERL_CONTEXT *cx = CX_CUR();

    if (!operators.over && !mh_kept_is_compiling() && is_file(cx)) {
        if (operators.loading)
            note_end(aTHX_ cx);
        else
            note_loaded(aTHX_ SvPV_nolen(cx->blk_eval.old_namesv));
    }
    return operators.leave(aTHX);
}

void mh_require_begin(void)
{
    operators.loading = true;
    operators.depth = 0;
}

bool mh_require_is_loading(void)
{
    return operators.loading;
}

bool mh_require_is_over(void)
{
    return operators.over;
}

void mh_require_end(pTHX)
{
    if (operators.depth)
        leave_file(aTHX_ operators.levels[0].module);
    operators.loading = false;
}

static Perl_ppaddr_t wrap(int type, Perl_ppaddr_t function)
{
    Perl_ppaddr_t real = PL_ppaddr[type];

    PL_ppaddr[type] = function;
    return real;
}

void mh_preload_wrap(void)
{
    operators.require = wrap(OP_REQUIRE, look_at_require);
    operators.do_file = wrap(OP_DOFILE, look_at_do);
    operators.leave = wrap(OP_LEAVEEVAL, look_at_leave);
    mh_kept_prepare();
}

/* While perl searches for the first file, no file is being loaded yet. */
const char *mh_preload_current(void)
{
    dTHX;
    const char *key = mh_require_key(aTHX);

    if (key)
        return mh_module(key)->key;
    return operators.loading && operators.depth
               ? operators.levels[0].module->key
               : "";
}
