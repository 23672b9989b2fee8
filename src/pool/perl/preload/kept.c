/*
 * kept.c - compiles a site's files ahead of their `require`: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pool/perl/preload/perls.h"
#include "pool/perl/preload/trial.h"

/* Limit on files of one script. */
#define FILES 256
/* Limit on the bytes of one file: compiled code takes ten times as many. */
#define BYTES (4 << 20)
/* Seconds after which no file system gives a changed file an old date. */
#define SETTLED 2

/* Passes of trials: each finds modules that the files use. */
#define PASSES 8
/* Files that one fork tries, if all are good: a fork costs as much as compiling
 * a file. After one that is not good, those before it are compiled again. */
#define TOGETHER 8
/* Seconds for all of them: less than half of the least start-timeout. */
#define TRIAL_SECONDS 4
/* Bytes of their keys. */
#define ASKED 16384

/* A file that may be kept. */
typedef struct candidate_t {
    mh_module_t *module;
    mh_asking_e way;
    SV *package; /* name of the package that asks for it */
    const char *path;
} candidate_t;

/* A trial's findings about a file. */
typedef struct finding_t {
    bool tried;
    bool good;
    bool alone; /* needs a trial without the files before it */
    bool asks;  /* for modules that have to be shown first */
    bool young; /* changed just now */
    struct stat status;
    char why[128];
} finding_t;

/* In memory shared with the trials. */
typedef struct verdict_t {
    finding_t file[FILES];
    char asked[ASKED]; /* keys of modules, each with a NUL */
    size_t asked_size;
    size_t shown_size; /* of them, in the order in which they were shown */
    bool again;        /* a file that was good is not, beside others */
    bool over;         /* the pass: at its end, or a file asks for modules */
    bool hidden;       /* all could be taken out of sight again */
    char left[128];    /* or a name that could not */
} verdict_t;

static struct {
    time_t until; /* the monotonic clock's, for trials */
    candidate_t list[FILES];
    size_t count;
    verdict_t *verdict;
    finding_t *current; /* of the file that is tried */
    size_t together;    /* files that this trial has found good; 0: no trial */
    mh_survey_t sight;  /* names that are in sight, if they are known */
    bool known;
} files;

/* A second change soon after this one would leave the same date. */
bool mh_kept_is_settled(const struct stat *status)
{
    return S_ISREG(status->st_mode) && status->st_size <= BYTES &&
           status->st_ctim.tv_sec + SETTLED <= time(NULL);
}

/* --- one file --- */

static bool was_asked(const char *key)
{
    const verdict_t *verdict = files.verdict;
    const char *end = verdict->asked + verdict->asked_size;

    for (const char *at = verdict->asked; at < end; at += strlen(at) + 1)
        if (strEQ(at, key))
            return true;
    return false;
}

static void note_asked(const char *key)
{
    verdict_t *verdict = files.verdict;
    size_t size = strlen(key) + 1;

    files.current->asks = true;
    if (was_asked(key) || verdict->asked_size + size > ASKED)
        return;
    memcpy(verdict->asked + verdict->asked_size, key, size);
    verdict->asked_size += size;
}

static void forget_sight(void)
{
    if (files.known)
        mh_survey_free(&files.sight);
    files.known = false;
}

/* A survey of all names takes as long as compiling a small file. */
static const mh_survey_t *look_around(pTHX)
{
    if (!files.known)
        mh_survey_take(aTHX_ & files.sight);
    files.known = true;
    return &files.sight;
}

/* Compiles a file; its names are in sight then. NULL, or why it cannot be kept.
 */
static const char *compile(pTHX_ mh_kept_t *kept, const char *key,
                           mh_survey_t *after, void (*asks)(const char *key))
{
    const mh_survey_t *before = look_around(aTHX);
    const char *why = mh_kept_compile(aTHX_ kept, key, before, asks);

    if (why)
        return why;
    mh_survey_take(aTHX_ after);
    why = mh_stages_collect(aTHX_ after);
    if (!why)
        mh_globs_collect(aTHX_ kept, before, after);
    return why;
}

