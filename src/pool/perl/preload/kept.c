/*
 * kept.c - compiles a site's files ahead of their `require`: see kept.h.
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

/* A file that may be kept. */
typedef struct candidate_t {
    mh_module_t *module;
    const char *path;
    bool alone; /* it does not go with those before it */
} candidate_t;

/* A trial's findings, in memory shared with its parent. */
typedef struct verdict_t {
    size_t tried; /* so many were */
    bool good[FILES];
    bool young[FILES]; /* changed just now */
    struct stat status[FILES];
    char why[FILES][128];
    char asked[256]; /* key of a module that has to be shown; "": none */
} verdict_t;

static struct {
    candidate_t list[FILES];
    size_t count;
    verdict_t *verdict;
} files;

/* A change right after this one would leave the same dates. */
bool mh_kept_is_settled(const struct stat *status)
{
    return S_ISREG(status->st_mode) && status->st_size <= BYTES &&
           status->st_ctim.tv_sec + SETTLED <= time(NULL);
}

/* --- one file --- */

static void note_asked(const char *key)
{
    my_strlcpy(files.verdict->asked, key, sizeof(files.verdict->asked));
}

/* Compiles a file; its names are in sight then. NULL, or why it cannot be kept.
 */
static const char *compile(pTHX_ mh_kept_t *kept, const char *key,
                           mh_survey_t *before)
{
    mh_survey_t after;
    const char *why;

    mh_survey_take(aTHX_ before);
    why = mh_kept_compile(aTHX_ kept, key, before, note_asked);
    if (why)
        return why;
    mh_survey_take(aTHX_ & after);
    why = mh_names_collect(aTHX_ & kept->names, before, &after);
    mh_names_collect_ends(aTHX_ & kept->names, kept->ends);
    if (!why)
        mh_globs_collect(aTHX_ kept, before, &after);
    mh_survey_free(&after);
    return why;
}

static void hide(pTHX_ const mh_kept_t *kept)
{
    mh_names_hide(aTHX_ & kept->names);
    mh_globs_hide(&kept->globs);
}

static void show(pTHX_ const mh_kept_t *kept)
{
    mh_names_show(aTHX_ & kept->names);
    mh_globs_show(&kept->globs);
}

/* Nothing of it is seen when its names are out of sight. */
static const char *check_hidden(pTHX_ const mh_kept_t *kept,
                                const mh_survey_t *before)
{
    mh_kept_names_t left = { 0 };
    mh_survey_t after;
    const char *why;

    hide(aTHX_ kept);
    mh_survey_take(aTHX_ & after);
    why = mh_names_collect(aTHX_ & left, before, &after);
    if (!why && (left.entry_count || left.slot_count || left.number_count))
        why = "leaves names that cannot be hidden";
    mh_names_free(&left);
    mh_survey_free(&after);
    show(aTHX_ kept);
    return why;
}

/* Files that are not alone are in sight together, as a script has them. */
static void hide_all(pTHX)
{
    for (size_t i = files.count; i-- > 0;) {
        const mh_kept_t *kept = files.list[i].module->kept;

        if (kept && !files.list[i].alone)
            hide(aTHX_ kept);
    }
}

static void show_all(pTHX)
{
    for (size_t i = 0; i < files.count; i++) {
        const mh_kept_t *kept = files.list[i].module->kept;

        if (kept && !files.list[i].alone)
            show(aTHX_ kept);
    }
}

static const char *try_one(pTHX_ const candidate_t *file, struct stat *status)
{
    mh_kept_t *kept = calloc(1, sizeof(mh_kept_t));
    mh_survey_t before;
    struct stat after;
    const char *why;

    if (!kept || !(kept->path = strdup(file->path)))
        abort();
    if (stat(kept->path, status) || !mh_kept_is_settled(status)) {
        files.verdict->young[file - files.list] = true;
        return "has changed just now";
    }
    if (file->alone)
        hide_all(aTHX);
    why = compile(aTHX_ kept, file->module->key, &before);
    if (!why)
        why = check_hidden(aTHX_ kept, &before);
    mh_survey_free(&before);
    if (!why && (stat(kept->path, &after) || !mh_kept_same(status, &after)))
        why = "has changed just now";
    return why;
}

/* --- many files, first in a fork --- */

/* What a file leaves that cannot be kept may change the next one. */
static _Noreturn void try_all(pTHX)
{
    verdict_t *verdict = files.verdict;

    for (size_t at = verdict->tried; at < files.count; at++) {
        const char *why = try_one(aTHX_ & files.list[at], &verdict->status[at]);

        if (verdict->asked[0])
            _exit(0);
        verdict->good[at] = !why;
        if (why)
            my_strlcpy(verdict->why[at], why, sizeof(verdict->why[at]));
        verdict->tried = at + 1;
        if (why || files.list[at].alone)
            _exit(0);
    }
    _exit(0);
}

static void try(pTHX)
{
    verdict_t *verdict = files.verdict;
    size_t from = verdict->tried;
    pid_t pid = mh_trial_fork();

    if (pid == 0)
        try_all(aTHX);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    if (pid < 0) {
        verdict->tried = files.count;
    } else if (verdict->tried == from && !verdict->asked[0]) {
        my_strlcpy(verdict->why[from], "ends the process",
                   sizeof(verdict->why[from]));
        verdict->tried++;
    }
}

