/*
 * functions.c - the functions and constants of a kept file: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include "shared/memory.h"

/* Other code is imported, and may be again. */
static bool is_own_code(const mh_slots_t *slots, const CV *code)
{
    const CV *at = slots->code;

    if (!slots->glob || !GvIMPORTED_CV((GV *)slots->symbol))
        return true;
    while (at && at != code)
        at = CvOUTSIDE(at);
    return at != NULL;
}

static CV *function_of(SV *value)
{
    CV *code = (CV *)(SvROK(value) ? SvRV(value) : value);

    return SvTYPE(code) == SVt_PVCV && !CvISXSUB(code) && CvROOT(code) ? code
                                                                       : NULL;
}

static void add_code(pTHX_ mh_kept_names_t *names, const mh_slots_t *now)
{
    SV *value = now->glob ? (SV *)now->code : now->symbol;

    names->code = mh_grow(names->code,
                          (names->code_count + 1) * sizeof(mh_kept_code_t));
    names->code[names->code_count++] = (mh_kept_code_t){
        .stash = now->stash,
        .key = mh_survey_key(aTHX_ now->key),
        .value = value,
        .function = function_of(value),
    };
}

void mh_names_collect_code(pTHX_ mh_kept_names_t *names,
                           const mh_survey_t *before, const mh_survey_t *after,
                           const CV *code)
{
    for (size_t i = 0; i < after->count; i++) {
        const mh_slots_t *now = &after->list[i];
        const mh_slots_t *old = mh_survey_find(before, now->stash, now->key);

        if (now->key && (now->code || !now->glob) &&
            !(old && old->code == now->code && old->symbol == now->symbol) &&
            is_own_code(now, code))
            add_code(aTHX_ names, now);
    }
}

static bool has_code(const HE *entry, const SV *value)
{
    return HeVAL(entry) == value || (isGV_with_GP(HeVAL(entry)) &&
                                     (SV *)GvCV((GV *)HeVAL(entry)) == value);
}

static void change_package(pTHX_ const mh_kept_code_t *code)
{
    if (HvENAME_HEK(code->stash))
        mro_method_changed_in(code->stash);
    mh_generation_set(aTHX_ code->stash, code->number);
}

static HE *entry_of(const mh_kept_code_t *code)
{
    return mh_entry_find(code->stash, SvSHARED_HEK_FROM_PV(SvPVX(code->key)));
}

/* A block may have given the name another function, or have taken it away. */
static void take_function(mh_kept_code_t *code, HE *entry)
{
    code->taken = NULL;
    if (entry && isGV_with_GP(HeVAL(entry))) {
        code->taken = GvCV((GV *)HeVAL(entry));
        mh_part_set((GV *)HeVAL(entry), SVt_PVCV, NULL);
    } else if (entry && HeVAL(entry) == code->value) {
        code->taken = (CV *)SvREFCNT_inc_simple_NN((SV *)code->function);
        mh_entry_take(code->stash, entry);
    }
}

static void take_code(pTHX_ mh_kept_code_t *code)
{
    HE *entry = entry_of(code);

    code->number = mh_generation_of(code->stash);
    if (code->function)
        take_function(code, entry);
    else if (entry && HeVAL(entry) == code->value)
        mh_entry_take(code->stash, entry);
    else if (entry && has_code(entry, code->value))
        mh_part_set((GV *)HeVAL(entry), SVt_PVCV, NULL);
    change_package(aTHX_ code);
}

void mh_names_take_code(pTHX_ const mh_kept_names_t *names)
{
    mh_names_hide_ends(aTHX_ names);
    mh_bodies_hide(aTHX_ names);
    for (size_t i = 0; i < names->code_count; i++)
        take_code(aTHX_ & names->code[i]);
}

/* The name may have got a glob meanwhile, or have a reference as its value. */
static void return_code(pTHX_ mh_kept_code_t *code)
{
    HE *entry = entry_of(code);
    SV *value = entry ? HeVAL(entry) : NULL;

    if (!value || !code->function)
        return;
    if (isGV_with_GP(value)) {
        SvREFCNT_dec(GvCV((GV *)value));
        mh_part_set((GV *)value, SVt_PVCV, (SV *)code->taken);
    } else if (code->taken) {
        SvREFCNT_dec(SvRV(value));
        SvRV_set(value, (SV *)code->taken);
    } else {
        mh_entry_take(code->stash, entry);
    }
    code->taken = NULL;
    change_package(aTHX_ code);
}

