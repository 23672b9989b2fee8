/*
 * hidden_require.c - the operators that load a file: `require`, which shows
 * hidden modules, and `do FILE`, which never does.
 *
 * While modules are loaded ahead, the three of them (the third ends a file)
 * note what each file asks for and what it returns.
 */
#define PERL_NO_GET_CONTEXT
#include "exact/hidden_part.h"

#include <errno.h>
#include <stdlib.h>

#include "exact/hidden.h"
#include "exact/witness_part.h"

/* A file that is being loaded. */
typedef struct level_t {
    mh_module_t *module;
    UV evals;  /* that were run before it */
    UV nested; /* by the files that it loaded */
} level_t;

#define LEVELS 256

static struct {
    Perl_ppaddr_t require;
    Perl_ppaddr_t do_file;
    Perl_ppaddr_t leave;
    bool loading;
    level_t levels[LEVELS];
    int depth;
} operators;

/* The file that the innermost require or do is about. */
static const PERL_CONTEXT *current_file(pTHX)
{
    for (const PERL_SI *si = PL_curstackinfo; si; si = si->si_prev)
        for (I32 i = si->si_cxix; i >= 0; i--) {
            const PERL_CONTEXT *cx = &si->si_cxstack[i];

            if (CxTYPE(cx) == CXt_EVAL && cx->blk_eval.old_namesv)
                return cx;
        }
    return NULL;
}

const char *mh_require_current(pTHX)
{
    const PERL_CONTEXT *cx = operators.loading ? current_file(aTHX) : NULL;

    return cx ? SvPV_nolen(cx->blk_eval.old_namesv) : NULL;
}

/*
 * The key of what `require` is about to search for, NULL when it is none of our
 * business: a version, something at which perl dies, or that is tied, tainted.
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

static void enter_file(pTHX_ mh_module_t *module)
{
    if (operators.depth < LEVELS)
        operators.levels[operators.depth++] = (level_t){ .module = module,
                                                         .evals = PL_evalseq };
}

/* What died on the way is above it. */
static level_t *leave_file(const mh_module_t *module)
{
    for (int i = operators.depth; i-- > 0;)
        if (operators.levels[i].module == module) {
            operators.depth = i;
            return &operators.levels[i];
        }
    return NULL;
}

static void note_need(pTHX_ mh_module_t *module)
{
    const char *loader = mh_require_current(aTHX);

    if (operators.loading && loader)
        mh_module_needs(mh_module(loader), module);
}

/* What the shown ones count as their own is not the loader's. */
static bool show(pTHX_ mh_module_t *module)
{
    UV evals = PL_evalseq;
    bool shown = mh_module_show(aTHX_ module);

    if (operators.loading && operators.depth)
        operators.levels[operators.depth - 1].nested += PL_evalseq - evals;
    return shown;
}

static OP *look_at_require(pTHX)
{
    SV *sv = *PL_stack_sp;
    const char *key = wanted(aTHX_ sv);
    mh_module_t *module;

    if (!key)
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
    if (module->state == MH_MODULE_NAMED && !operators.loading)
        mh_module_last(module);
    if (operators.loading)
        enter_file(aTHX_ module);
    return operators.require(aTHX);
}

static OP *look_at_do(pTHX)
{
    const char *key = wanted(aTHX_ * PL_stack_sp);

    if (key) {
        mh_module_t *module = mh_module(key);

        module->by_do = true;
        note_need(aTHX_ module);
        if (module->state == MH_MODULE_HIDDEN)
            mh_module_forget(aTHX_ module);
        if (operators.loading)
            enter_file(aTHX_ module);
    }
    return operators.do_file(aTHX);
}

static void note_end(pTHX_ const PERL_CONTEXT *cx)
{
    mh_module_t *module = mh_module(SvPV_nolen(cx->blk_eval.old_namesv));
    int error = errno;
    level_t *level = leave_file(module);
    UV evals;

    module->error = error;
    if (PL_stack_sp > PL_stack_base + cx->blk_oldsp) {
        SvREFCNT_dec(module->value);
        module->value = newSVsv(*PL_stack_sp);
    }
    mh_module_last(module);
    if (!level)
        return;
    evals = PL_evalseq - level->evals;
    module->evals = evals - level->nested;
    if (operators.depth)
        operators.levels[operators.depth - 1].nested += evals;
}

static OP *look_at_leave(pTHX)
{
    const PERL_CONTEXT *cx = CX_CUR();

    if (CxTYPE(cx) == CXt_EVAL && cx->blk_eval.old_namesv) {
        if (operators.loading)
            note_end(aTHX_ cx);
        else
            mh_module_last(mh_module(SvPV_nolen(cx->blk_eval.old_namesv)));
    }
    return operators.leave(aTHX);
}

void mh_require_begin(void)
{
    operators.loading = true;
    operators.depth = 0;
}

void mh_require_end(void)
{
    operators.loading = false;
}

static Perl_ppaddr_t wrap(int type, Perl_ppaddr_t function)
{
    Perl_ppaddr_t real = PL_ppaddr[type];

    PL_ppaddr[type] = function;
    return real;
}

void mh_hidden_wrap(void)
{
    operators.require = wrap(OP_REQUIRE, look_at_require);
    operators.do_file = wrap(OP_DOFILE, look_at_do);
    operators.leave = wrap(OP_LEAVEEVAL, look_at_leave);
}

const char *mh_hidden_current(void)
{
    dTHX;
    const char *key = mh_require_current(aTHX);

    return key ? mh_module(key)->key : "";
}
