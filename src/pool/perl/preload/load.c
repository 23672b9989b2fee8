/*
 * load.c - loads one module, and takes its packages and symbols out of sight.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/proof.h"

#include <errno.h>
#include <stdlib.h>

#include <XSUB.h>

#include "pool/perl/trace/environ_lock.h"
#include "pool/perl/trace/trace.h"

static struct {
    SV *loader;            /* sub { CORE::require($_[0]) } */
    SV *varied;            /* the same, from elsewhere: see proof.h */
    CV *noter;             /* handler for __DIE__ in a trial */
    bool died;             /* it was called */
    bool calling;          /* a load runs; croak() ends it */
    char unshareable[512]; /* of the load that runs */
} hidden;

/* --- one module --- */

static void unshareable(void *context, const char *what)
{
    dTHX;

    if (!hidden.unshareable[0])
        my_strlcpy(hidden.unshareable, what, sizeof(hidden.unshareable));
    if (!hidden.calling)
        return;
    mh_environ_lock_drop(aTHX);
    croak("%s\n", what);
}

#define ANONYMOUS "__ANON__"

/*
 * Code without a name has a symbol in its package. A script could find it in
 * its own package. True: main has none yet, so hide_anonymous() is due.
 */
static bool lacks_anonymous(pTHX)
{
    return !hv_exists(PL_defstash, ANONYMOUS, strlen(ANONYMOUS));
}

/* The code keeps the symbol. */
static void hide_anonymous(pTHX)
{
    (void)SvREFCNT_inc(hv_delete(PL_defstash, ANONYMOUS, strlen(ANONYMOUS), 0));
}

/* Perl has no function that runs `require` without an override of it. */
static SV *loader(pTHX)
{
    bool lacks = lacks_anonymous(aTHX);

    if (hidden.loader)
        return hidden.loader;
    hidden.loader = newSVsv(
        eval_pv("package main; sub { CORE::require($_[0]) }", TRUE));
    if (lacks)
        hide_anonymous(aTHX);
    return hidden.loader;
}

/*
 * A loader that does the same from a deeper level and another package, with
 * words in @ARGV, and after a pattern that has matched.
 */
static SV *varied_loader(pTHX)
{
    if (!hidden.varied)
        hidden.varied = newSVsv(
            eval_pv("package Mehari::Varied; sub { my $key = $_[0];"
                    " 'varied 12' =~ /(\\w+) (\\d+)/;"
                    " sub { CORE::require($key) }->('varied', 1) }",
                    TRUE));
    return hidden.varied;
}

static void note_call(pTHX_ CV *cv)
{
    dXSARGS;

    PERL_UNUSED_VAR(items);
    *(bool *)XSANY.any_ptr = true;
    XSRETURN_EMPTY;
}

CV *mh_load_noter(pTHX_ bool *called)
{
    bool lacks = lacks_anonymous(aTHX);
    CV *noter;

    ENTER;
    SAVEGENERICSV(PL_curstash);
    PL_curstash = (HV *)SvREFCNT_inc_simple_NN((SV *)PL_defstash);
    noter = newXS(NULL, note_call, __FILE__);
    LEAVE;
    CvXSUBANY(noter).any_ptr = called;
    if (lacks)
        hide_anonymous(aTHX);
    return noter;
}

/* Most loads that die do so in an eval, which only a handler sees. */
static CV *noter(pTHX)
{
    if (!hidden.noter)
        hidden.noter = mh_load_noter(aTHX_ & hidden.died);
    return hidden.noter;
}

bool mh_load_notes(const SV *handler)
{
    return hidden.noter && handler == (const SV *)hidden.noter;
}

static void call_loader(pTHX_ const char *key, bool varied)
{
    SV *code = varied ? varied_loader(aTHX) : loader(aTHX);
    dSP;

    TAINT_NOT;
    PUSHMARK(SP);
    mXPUSHs(newSVpv(key, 0));
    PUTBACK;
    hidden.calling = true;
    call_sv(code, G_SCALAR | G_DISCARD | G_EVAL);
    hidden.calling = false;
}

void mh_load_file(pTHX_ const char *path)
{
    U32 evals = PL_evalseq;

    call_loader(aTHX_ path, false);
    PL_evalseq = evals;
}

