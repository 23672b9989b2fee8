/*
 * frame.c - runs a file that was compiled ahead, at its `require`: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "shared/perl/compat.h"

/* --- whether a file may be run --- */

/* The process may have lost the right to read it. */
static bool file_is_same(mh_kept_t *kept)
{
    int file = open(kept->path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    bool same = file >= 0 && !fstat(file, &status) &&
                mh_kept_same(&kept->status, &status);

    if (file >= 0)
        close(file);
    kept->stale = !same;
    return same;
}

static bool asks_as_before(pTHX_ const mh_module_t *module)
{
    const mh_kept_t *kept = module->kept;

    return kept->warn == MH_KEPT_WARN &&
           module->asking.way == kept->asking.way &&
           (module->asking.package == kept->asking.package ||
            kept->own_package) &&
           !PL_perldb && !mh_perl_hooks_require(aTHX);
}

static bool handlers_are_same(pTHX_ const mh_kept_t *kept)
{
    return !kept->dies || !mh_handlers_see(aTHX);
}

/* Modules that it uses are loaded by now, or perl will load them. */
static bool show_needs(pTHX_ const mh_kept_t *kept)
{
    for (size_t i = 0; i < kept->need_count; i++) {
        mh_module_t *module = kept->needs[i];

        if (module->state == MH_MODULE_HIDDEN && !mh_module_show(aTHX_ module))
            return false;
        if (!mh_module_in_inc(aTHX_ module->key))
            return false;
    }
    return true;
}

static bool imports_are_same(pTHX_ const mh_kept_t *kept)
{
    for (size_t i = 0; i < kept->import_count; i++)
        if (mh_uses_import_of(aTHX_ kept->imports[i].class) !=
            kept->imports[i].code)
            return false;
    return true;
}

static bool may_run(pTHX_ const mh_module_t *module)
{
    mh_kept_t *kept = module->kept;

    return !kept->used && asks_as_before(aTHX_ module) &&
           handlers_are_same(aTHX_ kept) && !SvMAGICAL(GvHVn(PL_incgv)) &&
           !SvMAGICAL(GvAVn(PL_incgv)) && mh_kept_perl_is_same(aTHX) &&
           kept->overrides == mh_overrides(aTHX) && file_is_same(kept) &&
           mh_module_would_read(aTHX_ module->key, kept->path) &&
           show_needs(aTHX_ kept) && imports_are_same(aTHX_ kept) &&
           mh_kept_words_are_same(aTHX_ & kept->words) &&
           mh_globs_are_same(&kept->globs) &&
           mh_effects_may_show(aTHX_ & kept->effects) &&
           mh_names_may_show(aTHX_ & kept->names);
}

/* --- running a kept file --- */

/* perl's steps in pp_require and in the compilation, but for compiling. */
static void enter(pTHX_ const char *key, mh_kept_t *kept)
{
    I32 saved = PL_savestack_ix;
    PERL_CONTEXT *cx;

    kept->shown = true;
    PL_stack_sp--; /* the file's name */
    (void)hv_store(GvHVn(PL_incgv), key, (I32)strlen(key),
                   newSVpv(kept->path, 0), 0);
    mh_names_show(aTHX_ & kept->names);
    mh_globs_show(&kept->globs);
    mh_effects_show(aTHX_ & kept->effects);
    SAVEHINTS();
    PL_hints = 0;
    cx = Perl_cx_pushblock(aTHX_ CXt_EVAL, mh_asking_context(kept->asking.way),
                           PL_stack_sp, saved);
    Perl_cx_pusheval(aTHX_ cx, PL_op->op_next, newSVpv(key, 0));
    PL_in_eval = kept->asking.way == MH_ASKING_REQUIRE
                     ? EVAL_INREQUIRE | (PL_in_eval & EVAL_INEVAL)
                     : EVAL_INEVAL;
    cx->blk_eval.cv = kept->code;
    PAD_SET_CUR(CvPADLIST(kept->code), 1);
    CvDEPTH(kept->code) = 1;
    PL_eval_root = kept->root;
    PL_eval_start = kept->start;
    CLEAR_ERRSV();
    errno = kept->error;
}

/*
 * For a file that C code has asked for, as `use` does, a die must come to this
 * loop, because the file's frame belongs to it.
 */
static void run_with_catcher(pTHX_ const char *key, mh_kept_t *kept)
{
    OP *asking = PL_op;
    int jump;
    dJMPENV;

    JMPENV_PUSH(jump);
    if (jump == 0) {
        enter(aTHX_ key, kept);
        PL_op = kept->start;
    } else if (jump == 3 && PL_restartjmpenv == PL_top_env) {
        PL_op = PL_restartop;
        PL_restartjmpenv = NULL;
        PL_restartop = NULL;
    } else {
        JMPENV_POP;
        PL_op = asking;
        JMPENV_JUMP(jump);
    }
    if (PL_op)
        CALLRUNOPS(aTHX);
    JMPENV_POP;
    PL_op = asking;
}

bool mh_kept_run(pTHX_ mh_module_t *module, OP **next)
{
    int error = errno;

    if (!may_run(aTHX_ module)) {
        errno = error;
        return false;
    }
    module->kept->used = true;
    if (CATCH_GET) {
        run_with_catcher(aTHX_ module->key, module->kept);
        *next = NULL;
    } else {
        enter(aTHX_ module->key, module->kept);
        *next = module->kept->start;
    }
    return true;
}
