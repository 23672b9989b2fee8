/*
 * frame.c - runs a file that was compiled ahead, at its `require`: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

static bool asks_as_before(const mh_module_t *module)
{
    const mh_kept_t *kept = module->kept;

    return module->asking.way == kept->asking.way &&
           (module->asking.package == kept->asking.package ||
            kept->own_package);
}

static bool handlers_are_same(pTHX_ const mh_kept_t *kept)
{
    return !kept->dies || !mh_handlers_see(aTHX);
}

/* Files of the site that it uses have been loaded by their blocks. */
static bool show_need(pTHX_ mh_module_t *module)
{
    if (module->state == MH_MODULE_HIDDEN && !mh_module_show(aTHX_ module))
        return false;
    return module->kept || mh_module_in_inc(aTHX_ module->key);
}

static bool show_needs(pTHX_ const mh_kept_t *kept, size_t stage)
{
    size_t end = kept->stages[stage].need_count;

    for (size_t i = stage ? kept->stages[stage - 1].need_count : 0; i < end;
         i++)
        if (!show_need(aTHX_ kept->needs[i]))
            return false;
    return true;
}

static bool needs_are_loaded(pTHX_ const mh_kept_t *kept)
{
    for (size_t i = 0; i < kept->need_count; i++)
        if (!mh_module_in_inc(aTHX_ kept->needs[i]->key))
            return false;
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

static bool may_begin(pTHX_ const mh_module_t *module)
{
    mh_kept_t *kept = module->kept;

    return !kept->run && asks_as_before(module) && file_is_same(kept) &&
           mh_module_would_read(aTHX_ module->key, kept->path);
}

/* State that the site's code may have changed since the compilation. */
static bool perl_is_same(pTHX_ const mh_kept_t *kept)
{
    return kept->warn == MH_KEPT_WARN && !PL_perldb &&
           !mh_perl_hooks_require(aTHX) && handlers_are_same(aTHX_ kept) &&
           !SvMAGICAL(GvHVn(PL_incgv)) && !SvMAGICAL(GvAVn(PL_incgv)) &&
           mh_kept_perl_is_same(aTHX) && kept->overrides == mh_overrides(aTHX);
}

/* Functions of other files that have been in sight since the compilation. */
static bool files_are_same(const mh_kept_t *kept, size_t stage)
{
    for (size_t i = 0; stage && i < kept->stages[stage - 1].need_count; i++) {
        const mh_kept_t *other = kept->needs[i]->kept;

        for (size_t j = 0; other && j < other->stage_count; j++)
            if (!mh_names_mean_the_same(&other->stages[j].names))
                return false;
    }
    return true;
}

static bool stages_are_in_sight(pTHX_ const mh_kept_t *kept, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!mh_names_are_in_sight(aTHX_ & kept->stages[i].names))
            return false;
    return true;
}

static bool may_show(pTHX_ const mh_kept_t *kept, size_t stage)
{
    if (!perl_is_same(aTHX_ kept) || !show_needs(aTHX_ kept, stage) ||
        !files_are_same(kept, stage) || !stages_are_in_sight(aTHX_ kept, stage))
        return false;
    mh_stashes_bring(aTHX_ & kept->stages[stage].words.stashes);
    return mh_kept_words_are_same(aTHX_ & kept->stages[stage].words) &&
           mh_names_may_show(aTHX_ & kept->stages[stage].names);
}

/* Before the names of the last stage are in sight. */
static bool may_run(pTHX_ const mh_kept_t *kept)
{
    return needs_are_loaded(aTHX_ kept) && imports_are_same(aTHX_ kept) &&
           mh_globs_may_show(aTHX_ & kept->globs);
}

/* --- running a kept file --- */

/* The place that `caller` names for a BEGIN block, before perl 5.36. */
static void name_file(pTHX_ const mh_kept_t *kept)
{
    SAVECOPFILE_FREE(&PL_compiling);
    CopFILE_set(&PL_compiling, kept->path);
    SAVECOPLINE(&PL_compiling);
    CopLINE_set(&PL_compiling, 0);
}

/* perl's steps in pp_require, before it compiles the file. */
static void enter_frame(pTHX_ const mh_module_t *module)
{
    const mh_kept_t *kept = module->kept;
    I32 saved = PL_savestack_ix;
    PERL_CONTEXT *cx;

    PL_stack_sp--; /* the file's name */
    mh_kept_count_as_loaded(aTHX_ module);
    cx = Perl_cx_pushblock(aTHX_ CXt_EVAL, mh_asking_context(kept->asking.way),
                           PL_stack_sp, saved);
    Perl_cx_pusheval(aTHX_ cx, PL_op->op_next, newSVpv(module->key, 0));
    PL_in_eval = kept->asking.way == MH_ASKING_REQUIRE
                     ? EVAL_INREQUIRE | (PL_in_eval & EVAL_INEVAL)
                     : EVAL_INEVAL;
    cx->blk_eval.cv = kept->code;
    name_file(aTHX_ kept);
    CLEAR_ERRSV();
}

/*
 * Perl reads the file itself. Variables that are in sight stay, because other
 * files may have changed them since.
 */