/*
 * A file that has changed since its trial may have left names behind that no
 * request must see: this process cannot be used.
 */
static void keep_one(pTHX_ const candidate_t *file, const struct stat *status)
{
    mh_kept_t *kept = calloc(1, sizeof(mh_kept_t));
    mh_survey_t before;
    struct stat after;

    if (!kept || !(kept->path = strdup(file->path)))
        abort();
    kept->status = *status;
    if (file->alone)
        hide_all(aTHX);
    if (compile(aTHX_ kept, file->module->key, &before) ||
        stat(file->path, &after) || !mh_kept_same(status, &after))
        _exit(1);
    mh_survey_free(&before);
    if (file->alone) {
        hide(aTHX_ kept);
        show_all(aTHX);
    }
    file->module->kept = kept;
}

/* Shows the module that a trial has asked for; or the file waits for it. */
static void show_asked(pTHX)
{
    mh_module_t *module = mh_module(files.verdict->asked);

    files.verdict->asked[0] = '\0';
    if (module->state != MH_MODULE_HIDDEN || !mh_module_show(aTHX_ module))
        module->withheld = true;
}

/*
 * Of two files with the same names (two languages, for example) a script loads
 * one. True: the file is to be tried again.
 */
static bool try_alone(size_t at)
{
    bool others = false;

    for (size_t i = 0; i < at && !others; i++)
        others = files.list[i].module->kept && !files.list[i].alone;
    if (!others || files.list[at].alone)
        return false;
    files.list[at].alone = true;
    files.verdict->tried = at;
    return true;
}

static void keep_all(pTHX)
{
    verdict_t *verdict = files.verdict;

    while (verdict->tried < files.count) {
        size_t from = verdict->tried;

        try(aTHX);
        for (size_t i = from; i < verdict->tried; i++)
            if (verdict->good[i])
                keep_one(aTHX_ & files.list[i], &verdict->status[i]);
            else if (try_alone(i))
                break;
        if (verdict->asked[0])
            show_asked(aTHX);
    }
}

/*
 * Perl is about to free all that it has: so are names that are out of sight,
 * or it would miss their keys.
 */
static void finish(pTHX_ void *owner)
{
    HV *hash;

    if (owner != (void *)PERL_GET_CONTEXT || !PL_perl_destruct_level)
        return;
    hash = newHV();
    hv_ksplit(hash, 64);
    for (mh_module_t *at = mh_module_first(); at; at = at->next) {
        if (!at->kept)
            continue;
        mh_names_give(aTHX_ & at->kept->names, hash);
        at->kept->used = true;
    }
    SvREFCNT_dec_NN(hash);
}

/* The modules that the files use are in sight meanwhile. */
static void keep_with_modules(pTHX)
{
    mh_survey_t before;
    mh_blocks_t blocks;

    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        at->fresh = false;
    mh_mentions_begin(aTHX);
    mh_survey_take(aTHX_ & before);
    mh_symbols_begin(&before, files.list[0].module);
    mh_generations_begin(&before);
    mh_blocks_take(aTHX_ & blocks);
    mh_require_begin();
    keep_all(aTHX);
    mh_require_end();
    hide_all(aTHX);
    mh_blocks_collect(aTHX_ & blocks, files.list[0].module);
    mh_symbols_collect(aTHX_ & before, &before, files.list[0].module);
    mh_module_hide_fresh(aTHX);
    mh_generations_hidden(aTHX);
    mh_survey_free(&before);
}

static void say_refused(pTHX_ SV *refused)
{
    for (size_t i = 0; i < files.count; i++) {
        mh_module_t *module = files.list[i].module;

        if (module->kept)
            continue;
        module->young = files.verdict->young[i];
        module->refused = !module->young;
        sv_catpvf(refused, "%s: %s\n", module->key, files.verdict->why[i]);
    }
}

/*
 * With the same random numbers for each process, the order of hashes would tell
 * how many were made before.
 */
static bool is_possible(pTHX)
{
    return !TAINTING_get && !PL_perldb && PL_hash_rand_bits_enabled != 2 &&
           mh_kept_perl_is_plain();
}

static void find_files(pTHX_ const mh_wire_field_t *modules)
{
    const char *key = mh_wire_next(modules, NULL);
    const char *path;

    files.count = 0;
    while (key && (path = mh_wire_next(modules, key)) && files.count < FILES) {
        if (!mh_module_in_inc(aTHX_ key) && !mh_proof_is_perls(path))
            files.list[files.count++] = (candidate_t){ .module = mh_module(key),
                                                       .path = path };
        key = mh_wire_next(modules, path);
    }
}

void mh_kept_load(pTHX_ const mh_wire_field_t *modules, SV *refused)
{
    int error = errno;
    if (!is_possible(aTHX))
        return;
    mh_kept_take_perl(aTHX);
    find_files(aTHX_ modules);
    files.verdict = mmap(NULL, sizeof(verdict_t), PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (files.count && files.verdict != MAP_FAILED) {
        keep_with_modules(aTHX);
        call_atexit(finish, PERL_GET_CONTEXT);
        say_refused(aTHX_ refused);
    }
    if (files.verdict != MAP_FAILED)
        munmap(files.verdict, sizeof(verdict_t));
    errno = error;
}
