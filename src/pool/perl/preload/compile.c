/*
 * compile.c - compiles a site's file ahead: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <errno.h>
#include <string.h>

#include "shared/memory.h"

/* perl's compiler: pointers to functions that code written in C may set. */
typedef struct compiler_t {
    Perl_check_t check[MAXO];
    Perl_ppaddr_t run[MAXO];
    Perl_keyword_plugin_t plugin;
    peep_t peep;
    peep_t rpeep;
} compiler_t;

static struct {
    compiler_t perl; /* perl's state when the files were compiled */
    mh_kept_t *now;  /* file being compiled; NULL: none */
    bool begun;      /* the file itself, not one that it uses */
    bool parsed;
    mh_noted_t warned;
    mh_noted_t died;
    void (*asks)(const char *key);
    CV *noter;                    /* handler for __WARN__ */
    CV *die_noter;                /* handler for __DIE__ */
    Perl_keyword_plugin_t plugin; /* perl's own */
} compiling;

/* --- how perl compiles --- */

void mh_kept_prepare(void)
{
    compiling.plugin = PL_keyword_plugin;
}

bool mh_kept_perl_is_plain(void)
{
    return PL_keyword_plugin == compiling.plugin;
}

static void take_compiler(pTHX_ compiler_t *compiler)
{
    memcpy(compiler->check, PL_check, sizeof(compiler->check));
    memcpy(compiler->run, PL_ppaddr, sizeof(compiler->run));
    compiler->plugin = PL_keyword_plugin;
    compiler->peep = PL_peepp;
    compiler->rpeep = PL_rpeepp;
}

void mh_kept_take_perl(pTHX)
{
    take_compiler(aTHX_ & compiling.perl);
}

bool mh_kept_perl_is_same(pTHX)
{
    compiler_t now;

    take_compiler(aTHX_ & now);
    return memcmp(&now, &compiling.perl, sizeof(now)) == 0;
}

bool mh_kept_same(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino &&
           one->st_size == other->st_size &&
           one->st_mtim.tv_sec == other->st_mtim.tv_sec &&
           one->st_mtim.tv_nsec == other->st_mtim.tv_nsec &&
           one->st_ctim.tv_sec == other->st_ctim.tv_sec &&
           one->st_ctim.tv_nsec == other->st_ctim.tv_nsec;
}

/* --- one file --- */

bool mh_kept_is_compiling(void)
{
    return compiling.now != NULL;
}

bool mh_kept_asks(pTHX_ const char *key)
{
    mh_module_t *module = mh_module(key);

    if (compiling.asks && module->state == MH_MODULE_HIDDEN &&
        !module->withheld) {
        compiling.asks(key);
        (void)mh_module_show(aTHX_ module);
    }
    return mh_module_in_inc(aTHX_ key);
}

bool mh_kept_needs(pTHX_ const char *key)
{
    mh_module_t *module = mh_module(key);
    mh_kept_t *kept = compiling.now;

    if (!mh_kept_asks(aTHX_ key))
        return false;
    if (module->state != MH_MODULE_SHOWN && !module->kept)
        return true;
    for (size_t i = 0; i < kept->need_count; i++)
        if (kept->needs[i] == module)
            return true;
    kept->needs = mh_grow(kept->needs,
                          (kept->need_count + 1) * sizeof(mh_module_t *));
    kept->needs[kept->need_count++] = module;
    return true;
}

void mh_kept_imports(pTHX_ SV *class, const CV *code)
{
    mh_kept_t *kept = compiling.now;
    size_t size = (kept->import_count + 1) * sizeof(mh_kept_import_t);

    kept->imports = mh_grow(kept->imports, size);
    kept->imports[kept->import_count++] =
        (mh_kept_import_t){ SvREFCNT_inc(class), code };
}

static void keep(pTHX_ mh_kept_t *kept)
{
    kept->error = errno;
    kept->warn = MH_KEPT_WARN;
    kept->overrides = mh_overrides(aTHX);
    kept->code = (CV *)SvREFCNT_inc((SV *)CX_CUR()->blk_eval.cv);
    OP_REFCNT_LOCK;
    kept->root = OpREFCNT_inc(PL_eval_root);
    OP_REFCNT_UNLOCK;
    kept->start = PL_eval_start;
}

bool mh_kept_begins(void)
{
    return compiling.now && !compiling.begun;
}

/* Perl compiles a file in the package of the current statement, and goes back
 * to that statement. */
static void ask_from(pTHX_ HV *package)
{
    static COP statement;

    statement = *PL_curcop;
    CopSTASH_set(&statement, package);
    PL_curcop = &statement;
}