static void hide(pTHX_ const mh_kept_t *kept)
{
    mh_stages_hide(aTHX_ kept);
    mh_globs_hide(&kept->globs);
}

static void show(pTHX_ const mh_kept_t *kept)
{
    mh_stages_show(aTHX_ kept);
    mh_globs_show(&kept->globs);
}

/* A file that is in sight counts as loaded for those that use it. */
static void hide_file(pTHX_ const mh_module_t *module)
{
    hide(aTHX_ module->kept);
    (void)hv_delete(GvHVn(PL_incgv), module->key, (I32)strlen(module->key),
                    G_DISCARD);
}

void mh_kept_count_as_loaded(pTHX_ const mh_module_t *module)
{
    (void)hv_store(GvHVn(PL_incgv), module->key, (I32)strlen(module->key),
                   newSVpv(module->kept->path, 0), 0);
}

static void show_file(pTHX_ const mh_module_t *module)
{
    show(aTHX_ module->kept);
    mh_kept_count_as_loaded(aTHX_ module);
}

/* NULL if nothing of the file can be seen while its names are out of sight. */
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
    mh_names_free(aTHX_ & left);
    mh_survey_free(&after);
    show(aTHX_ kept);
    return why;
}

/* The files of a trial of several are in sight together, as in a script. */
static void hide_all(pTHX)
{
    forget_sight();
    for (size_t i = files.count; i-- > 0;) {
        const mh_module_t *module = files.list[i].module;

        if (module->kept && !files.verdict->file[i].alone)
            hide_file(aTHX_ module);
    }
}

static void show_all(pTHX)
{
    forget_sight();
    for (size_t i = 0; i < files.count; i++) {
        const mh_module_t *module = files.list[i].module;

        if (module->kept && !files.verdict->file[i].alone)
            show_file(aTHX_ module);
    }
}

/* NULL: the package that asks for the file is not there. */
static mh_kept_t *new_kept(pTHX_ const candidate_t *file)
{
    bool own_package = mh_asking_does_not_matter(file->path);
    HV *package = own_package ? PL_defstash : gv_stashsv(file->package, 0);
    mh_kept_t *kept = package ? calloc(1, sizeof(mh_kept_t)) : NULL;

    if (!package)
        return NULL;
    if (!kept || !(kept->path = strdup(file->path)))
        abort();
    kept->asking = (mh_asking_t){ file->way, package };
    kept->own_package = own_package;
    return kept;
}

static bool is_as_before(const candidate_t *file, const finding_t *finding)
{
    struct stat now;

    return !stat(file->path, &now) && mh_kept_same(&finding->status, &now);
}

/* The file's names are in sight from here on, as in a script. */
static void take(pTHX_ const candidate_t *file, mh_kept_t *kept,
                 const finding_t *finding)
{
    kept->status = finding->status;
    file->module->kept = kept;
    if (finding->alone)
        return;
    mh_kept_count_as_loaded(aTHX_ file->module);
}

static void set_sight(const mh_survey_t *sight)
{
    forget_sight();
    files.sight = *sight;
    files.known = true;
}

/* The file's names are in sight after it, if they can be kept. */
static const char *try_one(pTHX_ const candidate_t *file, finding_t *finding)
{
    mh_survey_t sight;
    mh_kept_t *kept;
    const char *why;

    if (stat(file->path, &finding->status) ||
        !mh_kept_is_settled(&finding->status)) {
        finding->young = true;
        return "has changed just now";
    }
    if (finding->alone)
        hide_all(aTHX);
    kept = new_kept(aTHX_ file);
    if (!kept)
        return "is asked for from a package that is not there";
    why = compile(aTHX_ kept, file->module->key, &sight, note_asked);
    if (!why)
        why = check_hidden(aTHX_ kept, look_around(aTHX));
    if (!why && !is_as_before(file, finding))
        why = "has changed just now";
    if (why)
        return why;
    set_sight(&sight);
    take(aTHX_ file, kept, finding);
    return NULL;
}