void mh_names_return_code(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->code_count; i++)
        return_code(aTHX_ & names->code[i]);
}

/* A constant, or a function with a prototype, changes how code is parsed. */
static bool is_syntax(const SV *value)
{
    return SvTYPE(value) != SVt_PVCV || SvPOK(value) ||
           CvCONST((const CV *)value);
}

static bool is_there(const mh_kept_code_t *code)
{
    const HE *entry = entry_of(code);

    return entry && has_code(entry, code->value);
}

bool mh_names_mean_the_same(const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->code_count; i++)
        if (is_syntax(names->code[i].value) && !is_there(&names->code[i]))
            return false;
    return true;
}

/* --- functions that were declared --- */

static XPVCV *body_of(CV *code)
{
    return (XPVCV *)SvANY(code);
}

/* Neither blessed, nor with a prototype or attributes, nor weakly referred to:
 * there is nothing beside the code. */
static bool is_plain(const CV *code)
{
    return !CvISXSUB(code) && !CvNAMED(code) && !CvCVGV_RC(code) &&
           !CvLVALUE(code) && !CvDEPTH(code) && !SvPOK(code) &&
           !SvOBJECT(code) && !SvMAGIC(code);
}

/* The declaration had no prototype, and its variables are as they were. */
bool mh_body_is_new(const mh_slots_t *old, const mh_slots_t *now)
{
    return old->glob && now->glob && old->symbol == now->symbol && old->code &&
           old->code == now->code && old->declared == MH_DECLARED_PLAINLY &&
           old->sum - old->declared == now->sum && CvROOT(now->code);
}

bool mh_bodies_add(pTHX_ mh_kept_names_t *names, const mh_slots_t *now)
{
    CV *code = now->code;

    if (!is_plain(code) || CvGV(code) != (GV *)now->symbol)
        return false;
    mh_stashes_add(aTHX_ & names->stashes, now->stash);
    names->bodies = mh_grow(names->bodies,
                            (names->body_count + 1) * sizeof(mh_kept_body_t));
    names->bodies[names->body_count++] =
        (mh_kept_body_t){ .gv = (GV *)now->symbol, .code = code };
    return true;
}

/* The value of a CV is its body and its flags. */
static void swap(CV *one, CV *other)
{
    XPVCV *body = body_of(one);
    U32 flags = SvFLAGS(one);

    SvANY(one) = body_of(other);
    SvFLAGS(one) = SvFLAGS(other);
    SvANY(other) = body;
    SvFLAGS(other) = flags;
}

/* The glob and the package know only the function itself. */
static void set_owners(CV *code, GV *gv, HV *stash)
{
    body_of(code)->xcv_gv_u.xcv_gv = gv;
    body_of(code)->xcv_stash = stash;
}

static void hide_body(pTHX_ mh_kept_body_t *body)
{
    if (!CvROOT(body->code))
        return;
    if (!body->other) {
        body->other = (CV *)newSV_type(SVt_PVCV);
        body_of(body->other)->xcv_file = CvFILE(body->code);
        body->stash = CvSTASH(body->code);
    }
    swap(body->code, body->other);
    set_owners(body->other, NULL, NULL);
    set_owners(body->code, body->gv, body->stash);
}

void mh_bodies_hide(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = names->body_count; i-- > 0;)
        hide_body(aTHX_ & names->bodies[i]);
}

void mh_bodies_show(const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->body_count; i++) {
        const mh_kept_body_t *body = &names->bodies[i];

        if (CvROOT(body->code))
            continue;
        swap(body->code, body->other);
        set_owners(body->other, NULL, NULL);
        set_owners(body->code, body->gv, body->stash);
    }
}

static bool is_body_there(pTHX_ const mh_kept_body_t *body, bool defined)
{
    const CV *code = GvCVu(body->gv);

    return code == body->code && is_plain(code) && CvGV(code) == body->gv &&
           !CvROOT(code) == !defined;
}

bool mh_bodies_are_there(pTHX_ const mh_kept_names_t *names, bool defined)
{
    for (size_t i = 0; i < names->body_count; i++)
        if (!is_body_there(aTHX_ & names->bodies[i], defined))
            return false;
    return true;
}
