/*
 * kept.c - compiles files of data ahead of their `require`: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pool/perl/preload/proof.h"
#include "pool/perl/preload/trial.h"

/* Limit on files of one script. */
#define FILES 128
/* Limit on the bytes of one file: compiled, they are ten times as many. */
#define BYTES (4 << 20)
/* Seconds after which no file system gives a changed file an old date. */
#define SETTLED 2

/* perl's compiler: pointers to functions that code written in C may set. */
typedef struct compiler_t {
    Perl_check_t check[MAXO];
    Perl_ppaddr_t run[MAXO];
    Perl_keyword_plugin_t plugin;
    peep_t peep;
    peep_t rpeep;
} compiler_t;

/* A file that may be kept. */
typedef struct candidate_t {
    mh_module_t *module;
    const char *path;
} candidate_t;

typedef struct candidates_t {
    candidate_t list[FILES];
    size_t count;
} candidates_t;

/* A trial's findings, in memory shared with its parent. */
typedef struct verdict_t {
    size_t tried; /* so many were */
    bool good[FILES];
    struct stat status[FILES];
} verdict_t;

static struct {
    compiler_t perl;           /* as it was when the files were compiled */
    mh_kept_t *now;            /* file being compiled; NULL: none */
    const mh_survey_t *before; /* its compilation */
    bool begun;                /* the file itself, not one that it needs */
    bool is_data;
    bool warned;
    CV *noter;                    /* handler for __WARN__ */
    Perl_keyword_plugin_t plugin; /* perl's own */
} compiling;

/* --- how perl compiles --- */

void mh_kept_prepare(void)
{
    compiling.plugin = PL_keyword_plugin;
}

static void take_compiler(pTHX_ compiler_t *compiler)
{
    memcpy(compiler->check, PL_check, sizeof(compiler->check));
    memcpy(compiler->run, PL_ppaddr, sizeof(compiler->run));
    compiler->plugin = PL_keyword_plugin;
    compiler->peep = PL_peepp;
    compiler->rpeep = PL_rpeepp;
}

bool mh_kept_perl_is_same(pTHX)
{
    compiler_t now;

    take_compiler(aTHX_ & now);
    return memcmp(&now, &compiling.perl, sizeof(now)) == 0;
}

/*
 * Words that call nothing and name nothing. All other words, also those of
 * functions that are not there, end the compilation.
 */
static bool is_harmless(const char *word, STRLEN length)
{
    static const char *const words[] = { "q",        "qq",       "qw",
                                         "undef",    "eq",       "ne",
                                         "__FILE__", "__LINE__", "__END__" };

    for (size_t i = 0; i < C_ARRAY_LENGTH(words); i++)
        if (strlen(words[i]) == length && memEQ(words[i], word, length))
            return true;
    return false;
}

static int look_at_word(pTHX_ char *word, STRLEN length, OP **op)
{
    if (!is_harmless(word, length))
        croak("says %.*s\n", (int)length, word);
    return compiling.perl.plugin(aTHX_ word, length, op);
}

/* A pattern may name a function of the site, which perl would call now. */
static OP *look_at_pattern(pTHX_ OP *op)
{
    PERL_UNUSED_ARG(op);
    croak("has a pattern\n");
}

static void watch(void)
{
    PL_keyword_plugin = look_at_word;
    PL_check[OP_MATCH] = look_at_pattern;
}

static void unwatch(void)
{
    PL_keyword_plugin = compiling.perl.plugin;
    PL_check[OP_MATCH] = compiling.perl.check[OP_MATCH];
}

/* --- one file --- */

static CV *noter(pTHX)
{
    if (!compiling.noter)
        compiling.noter = mh_load_noter(aTHX_ & compiling.warned);
    return compiling.noter;
}

bool mh_kept_is_compiling(void)
{
    return compiling.now != NULL;
}

static void keep(pTHX_ mh_kept_t *kept)
{
    kept->error = errno;
    kept->warn = MH_KEPT_WARN;
    kept->code = (CV *)SvREFCNT_inc((SV *)CX_CUR()->blk_eval.cv);
    OP_REFCNT_LOCK;
    kept->root = OpREFCNT_inc(PL_eval_root);
    OP_REFCNT_UNLOCK;
    kept->start = PL_eval_start;
}

/* The file is ended where perl would run it, as if it had been run. */
OP *mh_kept_compile(pTHX_ Perl_ppaddr_t require)
{
    if (compiling.begun || CopSTASH(PL_curcop) != PL_defstash)
        croak("needs a file\n");
    compiling.begun = true;
    watch();
    (void)require(aTHX);
    unwatch();
    mh_names_add_files(aTHX_ & compiling.now->names, compiling.before);
    compiling.is_data = mh_tree_is_data(aTHX_ PL_eval_root,
                                        &compiling.now->names);
    if (compiling.is_data)
        keep(aTHX_ compiling.now);
    *++PL_stack_sp = &PL_sv_yes; /* in the place of the file's name */
    return PL_eval_root;
}

/*
 * Names that are new since the survey are out of sight again, if the file is
 * good.
 */