/*
 * False: the file or something else has changed since its trial, and may have
 * left state that no request may see.
 */
static bool keep(pTHX_ const candidate_t *file, const finding_t *finding)
{
    mh_survey_t sight;
    mh_kept_t *kept;

    if (finding->alone)
        hide_all(aTHX);
    kept = new_kept(aTHX_ file);
    if (!kept)
        return false;
    if (compile(aTHX_ kept, file->module->key, &sight, NULL) ||
        !is_as_before(file, finding)) {
        free(kept->path);
        free(kept);
        return false;
    }
    set_sight(&sight);
    if (finding->alone) {
        hide(aTHX_ kept);
        show_all(aTHX);
    }
    take(aTHX_ file, kept, finding);
    return true;
}

/* --- many files, first in forks --- */

static bool wait_for(pid_t pid)
{
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    return pid > 0;
}

/* Ends the process if the file is not good, because such a file may leave state
 * that changes the next one. */
static void try_here(pTHX_ const candidate_t *file, finding_t *finding)
{
    const char *why;

    files.current = finding;
    why = try_one(aTHX_ file, finding);
    finding->good = !why && !finding->asks;
    my_strlcpy(finding->why, why ? why : "", sizeof(finding->why));
    if (!finding->good || finding->alone)
        _exit(0);
}

/* True in a process in which the file is good, beside the others: it goes on
 * with the next. False: a fork has ended. */
static bool try_in_fork(pTHX_ const candidate_t *file, finding_t *finding)
{
    pid_t pid;

    *finding = (finding_t){ .tried = true, .alone = finding->alone };
    my_strlcpy(finding->why, "ends the process", sizeof(finding->why));
    if (files.together && files.together < TOGETHER && !finding->alone) {
        try_here(aTHX_ file, finding);
        files.together++;
        return true;
    }
    pid = mh_trial_fork();
    if (pid == 0) {
        try_here(aTHX_ file, finding);
        files.together = 1;
        return true;
    }
    (void)wait_for(pid);
    return false;
}

