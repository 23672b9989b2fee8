/*
 * stage.c - the stages in which a file is compiled ahead: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <errno.h>

#include "shared/memory.h"

/* Parents that a package had before a block that runs again. */
typedef struct parents_t {
    HV *package;
    SSize_t count;
} parents_t;

/* Of the file that is compiled. */
static struct {
    mh_kept_t *kept;
    const mh_survey_t *before; /* the file */
    mh_survey_t begun;         /* names before the last block */
    mh_survey_t done;          /* and after it, if it has run */
    bool ran;
    SSize_t ends; /* END blocks at the begin of the stage */
    HV *package;  /* of the last block */
    U32 number;   /* of that package before it */
    U32 added;    /* by it */
    parents_t *parents;
    size_t parent_count;
} now;

static mh_kept_stage_t *stage(void)
{
    return &now.kept->stages[now.kept->stage_count - 1];
}

static void begin_stage(pTHX_ const mh_survey_t *before,
                        const mh_survey_t *file)
{
    mh_kept_t *kept = now.kept;

    kept->stages = mh_grow(kept->stages,
                           (kept->stage_count + 1) * sizeof(mh_kept_stage_t));
    kept->stages[kept->stage_count++] = (mh_kept_stage_t){ .need_count = 0 };
    now.ends = mh_names_ends(aTHX);
    mh_kept_words_begin(aTHX_ & stage()->words, before, file);
}

static void free_surveys(void)
{
    mh_survey_free(&now.begun);
    mh_survey_free(&now.done);
    now.begun = now.done = (mh_survey_t){ 0 };
}

void mh_stages_begin(pTHX_ mh_kept_t *kept, const mh_survey_t *before)
{
    free_surveys();
    free(now.parents);
    now.kept = kept;
    now.before = before;
    now.parents = NULL;
    now.parent_count = 0;
    begin_stage(aTHX_ before, NULL);
}

/* The survey of the names that were there before the stage. */
static const mh_survey_t *names_before(void)
{
    return now.kept->stage_count > 1 ? &now.begun : now.before;
}

/* The names after the last block. */
static const mh_survey_t *names_of_block(void)
{
    return now.ran ? &now.done : &now.begun;
}

/* code: of the file. */
static const char *collect(pTHX_ const mh_survey_t *after, const CV *code)
{
    mh_kept_names_t *names = &stage()->names;
    const char *why = mh_names_collect(aTHX_ names, names_before(), after);

    mh_names_collect_ends(aTHX_ names, now.ends);
    mh_names_collect_code(aTHX_ names, names_before(), after, code);
    if (now.kept->stage_count > 1)
        mh_names_mark_again(names, names_of_block(), now.package, now.added);
    stage()->need_count = now.kept->need_count;
    return why;
}

const char *mh_stages_collect(pTHX_ const mh_survey_t *after)
{
    const char *why = collect(aTHX_ after, now.kept->code);

    free_surveys();
    return why;
}

/* --- a block that runs again --- */

static void note_parents(pTHX_ HV *package)
{
    const AV *parents = mh_parents_of(aTHX_ package);

    now.parents = mh_grow(now.parents,
                          (now.parent_count + 1) * sizeof(parents_t));
    now.parents[now.parent_count++] =
        (parents_t){ package, parents ? AvFILLp(parents) + 1 : 0 };
}

/* Variables that compile.c makes local, under any name. */
typedef struct locals_t {
    const GP *list[MH_KEPT_VARIABLES + 3];
    size_t count;
} locals_t;

static void find_locals(pTHX_ locals_t *locals)
{
    *locals = (locals_t){ { GvGP(PL_errgv), GvGP(PL_defgv), GvGP(PL_incgv) },
                          3 };
    for (size_t i = 0; i < MH_KEPT_VARIABLES; i++) {
        const GV *variable = mh_effects_variable(aTHX_ i);

        if (variable)
            locals->list[locals->count++] = GvGP(variable);
    }
}