/* The file is compiled and kept, and does not run: the require returns true. */
OP *mh_kept_require(pTHX_ Perl_ppaddr_t require, const char *key)
{
    I32 depth = cxstack_ix;

    if (compiling.begun) {
        if (key && !mh_kept_needs(aTHX_ key))
            croak("needs %s\n", key);
        return require(aTHX);
    }
    if (CopSTASH(PL_curcop) != PL_defstash)
        croak("needs a file\n");
    compiling.begun = true;
    ask_from(aTHX_ compiling.now->asking.package);
    mh_uses_begin(aTHX);
    (void)require(aTHX);
    mh_uses_end(aTHX);
    if (cxstack_ix == depth) /* `do` does not die */
        croak_sv(ERRSV);
    compiling.parsed = true;
    keep(aTHX_ compiling.now);
    *++PL_stack_sp = &PL_sv_yes; /* in the place of the file's name */
    return PL_eval_root;
}

/* The first line of the error message. After `do` that is in no variable. */
static const char *death(pTHX)
{
    static char text[256];
    const char *error = SvPV_nolen_const(ERRSV);

    if (!error[0])
        error = compiling.died.text;
    my_strlcpy(text, error[0] ? error : "cannot be compiled", sizeof(text));
    text[strcspn(text, "\n")] = '\0';
    return text;
}

static void begin(pTHX_ mh_kept_t *kept, const mh_survey_t *before)
{
    if (!compiling.noter) {
        compiling.noter = mh_load_noter(aTHX_ & compiling.warned);
        compiling.die_noter = mh_load_noter(aTHX_ & compiling.died);
    }
    compiling.now = kept;
    compiling.begun = compiling.parsed = false;
    compiling.warned.called = compiling.died.called = false;
    compiling.died.text[0] = '\0';
    mh_stages_begin(aTHX_ kept, before);
}

static void end(pTHX)
{
    mh_uses_end(aTHX);
    mh_stages_end(aTHX);
    compiling.now = NULL;
}

static const char *check_words(const mh_kept_t *kept)
{
    for (size_t i = 0; i < kept->stage_count; i++) {
        if (kept->stages[i].words.other)
            return "has names that are not ASCII";
        if (kept->stages[i].words.unmade)
            return "has a word that its own BEGIN block names";
    }
    return NULL;
}

static const char *result(pTHX_ const mh_kept_t *kept)
{
    if (!compiling.parsed || SvTRUE(ERRSV))
        return death(aTHX);
    if (compiling.warned.called)
        return "is compiled with a warning";
    return check_words(kept);
}

AV *mh_kept_search(pTHX_ const mh_kept_t *kept, const char *key)
{
    const char *path = kept->path;
    size_t length = strlen(path) - strlen(key);
    AV *search = mh_module_is_path(key) ? NULL : newAV();

    if (search)
        av_push(search, length ? newSVpvn(path, length) : newSVpvs("."));
    return search;
}

/* Perl finds the file by the name that the script's `require` has. */
static void load(pTHX_ const char *key, const mh_kept_t *kept)
{
    AV *search = mh_kept_search(aTHX_ kept, key);

    if (search) {
        SAVESPTR(GvAV(PL_incgv));
        GvAV(PL_incgv) = (AV *)sv_2mortal((SV *)search);
    }
    mh_load_file(aTHX_ key, kept->asking.way);
    (void)hv_delete(GvHVn(PL_incgv), key, (I32)strlen(key), G_DISCARD);
}

/* A %SIG that no code has named stays unnamed. */
static void set_noter(pTHX_ const char *name, SV **hook, CV *noter)
{
    if (get_hv("SIG", 0)) {
        mh_load_set_handler(aTHX_ name, noter);
        return;
    }
    SAVEGENERICSV(*hook);
    *hook = SvREFCNT_inc_simple_NN((SV *)noter);
}

const char *mh_kept_compile(pTHX_ mh_kept_t *kept, const char *key,
                            const mh_survey_t *before,
                            void (*asks)(const char *key))
{
    const char *why;

    ENTER;
    SAVETMPS;
    begin(aTHX_ kept, before);
    compiling.asks = asks;
    set_noter(aTHX_ "__DIE__", &PL_diehook, compiling.die_noter);
    set_noter(aTHX_ "__WARN__", &PL_warnhook, compiling.noter);
    mh_effects_begin(aTHX);
    save_scalar(PL_errgv);
    load(aTHX_ key, kept);
    end(aTHX);
    kept->dies = compiling.died.called;
    why = result(aTHX_ kept);
    FREETMPS;
    LEAVE;
    return why;
}