/* The first line of the error message. */
static const char *death(pTHX)
{
    static char text[512];

    if (!SvTRUE(ERRSV))
        return NULL;
    my_strlcpy(text, SvPV_nolen(ERRSV), sizeof(text));
    text[strcspn(text, "\n")] = '\0';
    return text;
}

/* Runs the load with the state of a new perl, and restores the present state.
 */
static const char *load(pTHX_ const char *key, mh_whose_e whose, bool varied)
{
    const char *why;

    ENTER;
    SAVETMPS;
    SAVEGENERICSV(PL_diehook);
    PL_diehook = varied ? SvREFCNT_inc_simple_NN((SV *)noter(aTHX)) : NULL;
    SAVEGENERICSV(PL_warnhook);
    PL_warnhook = NULL;
    save_scalar(PL_errgv);
    SAVE_DEFSV;
    SAVESPTR(PL_last_in_gv);
    PL_last_in_gv = PL_stderrgv; /* nobody reads it: see note_input() */
    if (varied)
        mh_proof_vary(aTHX);
    hidden.unshareable[0] = '\0';
    hidden.died = false;
    mh_record_handlers(aTHX);
    mh_trace_set_whose(whose);
    mh_trace_on(unshareable, NULL);
    mh_require_begin();
    call_loader(aTHX_ key, varied);
    why = death(aTHX);
    mh_require_end();
    mh_trace_off();
    mh_trace_set_whose(MH_WHOSE_SCRIPT);
    FREETMPS;
    LEAVE;
    return hidden.unshareable[0] ? hidden.unshareable : why;
}

/* --- what it has brought --- */

typedef struct before_t {
    mh_state_t *state; /* in a trial */
    mh_survey_t survey;
    mh_prior_t prior;
    mh_blocks_t blocks;
    U32 evals;
    U8 warn;
    int error;
} before_t;

static void begin(pTHX_ before_t *before, mh_module_t *top, bool trial)
{
    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        at->fresh = false;
    before->error = errno;
    loader(aTHX);
    if (trial) {
        varied_loader(aTHX);
        noter(aTHX);
    }
    mh_mentions_begin(aTHX);
    before->state = trial ? mh_state_take(aTHX) : NULL;
    mh_survey_take(aTHX_ & before->survey);
    mh_symbols_begin(&before->survey, top);
    mh_generations_begin(&before->survey);
    mh_prior_take(aTHX_ & before->prior, &before->survey);
    mh_blocks_take(aTHX_ & before->blocks);
}

static void take_module(pTHX_ const char *key, SV *path, mh_module_t *top)
{
    mh_module_t *module = mh_module(key);

    if (module->state == MH_MODULE_SHOWN)
        return;
    free(module->path);
    free(module->search);
    module->path = strdup(SvPV_nolen(path));
    module->search = mh_module_search(aTHX);
    if (!module->path || !module->search)
        abort();
    /* The result of an earlier load does not count. */
    mh_proof_free(module->proof);
    module->proof = NULL;
    module->warn = PL_dowarn & (G_WARN_ON | G_WARN_ALL_MASK);
    module->overrides = mh_state_overrides(aTHX);
    if (stat(module->path, &module->status))
        memset(&module->status, 0, sizeof(module->status));
    module->state = MH_MODULE_SHOWN;
    module->group = top;
    module->fresh = true;
}

/*
 * A file with several packages may add their names to %INC; no code asks for
 * these.
 */
static void take_entry(pTHX_ HE *entry, mh_module_t *top)
{
    const char *key = SvPV_nolen(HeSVKEY_force(entry));

    take_module(aTHX_ key, HeVAL(entry), top);
    if (mh_module(key) != top && !mh_module_reaches(top, mh_module(key)))
        mh_module_needs(top, mh_module(key), NULL);
}

/* Takes the files of the load, without those that a hook in @INC has made up.
 */
static void take_modules(pTHX_ const before_t *before, mh_module_t *top)
{
    HV *inc = GvHVn(PL_incgv);
    HE *entry;

    hv_iterinit(inc);
    while ((entry = hv_iternext(inc)))
        if (!hv_exists_ent(before->prior.modules, HeSVKEY_force(entry), 0) &&
            SvPOK(HeVAL(entry)))
            take_entry(aTHX_ entry, top);
    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        for (size_t i = 0; at->fresh && i < at->need_count; i++)
            at->needs[i].failed = !at->needs[i].tied &&
                                  !mh_module_in_inc(
                                      aTHX_ at->needs[i].module->key);
}

