/*
 * frame.c - runs a file that was compiled ahead, at its `require`: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "shared/perl/compat.h"

/* --- may it be run? --- */

/* The process may have become one that must not read it. */
static bool file_is_same(const mh_kept_t *kept)
{
    int file = open(kept->path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    bool same = file >= 0 && !fstat(file, &status) &&
                mh_kept_same(&kept->status, &status);

    if (file >= 0)
        close(file);
    return same;
}

/* Perl compiles a file in the package that asks for it. */
static bool asks_as_before(pTHX_ const mh_kept_t *kept)
{
    return kept->warn == MH_KEPT_WARN && PL_op->op_type == OP_REQUIRE &&
           CopSTASH(PL_curcop) == PL_defstash && !CATCH_GET && !PL_perldb &&
           !mh_perl_hooks_require(aTHX);
}

static bool may_run(pTHX_ const mh_module_t *module)
{
    const mh_kept_t *kept = module->kept;

    return !kept->used && asks_as_before(aTHX_ kept) &&
           !SvMAGICAL(GvHVn(PL_incgv)) && !SvMAGICAL(GvAVn(PL_incgv)) &&
           mh_kept_perl_is_same(aTHX) &&
           mh_names_are_same(aTHX_ & kept->names) && file_is_same(kept) &&
           mh_module_would_read(aTHX_ module->key, kept->path);
}

/* --- then it is --- */

/* perl's steps in pp_require and in the compilation, but for compiling. */
static void enter(pTHX_ const char *key, const mh_kept_t *kept)
{
    I32 saved = PL_savestack_ix;
    PERL_CONTEXT *cx;

    PL_stack_sp--; /* the file's name */
    (void)hv_store(GvHVn(PL_incgv), key, (I32)strlen(key),
                   newSVpv(kept->path, 0), 0);
    mh_names_show(aTHX_ & kept->names);
    cx = Perl_cx_pushblock(aTHX_ CXt_EVAL, G_SCALAR, PL_stack_sp, saved);
    Perl_cx_pusheval(aTHX_ cx, PL_op->op_next, newSVpv(key, 0));
    PL_in_eval = EVAL_INREQUIRE | (PL_in_eval & EVAL_INEVAL);
    cx->blk_eval.cv = kept->code;
    PAD_SET_CUR(CvPADLIST(kept->code), 1);
    CvDEPTH(kept->code) = 1;
    PL_eval_root = kept->root;
    PL_eval_start = kept->start;
    CLEAR_ERRSV();
    errno = kept->error;
}

OP *mh_kept_run(pTHX_ mh_module_t *module)
{
    int error = errno;

    if (!may_run(aTHX_ module)) {
        errno = error;
        return NULL;
    }
    module->kept->used = true;
    enter(aTHX_ module->key, module->kept);
    return module->kept->start;
}
