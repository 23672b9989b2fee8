/*
 * hidden_load.c - loads one module, and takes out of sight what it has brought.
 */
#define PERL_NO_GET_CONTEXT
#include "exact/hidden_proof.h"

#include <errno.h>
#include <stdlib.h>

#include "exact/witness.h"

static struct {
    SV *loader;     /* sub { CORE::require($_[0]) } */
    SV *varied;     /* the same, from elsewhere: see hidden_proof.h */
    bool calling;   /* it runs: what it does can be ended by croak() */
    char told[512]; /* of the load that runs */
} hidden;

/* --- one module --- */

static void told(void *context, const char *what)
{
    dTHX;

    if (!hidden.told[0])
        my_strlcpy(hidden.told, what, sizeof(hidden.told));
    if (hidden.calling)
        croak("%s\n", what);
}

/* Perl has no function that runs `require` and not an override of it. */
static SV *loader(pTHX)
{
    if (!hidden.loader)
        hidden.loader = newSVsv(eval_pv("sub { CORE::require($_[0]) }", TRUE));
    return hidden.loader;
}

/* Deeper, from another package, with words, and a pattern that has matched. */
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

/* The first line of what it died of. */
static const char *death(pTHX)
{
    static char text[512];

    if (!SvTRUE(ERRSV))
        return NULL;
    my_strlcpy(text, SvPV_nolen(ERRSV), sizeof(text));
    text[strcspn(text, "\n")] = '\0';
    return text;
}

/* Runs with what a fresh perl would have, and leaves these as they were. */
static const char *load(pTHX_ const char *key, mh_whose_e whose, bool varied)
{
    const char *why;

    ENTER;
    SAVETMPS;
    SAVEGENERICSV(PL_diehook);
    PL_diehook = NULL;
    SAVEGENERICSV(PL_warnhook);
    PL_warnhook = NULL;
    save_scalar(PL_errgv);
    SAVE_DEFSV;
    SAVESPTR(PL_last_in_gv);
    if (varied)
        mh_proof_vary(aTHX);
    hidden.told[0] = '\0';
    mh_witness_set_whose(whose);
    mh_witness_on(told, NULL);
    mh_require_begin();
    call_loader(aTHX_ key, varied);
    why = death(aTHX);
    mh_require_end();
    mh_witness_off();
    mh_witness_set_whose(MH_WHOSE_SCRIPT);
    FREETMPS;
    LEAVE;
    return hidden.told[0] ? hidden.told : why;
}

/* --- what it has brought --- */

typedef struct before_t {
    mh_state_t *state; /* in a trial */
    mh_survey_t survey;
    UV modules; /* %INC and @INC, for a proof */
    HV *inc;
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
    if (trial)
        varied_loader(aTHX);
    before->state = trial ? mh_state_take(aTHX) : NULL;
    mh_survey_take(aTHX_ & before->survey);
    mh_symbols_begin(&before->survey, top);
    before->modules = mh_proof_modules(aTHX);
    before->inc = newHVhv(GvHVn(PL_incgv));
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
    module->warn = PL_dowarn & (G_WARN_ON | G_WARN_ALL_MASK);
    module->overrides = mh_state_overrides(aTHX);
    if (stat(module->path, &module->status))
        memset(&module->status, 0, sizeof(module->status));
    module->state = MH_MODULE_SHOWN;
    module->group = top;
    module->fresh = true;
}

/* Without what a hook in @INC has made up, which is no file. */
static void take_modules(pTHX_ const before_t *before, mh_module_t *top)
{
    HV *inc = GvHVn(PL_incgv);
    HE *entry;

    hv_iterinit(inc);
    while ((entry = hv_iternext(inc)))
        if (!hv_exists_ent(before->inc, HeSVKEY_force(entry), 0) &&
            SvPOK(HeVAL(entry)))
            take_module(aTHX_ SvPV_nolen(HeSVKEY_force(entry)), HeVAL(entry),
                        top);
    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        for (size_t i = 0; at->fresh && i < at->need_count; i++)
            at->needs[i].failed = !at->needs[i].tied &&
                                  !mh_module_in_inc(
                                      aTHX_ at->needs[i].module->key);
}

static const char *check(pTHX_ const before_t *before, const mh_survey_t *after,
                         const mh_module_t *module, const char *path)
{
    const char *why;

    if (module->state != MH_MODULE_SHOWN)
        return "is made by a hook in @INC";
    if (path && strNE(path, module->path))
        return "is found elsewhere";
    why = mh_state_compare(aTHX_ before->state);
    return why ? why : mh_state_symbols(aTHX_ & before->survey, after);
}

/* Each file of it is perl's own. */
static const char *find_foreign(void)
{
    for (const mh_module_t *at = mh_module_first(); at; at = at->next)
        if (at->fresh && at->path && !mh_proof_is_perls(at->path))
            return "is not perl's own: name it in the pool's preload";
    return NULL;
}

/* That it depends on nothing: what it looked at, and what came of it. */
static const char *prove(pTHX_ const before_t *before, const mh_survey_t *after,
                         mh_module_t *module, UV *digest)
{
    *digest = mh_proof_digest(aTHX_ & before->survey, after);
    module->proof = mh_proof_new(aTHX_ & before->survey, before->modules);
    if (*digest == MH_DIGEST_NONE)
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
    SvREFCNT_dec(before->inc);
    PL_evalseq = before->evals;
    PL_dowarn = before->warn;
    errno = before->error;
}

const char *mh_module_load(pTHX_ mh_module_t *module, const char *path,
                           mh_whose_e whose, bool trial, UV *digest)
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
        why = prove(aTHX_ & before, &after, module, digest);
    module->barred = why != NULL;
    mh_blocks_collect(aTHX_ & before.blocks, module);
    mh_symbols_collect(aTHX_ & before.survey, &after, module);
    mh_module_hide_fresh(aTHX);
    end(aTHX_ & before, &after);
    return why;
}
