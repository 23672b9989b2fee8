/*
 * load.c - loads one module, and takes its packages and symbols out of sight.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/part.h"

#include <errno.h>
#include <stdlib.h>

#include <XSUB.h>

#include "pool/perl/environ/lock.h"
#include "pool/perl/trace/trace.h"

static struct {
    SV *loader;    /* sub { CORE::require($_[0]) } */
    SV *doer;      /* sub { CORE::do($_[0]) } */
    CV *die_noter; /* handlers in a trial */
    CV *warn_noter;
    mh_noted_t died; /* the first was called */
    mh_noted_t warned;
    bool calling;          /* a load runs; croak() may leave it so */
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
 * Code without a name has the symbol __ANON__ in its package. A script could
 * find that symbol in main. True: main has none yet, so our code's symbol must
 * be hidden.
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
    hidden.doer = newSVsv(
        eval_pv("package main; sub { CORE::do($_[0]) }", TRUE));
    if (lacks)
        hide_anonymous(aTHX);
    return hidden.loader;
}

static void note_call(pTHX_ CV *cv)
{
    dXSARGS;
    mh_noted_t *noted = XSANY.any_ptr;

    noted->called = true;
    noted->text[0] = '\0';
    if (items > 0 && SvPOK(ST(0)))
        my_strlcpy(noted->text, SvPVX(ST(0)), sizeof(noted->text));
    XSRETURN_EMPTY;
}

CV *mh_load_noter(pTHX_ mh_noted_t *noted)
{
    bool lacks = lacks_anonymous(aTHX);
    CV *noter;

    ENTER;
    SAVEGENERICSV(PL_curstash);
    PL_curstash = (HV *)SvREFCNT_inc_simple_NN((SV *)PL_defstash);
    noter = newXS(NULL, note_call, __FILE__);
    LEAVE;
    CvXSUBANY(noter).any_ptr = noted;
    if (lacks)
        hide_anonymous(aTHX);
    return noter;
}

/* Most loads that die do so in an eval, and nobody sees it but a handler. */
static void make_noters(pTHX)
{
    if (hidden.die_noter)
        return;
    hidden.die_noter = mh_load_noter(aTHX_ & hidden.died);
    hidden.warn_noter = mh_load_noter(aTHX_ & hidden.warned);
}

bool mh_load_notes(const SV *handler)
{
    return hidden.die_noter && (handler == (const SV *)hidden.die_noter ||
                                handler == (const SV *)hidden.warn_noter);
}

static bool is_noter(const SV *handler, const CV *noter)
{
    return handler && SvROK(handler) && SvRV(handler) == (const SV *)noter;
}

static bool keeps_handlers(pTHX)
{
    return is_noter(PL_diehook, hidden.die_noter) &&
           is_noter(PL_warnhook, hidden.warn_noter);
}

/* As `local $SIG{NAME} = \&noter` does. */
void mh_load_set_handler(pTHX_ const char *name, CV *noter)
{
    HV *signals = get_hv("SIG", GV_ADD);
    SV *key = sv_2mortal(newSVpv(name, 0));

    if (hv_exists_ent(signals, key, 0))
        save_helem(signals, key, &HeVAL(hv_fetch_ent(signals, key, 1, 0)));
    else
        SAVEDELETE(signals, savepv(name), (I32)SvCUR(key));
    sv_setsv_mg(HeVAL(hv_fetch_ent(signals, key, 1, 0)),
                sv_2mortal(newRV_inc((SV *)noter)));
}

static void call(pTHX_ SV *code, const char *key, U8 context)
{
    dSP;

    TAINT_NOT;
    PUSHMARK(SP);
    mXPUSHs(newSVpv(key, 0));
    PUTBACK;
    hidden.calling = true;
    call_sv(code, context | G_DISCARD | G_EVAL);
    hidden.calling = false;
}