static void leave_frame(pTHX_ const char *key, const mh_kept_t *kept, SV *name)
{
    PERL_CONTEXT *cx = CX_CUR();

    for (size_t i = kept->run; i-- > 0;)
        mh_names_take_code(aTHX_ & kept->stages[i].names);
    CX_LEAVE_SCOPE(cx);
    Perl_cx_popeval(aTHX_ cx);
    Perl_cx_popblock(aTHX_ cx);
    CX_POP(cx);
    (void)hv_delete(GvHVn(PL_incgv), key, (I32)strlen(key), G_DISCARD);
    *++PL_stack_sp = name;
}

/*
 * $^S is undefined while a file is being compiled, and perl looks at its parser
 * for that.
 */
static void begin_compiling(pTHX)
{
    SAVECOPSTASH_FREE(&PL_compiling);
    PL_curcop = &PL_compiling;
    lex_start(NULL, NULL, 0);
}

/* As perl leaves it when it reads a file. */
static void set_error(int error)
{
    if (error != MH_ERROR_STAYS)
        errno = error;
}

/* Before the stage's names are in sight: its block's code has its globs. */
static bool may_run_block(pTHX_ const mh_kept_stage_t *stage)
{
    return mh_globs_may_show(aTHX_ & stage->globs);
}

/* True if the next stage may follow. */
static bool run_block(pTHX_ const mh_kept_t *kept, mh_kept_done_t *done)
{
    int error;
    bool good;

    done->last = mh_begin_run(aTHX_ & kept->stages[done->stage].begin);
    error = errno;
    good = done->last == MH_BEGIN_SAME &&
           may_show(aTHX_ kept, done->stage + 1) &&
           may_run_block(aTHX_ & kept->stages[done->stage + 1]);
    errno = error;
    return good;
}

static bool run_blocks(pTHX_ mh_kept_t *kept, mh_kept_done_t *done)
{
    bool good = true;

    if (kept->stage_count == 1)
        return true;
    begin_compiling(aTHX);
    ENTER;
    SAVEHINTS();
    hv_clear(GvHVn(PL_hintgv));
    SAVESPTR(PL_compcv); /* builtin.pm looks at it */
    PL_compcv = kept->code;
    for (size_t i = 0; i + 1 < kept->stage_count && good; i++) {
        mh_names_show(aTHX_ & kept->stages[i].names, true);
        mh_globs_bring(aTHX_ & kept->stages[i].globs);
        set_error(kept->stages[i].begin.error);
        done->stage = i;
        kept->run = i + 1;
        good = run_block(aTHX_ kept, done);
    }
    LEAVE;
    CopLINE_set(&PL_compiling, 0);
    return good;
}

/* perl's steps at the end of the compilation. */
static void enter_code(pTHX_ mh_kept_t *kept)
{
    int error = errno;

    kept->run = kept->stage_count;
    mh_names_show(aTHX_ & kept->stages[kept->stage_count - 1].names, true);
    mh_globs_bring(aTHX_ & kept->globs);
    mh_globs_show(&kept->globs);
    if (PL_parser) {
        SAVEI8(PL_parser->lex_state);
        PL_parser->lex_state = LEX_NOTPARSING;
    }
    PAD_SET_CUR(CvPADLIST(kept->code), 1);
    CvDEPTH(kept->code) = 1;
    PL_eval_root = kept->root;
    PL_eval_start = kept->start;
    errno = error;
    set_error(kept->error);
}

/* The current folder, if the file is found by it and blocks may change it. */
static void find_folder(const mh_kept_t *kept, char folder[PATH_MAX])
{
    if (kept->path[0] == '/' || kept->stage_count == 1 ||
        !getcwd(folder, PATH_MAX))
        folder[0] = '\0';
}

/* False: perl must read the file. */
static bool enter(pTHX_ const mh_module_t *module)
{
    mh_kept_t *kept = module->kept;
    SV *name = *PL_stack_sp;
    mh_kept_done_t done;
    char folder[PATH_MAX];

    if (kept->stage_count == 1 ? !may_run(aTHX_ kept)
                               : !may_run_block(aTHX_ & kept->stages[0]))
        return false;
    find_folder(kept, folder);
    enter_frame(aTHX_ module);
    if (run_blocks(aTHX_ kept, &done) &&
        (kept->stage_count == 1 || may_run(aTHX_ kept))) {
        enter_code(aTHX_ kept);
        return true;
    }
    leave_frame(aTHX_ module->key, kept, name);
    mh_begun_read(aTHX_ module, &done, folder);
    return false;
}

/*
 * For a file that C code has asked for, as `use` does, a die must come to this
 * loop, because the file's frame belongs to it. False: perl must read the file.
 */
static bool run_with_catcher(pTHX_ const mh_module_t *module)
{
    OP *asking = PL_op;
    volatile bool entered = true;
    int jump;
    dJMPENV;

    JMPENV_PUSH(jump);
    if (jump == 0) {
        entered = enter(aTHX_ module);
        PL_op = entered ? module->kept->start : NULL;
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
    return entered;
}

static bool run(pTHX_ mh_module_t *module, OP **next)
{
    bool catches = CATCH_GET;

    *next = catches ? NULL : module->kept->start;
    return catches ? run_with_catcher(aTHX_ module) : enter(aTHX_ module);
}

bool mh_kept_run(pTHX_ mh_module_t *module, OP **next)
{
    int error = errno;

    if (may_begin(aTHX_ module) && may_show(aTHX_ module->kept, 0) &&
        run(aTHX_ module, next))
        return true;
    errno = error;
    return false;
}