/* %INC has what it had; what is new in it are the names of files. */
static const char *check_modules(pTHX_ HV *before)
{
    HV *now = GvHVn(PL_incgv);
    HE *entry;

    hv_iterinit(before);
    while ((entry = hv_iternext(before))) {
        const HE *other = hv_fetch_ent(now, HeSVKEY_force(entry), 0, 0);

        if (!other || !sv_eq(HeVAL(other), HeVAL(entry)))
            return "changes %INC";
    }
    hv_iterinit(now);
    while ((entry = hv_iternext(now)))
        if (!hv_exists_ent(before, HeSVKEY_force(entry), 0) &&
            !SvPOK(HeVAL(entry)))
            return "leaves in %INC what is no file";
    return NULL;
}

static const char *check(pTHX_ const before_t *before, const mh_survey_t *after,
                         const mh_module_t *module, const char *path)
{
    const char *why;

    if (module->state != MH_MODULE_SHOWN)
        return "is made by a hook in @INC";
    if (path && strNE(path, module->path))
        return "is in another folder";
    why = check_modules(aTHX_ before->prior.modules);
    if (!why)
        why = mh_state_compare(aTHX_ before->state);
    return why ? why : mh_state_symbols(aTHX_ & before->survey, after);
}

/* True if each file of the load is perl's own. */
static const char *find_foreign(void)
{
    for (const mh_module_t *at = mh_module_first(); at; at = at->next)
        if (at->fresh && at->path && !mh_proof_is_perls(at->path))
            return "is not perl's own: name it in the pool's preload";
    return NULL;
}

/* Proves by its inputs and its result that the load depends on nothing. */
static const char *prove(pTHX_ const before_t *before, const mh_survey_t *after,
                         mh_module_t *module, mh_load_result_t *result)
{
    result->digest = mh_proof_digest(aTHX_ & before->survey, after);
    result->dies = hidden.died || mh_record_sets_handlers();
    module->proof = mh_proof_new(aTHX_ & before->prior);
    if (result->digest == MH_DIGEST_NONE)
        return "brings more than can be compared";
    return find_foreign();
}

static const char *say_changed(const char *package)
{
    static char text[256];

    snprintf(text, sizeof(text), "replaces or changes what is in %s", package);
    return text;
}

static void end(pTHX_ before_t *before, mh_survey_t *after)
{
    if (before->state)
        mh_state_free(aTHX_ before->state);
    mh_survey_free(&before->survey);
    mh_survey_free(after);
    mh_prior_free(aTHX_ & before->prior);
    PL_evalseq = before->evals;
    PL_dowarn = before->warn;
    errno = before->error;
}

const char *mh_module_load(pTHX_ mh_module_t *module, const char *path,
                           mh_whose_e whose, bool trial,
                           mh_load_result_t *result)
{
    before_t before = { .evals = PL_evalseq, .warn = PL_dowarn };
    bool unasked = whose == MH_WHOSE_MODULE;
    mh_survey_t after;
    const char *changed;
    const char *barred = NULL;
    const char *why;

    begin(aTHX_ & before, module, trial);
    if (unasked)
        mh_record_begin(aTHX);
    why = load(aTHX_ module->key, whose, unasked && trial);
    if (unasked)
        barred = mh_record_end(aTHX);
    take_modules(aTHX_ & before, module);
    mh_survey_take(aTHX_ & after);
    changed = mh_symbols_merge(aTHX_ module);
    if (!why && trial)
        why = check(aTHX_ & before, &after, module, path);
    if (!why && changed)
        why = say_changed(changed);
    if (!why)
        why = barred;
    if (!why && unasked)
        why = prove(aTHX_ & before, &after, module, result);
    module->barred = why != NULL;
    mh_generations_collect(&before.survey, &after, module);
    mh_blocks_collect(aTHX_ & before.blocks, module);
    mh_symbols_collect(aTHX_ & before.survey, &after, module);
    mh_mentions_collect(aTHX_ & before.survey, &after, module);
    mh_module_hide_fresh(aTHX);
    mh_generations_hidden(aTHX);
    end(aTHX_ & before, &after);
    return why;
}
