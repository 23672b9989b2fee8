/*
 * calls.c - the functions of others that a load calls. If a script has replaced
 * one of them before it asks for the module, it would see the call. Then the
 * module is not shown.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <stdlib.h>

#include "shared/memory.h"

/* A function that was there before the load, and has a name. */
struct mh_load_call_t {
    HV *stash;
    GV *gv;
    const CV *code;
};

static struct {
    runops_proc_t real;
    const mh_survey_t *before;
    mh_load_call_t *list;
    size_t count;
    const SV *die; /* handlers at the begin */
    const SV *warn;
    bool handlers; /* others were set */
} calls;

static void add(HV *stash, GV *gv, const CV *code)
{
    for (size_t i = calls.count; i-- > 0;)
        if (calls.list[i].code == code)
            return;
    calls.list = mh_grow(calls.list,
                         (calls.count + 1) * sizeof(mh_load_call_t));
    calls.list[calls.count++] = (mh_load_call_t){ stash, gv, code };
}

static void note_call(pTHX)
{
    SV *sv = *PL_stack_sp;
    CV *code;
    GV *gv;

    if (SvROK(sv))
        sv = SvRV(sv);
    code = isGV_with_GP(sv)         ? GvCV((GV *)sv)
           : SvTYPE(sv) == SVt_PVCV ? (CV *)sv
                                    : NULL;
    gv = code && CvHASGV(code) ? CvGV(code) : NULL;
    if (gv && GvSTASH(gv) && GvCV(gv) == code && !CvANON(code) &&
        mh_survey_find(calls.before, GvSTASH(gv), GvNAME_HEK(gv)))
        add(GvSTASH(gv), gv, code);
}

/* While perl folds constants it replaces both handlers, but calls none. */
static bool has_other_handlers(pTHX)
{
    return PL_warnhook != PERL_WARNHOOK_FATAL &&
           (PL_diehook != calls.die || PL_warnhook != calls.warn);
}

static int run(pTHX)
{
    do {
        if (PL_op->op_type == OP_ENTERSUB)
            note_call(aTHX);
        if (has_other_handlers(aTHX))
            calls.handlers = true;
    } while ((PL_op = PL_op->op_ppaddr(aTHX)));
    TAINT_NOT;
    return 0;
}

void mh_calls_begin(pTHX_ const mh_survey_t *before)
{
    calls.before = before;
    calls.list = NULL;
    calls.count = 0;
    calls.die = PL_diehook;
    calls.warn = PL_warnhook;
    calls.handlers = false;
    calls.real = PL_runops;
    PL_runops = run;
}

void mh_calls_end(pTHX_ mh_module_t *top)
{
    PL_runops = calls.real;
    free(top->calls);
    top->calls = calls.list;
    top->call_count = calls.count;
}

bool mh_calls_set_handlers(void)
{
    return calls.handlers;
}

/* Nobody has replaced what is out of sight. */
static bool is_same(const mh_load_call_t *call)
{
    const mh_module_t *owner = mh_symbols_owner(call->stash, (SV *)call->gv);
    const HE *entry;

    if (owner && owner->state != MH_MODULE_SHOWN)
        return owner->state == MH_MODULE_HIDDEN;
    entry = mh_entry_find(call->stash, GvNAME_HEK(call->gv));
    return entry && HeVAL(entry) == (SV *)call->gv &&
           GvCV(call->gv) == call->code;
}

bool mh_calls_are_same(const mh_module_t *module)
{
    for (size_t i = 0; i < module->call_count; i++)
        if (!is_same(&module->calls[i]))
            return false;
    return true;
}