static bool is_local(const locals_t *locals, const SV *symbol)
{
    const GP *gp = isGV_with_GP(symbol) ? GvGP((const GV *)symbol) : NULL;

    for (size_t i = 0; gp && i < locals->count; i++)
        if (gp == locals->list[i])
            return true;
    return false;
}

static void put_back(mh_slots_t *slots)
{
    const mh_slots_t *old = mh_survey_find(now.before, slots->stash,
                                           slots->key);
    const HEK *key = slots->key;

    if (!old)
        return;
    *slots = *old;
    slots->key = key;
}

/* Local variables count as they were before. */
static void take_survey(pTHX_ mh_survey_t *survey)
{
    locals_t locals;

    find_locals(aTHX_ & locals);
    mh_survey_take(aTHX_ survey);
    for (size_t i = 0; i < survey->count; i++)
        if (survey->list[i].key && is_local(&locals, survey->list[i].symbol))
            put_back(&survey->list[i]);
}

/* If the block cannot run again, the file's compilation ends here. */
void mh_stages_enter_block(pTHX_ CV *code)
{
    int error = errno;
    mh_survey_t begun;
    const char *why;

    mh_kept_words_end(aTHX);
    take_survey(aTHX_ & begun);
    why = collect(aTHX_ & begun, PL_compcv);
    free_surveys();
    now.begun = begun;
    if (why)
        croak("%s\n", why);
    mh_begin_take(aTHX_ & stage()->begin, code, error);
    note_parents(aTHX_ PL_curstash);
    now.package = PL_curstash;
    now.number = mh_generation_of(PL_curstash);
    now.ran = false;
}

void mh_stages_check_own_block(pTHX_ const char *why)
{
    const char *other = mh_own_block_check_names(aTHX_ now.kept);

    if (other)
        croak("%s, and %s\n", why, other);
}

void mh_stages_import(const CV *code)
{
    stage()->begin.import = code;
}

/*
 * base.pm gives a class without a $VERSION this one. The class has its own when
 * the block runs again.
 */
static void forget_version(pTHX_ const mh_slots_t *slots)
{
    const mh_slots_t *old;

    if (!slots->key || strNE(HEK_KEY(slots->key), "VERSION") ||
        !slots->scalar || !SvPOK(slots->scalar) ||
        strNE(SvPVX(slots->scalar), "-1, set by base.pm"))
        return;
    old = mh_survey_find(&now.begun, slots->stash, slots->key);
    if (!old || old->sum != slots->sum)
        SvOK_off(slots->scalar);
}

void mh_stages_take_block(pTHX)
{
    now.ran = stage()->begin.imports = true;
    take_survey(aTHX_ & now.done);
    for (size_t i = 0; i < now.done.count; i++)
        forget_version(aTHX_ & now.done.list[i]);
}

void mh_stages_leave_block(pTHX)
{
    now.added = mh_generation_of(now.package) - now.number;
    begin_stage(aTHX_ names_of_block(), now.before);
    errno = MH_ERROR_STAYS;
}

/* The magic of @ISA tells perl that the list has changed. */
static void take_parents_back(pTHX_ const parents_t *before)
{
    AV *parents = mh_parents_of(aTHX_ before->package);
    U32 number = mh_generation_of(before->package);

    if (!parents || AvFILLp(parents) < before->count)
        return;
    av_fill(parents, before->count - 1);
    mg_set((SV *)parents);
    mh_generation_set(aTHX_ before->package, number);
}

void mh_stages_end(pTHX)
{
    mh_kept_words_end(aTHX);
    while (now.parent_count)
        take_parents_back(aTHX_ & now.parents[--now.parent_count]);
}

bool mh_stages_run_again(void)
{
    return now.kept->stage_count > 1;
}

/* --- all names of a file --- */

void mh_stages_hide(pTHX_ const mh_kept_t *kept)
{
    for (size_t i = kept->stage_count; i-- > 0;)
        mh_names_hide(aTHX_ & kept->stages[i].names);
}

void mh_stages_show(pTHX_ const mh_kept_t *kept)
{
    for (size_t i = 0; i < kept->stage_count; i++)
        mh_names_show(aTHX_ & kept->stages[i].names, false);
}