static time_t now(void)
{
    struct timespec time = { 0 };

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/* True: see above. */
static bool try_next(pTHX_ const candidate_t *file, finding_t *finding)
{
    if (now() < files.until) {
        (void)look_around(aTHX);
        finding->alone = false;
        return try_in_fork(aTHX_ file, finding);
    }
    *finding = (finding_t){ .tried = true };
    my_strlcpy(finding->why, "others have taken too long",
               sizeof(finding->why));
    return false;
}

/*
 * Of two files with the same names (two languages, for example) a script loads
 * only one. So the second file is tried without the first.
 */
static void try_alone(pTHX_ const candidate_t *file, finding_t *finding)
{
    finding_t together = *finding;

    if (finding->good || finding->asks || finding->young ||
        file == files.list || now() >= files.until)
        return;
    finding->alone = true;
    (void)try_in_fork(aTHX_ file, finding);
    if (!finding->good && !finding->asks)
        *finding = together;
}

/* A file that was good in another trial has only to be compiled again. */
static void keep_or_end(pTHX_ const candidate_t *file, finding_t *finding)
{
    if (!finding->good || keep(aTHX_ file, finding))
        return;
    finding->good = false;
    files.verdict->again = true;
    _exit(0);
}

/* The process ends then, so that it does not matter what the files leave. */
static _Noreturn void ask_all(pTHX_ size_t from)
{
    finding_t none;

    files.current = &none;
    for (size_t i = from; i < files.count && now() < files.until; i++) {
        const candidate_t *file = &files.list[i];
        mh_kept_t *kept = file->module->kept ? NULL : new_kept(aTHX_ file);

        if (!kept || mh_kept_compile(aTHX_ kept, file->module->key,
                                     look_around(aTHX), note_asked))
            continue;
        file->module->kept = kept;
        mh_kept_count_as_loaded(aTHX_ file->module);
    }
    _exit(0);
}

/* Finds the modules that the other files use, so that the next pass shows them
 * all. */
static void find_asked(pTHX_ size_t from)
{
    pid_t pid = mh_trial_fork();

    if (pid == 0)
        ask_all(aTHX_ from);
    (void)wait_for(pid);
}

/*
 * Goes through all files, with the good ones in sight, to the first that asks
 * for a module. True in the process that comes to the end. False: a fork has
 * come to an end.
 */
static bool try_all(pTHX)
{
    for (size_t i = 0; i < files.count; i++) {
        const candidate_t *file = &files.list[i];
        finding_t *finding = &files.verdict->file[i];

        if (!finding->tried && try_next(aTHX_ file, finding))
            continue;
        if (files.verdict->over || files.verdict->again)
            return false;
        try_alone(aTHX_ file, finding);
        if (finding->asks) {
            files.verdict->over = true;
            find_asked(aTHX_ i + 1);
            return false;
        }
        keep_or_end(aTHX_ file, finding);
    }
    files.verdict->over = true;
    return true;
}

/* Files that were not good may be so beside modules that are shown now. */
static void begin_pass(void)
{
    files.verdict->over = files.verdict->again = false;
    for (size_t i = 0; i < files.count; i++)
        files.verdict->file[i].tried = files.verdict->file[i].good;
}

/* Modules that cannot be shown keep their files from being kept. */
static void show_asked(pTHX_ size_t from)
{
    verdict_t *verdict = files.verdict;
    const char *end = verdict->asked + verdict->asked_size;

    for (const char *at = verdict->asked + from; at < end;
         at += strlen(at) + 1) {
        mh_module_t *module = mh_module(at);

        module->withheld = module->state != MH_MODULE_HIDDEN ||
                           !mh_module_show(aTHX_ module);
    }
    verdict->shown_size = verdict->asked_size;
    forget_sight();
}

/*
 * All modules that the files use are shown before any file is compiled here,
 * because names must go out of sight in reverse order. Returns in the process
 * that has all good files in sight; the others end.
 */
static bool try_until_found(pTHX)
{
    for (int pass = 0; pass < PASSES; pass++) {
        pid_t pid;

        begin_pass();
        pid = mh_trial_fork();
        if (pid == 0 && try_all(aTHX))
            return true;
        if (!wait_for(pid)) /* in a fork, or there is none */
            break;
        if (files.verdict->again)
            continue;
        if (files.verdict->asked_size == files.verdict->shown_size)
            break;
        show_asked(aTHX_ files.verdict->shown_size);
    }
    _exit(0);
}

static bool keep_good(pTHX)
{
    show_asked(aTHX_ 0);
    for (size_t i = 0; i < files.count; i++)
        if (files.verdict->file[i].good &&
            !keep(aTHX_ & files.list[i], &files.verdict->file[i]))
            return false;
    return true;
}

/* Shows and compiles the modules and files that were found, or finds them. */
static bool keep_all(pTHX_ bool found)
{
    bool good = found ? keep_good(aTHX) : try_until_found(aTHX);

    if (good)
        hide_all(aTHX);
    return good;
}

void mh_kept_free(pTHX)
{
    HV *hash = newHV();

    hv_ksplit(hash, 64);
    for (mh_module_t *at = mh_module_first(); at; at = at->next) {
        if (!at->kept)
            continue;
        for (size_t i = 0; i < at->kept->stage_count; i++)
            mh_names_give(aTHX_ & at->kept->stages[i].names, hash);
        at->kept->run = at->kept->stage_count;
    }
    SvREFCNT_dec_NN(hash);
}

static void note_left(const mh_kept_names_t *left, const char *why)
{
    const mh_kept_entry_t *entry = left->entries;
    const mh_kept_slot_t *slot = left->slots;

    if (why)
        my_strlcpy(files.verdict->left, why, sizeof(files.verdict->left));
    else if (entry || slot)
        snprintf(files.verdict->left, sizeof(files.verdict->left), "%s::%s",
                 HvNAME_get(entry ? entry->stash : slot->stash),
                 entry ? HeKEY(entry->entry) : GvNAME(slot->gv));
}

/* Nothing new may be in sight, or a request would see it. */
static bool is_same(pTHX_ const mh_survey_t *before)
{
    mh_kept_names_t left = { 0 };
    mh_survey_t after;
    const char *why;
    bool same;

    mh_survey_take(aTHX_ & after);
    why = mh_names_collect(aTHX_ & left, before, &after);
    same = !why && !left.entry_count && !left.slot_count;
    note_left(&left, why);
    mh_names_free(aTHX_ & left);
    mh_survey_free(&after);
    return same;
}

/*
 * The modules that the files use are in sight meanwhile. False: something could
 * not be kept, or is not out of sight again.
 */
static bool keep_with_modules(pTHX_ bool found)
{
    const U32 evals = PL_evalseq;
    const U8 warn = PL_dowarn;
    GV *const last_in = PL_last_in_gv;
    mh_survey_t first;
    mh_blocks_t blocks;
    bool good;

    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        at->fresh = false;
    mh_survey_take(aTHX_ & first);
    mh_symbols_reversible(&first);
    mh_generations_begin(&first);
    mh_blocks_take(aTHX_ & blocks);
    mh_require_begin();
    good = keep_all(aTHX_ found);
    mh_require_end(aTHX);
    mh_blocks_collect(aTHX_ & blocks, files.list[0].module);
    mh_module_hide_fresh(aTHX);
    mh_generations_detach(aTHX);
    mh_symbols_reversible(NULL);
    mh_generations_hidden(aTHX);
    good = good && is_same(aTHX_ & first);
    mh_survey_free(&first);
    PL_evalseq = evals;
    PL_dowarn = warn;
    PL_last_in_gv = last_in;
    return good;
}

/*
 * All of it is done in a fork first, which finds the modules and the good
 * files. A process with another result cannot be used.
 */
static void keep_tried(pTHX)
{
    pid_t pid = mh_trial_fork();

    if (pid == 0) {
        files.verdict->hidden = keep_with_modules(aTHX_ false);
        _exit(0);
    }
    if (wait_for(pid) && files.verdict->hidden &&
        !keep_with_modules(aTHX_ true))
        _exit(1);
}

static void say_refused(pTHX_ SV *refused)
{
    for (size_t i = 0; i < files.count; i++) {
        mh_module_t *module = files.list[i].module;
        const char *why = files.verdict->file[i].why;

        if (module->kept)
            continue;
        module->young = files.verdict->file[i].young;
        module->refused = !module->young;
        if (why[0])
            sv_catpvf(refused, "%s: %s\n", module->key, why);
        else
            sv_catpvf(refused,
                      "%s: leaves with others what cannot be hidden: %s\n",
                      module->key, files.verdict->left);
    }
}

/*
 * If each process had the same random numbers, the order of a hash would show
 * how many hashes were made before.
 */
static bool is_possible(pTHX)
{
    return !PL_perldb && PL_hash_rand_bits_enabled != 2 &&
           mh_kept_perl_is_plain();
}

static void find_files(pTHX_ const mh_wire_field_t *modules)
{
    const char *key = mh_wire_next(modules, NULL);
    const char *text;

    files.until = now() + TRIAL_SECONDS;
    files.count = 0;
    while (key && (text = mh_wire_next(modules, key)) && files.count < FILES) {
        candidate_t *file = &files.list[files.count];

        file->module = mh_module(key);
        file->package = newSVpvs_flags("", SVs_TEMP);
        file->path = mh_asking_read(aTHX_ text, &file->way, file->package);
        if (file->path && !mh_module_in_inc(aTHX_ key) &&
            file->module->state != MH_MODULE_HIDDEN)
            files.count++;
        key = mh_wire_next(modules, text);
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
        keep_tried(aTHX);
        say_refused(aTHX_ refused);
    }
    if (files.verdict != MAP_FAILED)
        munmap(files.verdict, sizeof(verdict_t));
    errno = error;
}