static bool compile(pTHX_ const char *path, mh_kept_t *kept,
                    const mh_survey_t *before)
{
    bool good;

    ENTER;
    SAVETMPS;
    SAVEGENERICSV(PL_diehook);
    PL_diehook = NULL;
    SAVEGENERICSV(PL_warnhook);
    PL_warnhook = SvREFCNT_inc_simple_NN((SV *)noter(aTHX));
    save_scalar(PL_errgv);
    compiling.now = kept;
    compiling.before = before;
    compiling.begun = compiling.is_data = compiling.warned = false;
    mh_load_file(aTHX_ path);
    unwatch();
    compiling.now = NULL;
    good = compiling.is_data && !compiling.warned && !SvTRUE(ERRSV);
    FREETMPS;
    LEAVE;
    (void)hv_delete(GvHVn(PL_incgv), path, (I32)strlen(path), G_DISCARD);
    if (good)
        mh_names_hide(aTHX_ & kept->names, before);
    return good;
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

/* A change right after this one would leave the same dates. */
static bool is_settled(const struct stat *status)
{
    return S_ISREG(status->st_mode) && status->st_size <= BYTES &&
           status->st_ctim.tv_sec + SETTLED <= time(NULL);
}

/* --- many files, first in a fork --- */

static bool try_one(pTHX_ const char *path, struct stat *status,
                    const mh_survey_t *before)
{
    mh_kept_t kept = { 0 };
    struct stat after;

    return !stat(path, status) && is_settled(status) &&
           compile(aTHX_ path, &kept, before) && !stat(path, &after) &&
           mh_kept_same(status, &after);
}

/* Goes on as long as the compilations have left nothing to see. */
static _Noreturn void try_all(pTHX_ const candidates_t *files,
                              verdict_t *verdict)
{
    mh_survey_t before;
    bool same = true;

    mh_survey_take(aTHX_ & before);
    for (size_t at = verdict->tried; same && at < files->count; at++) {
        mh_survey_t after;
        bool good = try_one(aTHX_ files->list[at].path, &verdict->status[at],
                            &before);

        mh_survey_take(aTHX_ & after);
        same = mh_survey_is_same(&before, &after);
        mh_survey_free(&after);
        verdict->good[at] = good && same;
        verdict->tried = at + 1;
    }
    _exit(0);
}

static void try(pTHX_ const candidates_t *files, verdict_t *verdict)
{
    size_t from = verdict->tried;
    pid_t pid = mh_trial_fork();

    if (pid == 0)
        try_all(aTHX_ files, verdict);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    if (pid < 0)
        verdict->tried = files->count;
    else if (verdict->tried == from)
        verdict->tried++;
}

/*
 * A file that has changed since its trial may have left names behind that no
 * request must see: this process cannot be used.
 */
static void keep_one(pTHX_ const candidate_t *file, const struct stat *status,
                     const mh_survey_t *before)
{
    mh_kept_t *kept = calloc(1, sizeof(mh_kept_t));
    struct stat after;

    if (!kept || !(kept->path = strdup(file->path)))
        abort();
    kept->status = *status;
    if (!compile(aTHX_ file->path, kept, before) || stat(file->path, &after) ||
        !mh_kept_same(status, &after))
        _exit(1);
    file->module->kept = kept;
}

static void keep_all(pTHX_ const candidates_t *files)
{
    verdict_t *verdict = mmap(NULL, sizeof(verdict_t), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    mh_survey_t before;

    if (verdict == MAP_FAILED)
        return;
    (void)noter(aTHX);
    mh_survey_take(aTHX_ & before);
    while (verdict->tried < files->count) {
        size_t from = verdict->tried;

        try(aTHX_ files, verdict);
        for (size_t i = from; i < verdict->tried; i++)
            if (verdict->good[i])
                keep_one(aTHX_ & files->list[i], &verdict->status[i], &before);
    }
    mh_survey_free(&before);
    munmap(verdict, sizeof(verdict_t));
}

static bool may_be_kept(pTHX_ const char *key, const char *path)
{
    return !mh_module_in_inc(aTHX_ key) && !mh_proof_is_perls(path);
}

/*
 * A name that the rest of the script mentions once would seem to be mentioned
 * twice, so all of it must have been compiled. With the same random numbers for
 * each process, the order of hashes would tell how many were made before.
 */
static bool is_possible(pTHX)
{
    return PL_main_root && !TAINTING_get && !PL_perldb &&
           PL_hash_rand_bits_enabled != 2 &&
           PL_keyword_plugin == compiling.plugin;
}

void mh_kept_load(pTHX_ const mh_wire_field_t *modules)
{
    candidates_t files = { 0 };
    const char *key = mh_wire_next(modules, NULL);
    const char *path;
    int error = errno;

    if (!is_possible(aTHX))
        return;
    take_compiler(aTHX_ & compiling.perl);
    while (key && (path = mh_wire_next(modules, key)) && files.count < FILES) {
        if (may_be_kept(aTHX_ key, path))
            files.list[files.count++] = (candidate_t){ mh_module(key), path };
        key = mh_wire_next(modules, path);
    }
    if (files.count)
        keep_all(aTHX_ & files);
    errno = error;
}