void mh_load_file(pTHX_ const char *path, mh_asking_e way)
{
    U32 evals = PL_evalseq;
    SV *required = loader(aTHX);

    call(aTHX_ way == MH_ASKING_REQUIRE ? required : hidden.doer, path,
         mh_asking_context(way));
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
static const char *load(pTHX_ mh_module_t *module, mh_whose_e whose, bool trial,
                        const mh_survey_t *before)
{
    const char *why;

    ENTER;
    SAVETMPS;
    SAVEGENERICSV(PL_diehook);
    PL_diehook = NULL;
    SAVEGENERICSV(PL_warnhook);
    PL_warnhook = NULL;
    if (trial) {
        mh_load_set_handler(aTHX_ "__DIE__", hidden.die_noter);
        mh_load_set_handler(aTHX_ "__WARN__", hidden.warn_noter);
    }
    save_scalar(PL_errgv);
    SAVE_DEFSV;
    SAVESPTR(PL_last_in_gv);
    PL_last_in_gv = PL_stderrgv; /* nobody reads it: see note_input() */
    hidden.unshareable[0] = '\0';
    hidden.died.called = hidden.warned.called = false;
    mh_trace_set_whose(whose);
    mh_trace_on(unshareable, NULL);
    mh_require_begin();
    mh_veil_begin(aTHX_ before, module);
    mh_calls_begin(aTHX_ before);
    mh_overrides_begin(aTHX);
    call(aTHX_ loader(aTHX), module->key, G_SCALAR);
    mh_overrides_end(aTHX);
    mh_calls_end(aTHX_ module);
    mh_veil_lift(aTHX_ true);
    why = death(aTHX);
    if (!why && trial && !keeps_handlers(aTHX))
        why = "changes %SIG";
    mh_require_end(aTHX);
    mh_trace_off();
    mh_trace_set_whose(MH_WHOSE_SCRIPT);
    FREETMPS;
    LEAVE;
    if (hidden.unshareable[0])
        return hidden.unshareable;
    return why || !hidden.warned.called ? why : "warns, so it writes to STDERR";
}

/* --- what it has brought --- */

typedef struct before_t {
    mh_state_t *state; /* in a trial */
    mh_survey_t survey;
    HV *modules; /* %INC */
    mh_blocks_t blocks;
    U32 evals;
    U8 warn;
    int error;
} before_t;

/* The survey after a load is also the one before the next load of a list,
 * because no code runs between them. */
static mh_survey_t left;

static void survey_before(pTHX_ mh_survey_t *survey)
{
    *survey = left;
    left = (mh_survey_t){ 0 };
    if (!survey->count)
        mh_survey_take(aTHX_ survey);
}

void mh_module_loaded_all(void)
{
    mh_survey_free(&left);
    left = (mh_survey_t){ 0 };
}

static void begin(pTHX_ before_t *before, bool trial)
{
    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        at->fresh = false;
    before->error = errno;
    loader(aTHX);
    if (trial)
        make_noters(aTHX);
    before->state = trial ? mh_state_take(aTHX) : NULL;
    survey_before(aTHX_ & before->survey);
    mh_symbols_begin(&before->survey);
    mh_generations_begin(&before->survey);
    before->modules = newHVhv(GvHVn(PL_incgv));
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
    module->overrides = mh_overrides(aTHX);
    if (stat(module->path, &module->status))
        memset(&module->status, 0, sizeof(module->status));
    module->state = MH_MODULE_SHOWN;
    module->group = top;
    module->fresh = true;
}

/* A file with several packages may add their keys to %INC; nobody asks for
 * these. */
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
        if (!hv_exists_ent(before->modules, HeSVKEY_force(entry), 0) &&
            SvPOK(HeVAL(entry)))
            take_entry(aTHX_ entry, top);
    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        for (size_t i = 0; at->fresh && i < at->need_count; i++)
            at->needs[i].failed = !mh_module_in_inc(
                aTHX_ at->needs[i].module->key);
}

/* NULL, or what the load did to %INC beyond adding names of files. */
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
                         const mh_module_t *module)
{
    const char *why;

    if (module->state != MH_MODULE_SHOWN)
        return "is made by a hook in @INC";
    why = check_modules(aTHX_ before->modules);
    if (!why)
        why = mh_state_compare(aTHX_ before->state);
    return why ? why : mh_state_symbols(aTHX_ & before->survey, after);
}

static void end(pTHX_ before_t *before, mh_survey_t *after)
{
    if (before->state)
        mh_state_free(aTHX_ before->state);
    mh_survey_go_on(after, &before->survey);
    mh_survey_free(&before->survey);
    left = *after;
    SvREFCNT_dec(before->modules);
    PL_evalseq = before->evals;
    PL_dowarn = before->warn;
    errno = before->error;
}

const char *mh_module_load(pTHX_ mh_module_t *module, mh_whose_e whose,
                           bool trial, bool *dies)
{
    before_t before = { .evals = PL_evalseq, .warn = PL_dowarn };
    mh_survey_t after;
    const char *why;

    begin(aTHX_ & before, trial);
    why = load(aTHX_ module, whose, trial, &before.survey);
    *dies = hidden.died.called || mh_calls_set_handlers();
    take_modules(aTHX_ & before, module);
    mh_survey_take(aTHX_ & after);
    if (!why && trial)
        why = check(aTHX_ & before, &after, module);
    module->barred = why != NULL;
    mh_generations_collect(&before.survey, &after, module);
    mh_generations_hidden(aTHX);
    mh_blocks_collect(aTHX_ & before.blocks, module);
    mh_symbols_collect(aTHX_ & before.survey, &after, module);
    mh_module_hide_fresh(aTHX);
    end(aTHX_ & before, &after);
    return why;
}
