/*
 * veil.c - while a module is loaded ahead, the names of other hidden modules
 * are in sight, but their functions are not, and their variables are not tied.
 * So its code is parsed, and looks around, as if the others had not been
 * loaded. If the load asks for one of them, that module gets both back.
 *
 * Code that mentions a function before that is parsed without the function's
 * prototype. Such code must not be shown to a script that has the function
 * already. Modules of our list call each other in ways that mean the same with
 * and without a prototype.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <stdlib.h>

#include "shared/memory.h"

typedef struct veiled_t {
    GV *gv;
    CV *code;     /* its function; NULL: this is about a tied variable */
    SV *variable; /* a reference to it */
    MAGIC *tie;
    SV *fetched; /* the last value from the tie of a scalar; NULL: none */
    mh_module_t *owner;
} veiled_t;

static struct {
    veiled_t *list;
    size_t count;
    size_t room;
    mh_module_t *top; /* the module that is loaded */
} veiled;

/* Perl deletes a symbol that looks empty when it drops code with the name
 * (gv_try_downgrade), unless somebody else has a reference. */
static veiled_t *veil(GV *gv, mh_module_t *owner)
{
    if (veiled.count == veiled.room) {
        veiled.room = veiled.room ? 2 * veiled.room : 4096;
        veiled.list = mh_grow(veiled.list, veiled.room * sizeof(veiled_t));
    }
    veiled.list[veiled.count] = (veiled_t){ .gv = gv, .owner = owner };
    SvREFCNT_inc_simple_void_NN((SV *)gv);
    return &veiled.list[veiled.count++];
}

static bool is_imported(const GV *gv, svtype type)
{
    switch (type) {
    case SVt_PVAV:
        return GvIMPORTED_AV(gv);
    case SVt_PVHV:
        return GvIMPORTED_HV(gv);
    default:
        return GvIMPORTED_SV(gv);
    }
}

static void veil_function(GV *gv, CV *code, mh_module_t *owner)
{
    veil(gv, owner)->code = code;
    GvCV_set(gv, NULL);
}

/* Perl stores in a scalar what its tie has returned. */
static SV *take_fetched(pTHX_ SV *scalar)
{
    SV *fetched = SvOK(scalar) ? newSVsv_nomg(scalar) : NULL;

    if (fetched)
        sv_setsv_nomg(scalar, &PL_sv_undef);
    return fetched;
}

/* A variable is veiled in the package that has tied it, and not where it is
 * imported. */
static void veil_tie(pTHX_ GV *gv, svtype type, mh_module_t *owner)
{
    SV *variable = mh_part_of(gv, type);
    MAGIC *tie = variable && !is_imported(gv, type) ? mh_tie_take(variable)
                                                    : NULL;
    veiled_t *one;

    if (!tie)
        return;
    one = veil(gv, owner);
    one->variable = SvREFCNT_inc_simple_NN(variable);
    one->tie = tie;
    one->fetched = type == SVt_PVMG ? take_fetched(aTHX_ variable) : NULL;
}

/* The hidden module whose symbol this is; NULL: none. Other hashes may be
 * guarded, so nothing may look at them. */
static mh_module_t *owner_of(const mh_slots_t *slots)
{
    mh_module_t *owner = slots->key && slots->glob && !slots->gone
                             ? mh_symbols_owner(slots->stash, slots->symbol)
                             : NULL;

    return owner && owner->state == MH_MODULE_HIDDEN ? owner : NULL;
}

/* Ties in package main are perl's own: see ties.c. */
static void veil_symbol(pTHX_ const mh_slots_t *slots, mh_module_t *owner)
{
    static const svtype types[] = { SVt_PVMG, SVt_PVAV, SVt_PVHV };
    GV *gv = (GV *)slots->symbol;

    if (slots->code)
        veil_function(gv, slots->code, owner);
    if (slots->stash == PL_defstash)
        return;
    for (size_t i = 0; i < C_ARRAY_LENGTH(types); i++)
        veil_tie(aTHX_ gv, types[i], owner);
}

void mh_veil_begin(pTHX_ const mh_survey_t *survey, mh_module_t *top)
{
    veiled.top = top;
    for (size_t i = 0; i < survey->count; i++) {
        const mh_slots_t *slots = &survey->list[i];
        mh_module_t *owner = owner_of(slots);

        if (owner)
            veil_symbol(aTHX_ slots, owner);
    }
    PL_sub_generation++;
}

/* Perl notes a second mention: symbol.c. */
static void note_without(mh_module_t *owner)
{
    mh_module_t *top = veiled.top;

    for (size_t i = 0; i < top->without_count; i++)
        if (top->without[i] == owner)
            return;
    top->without = mh_grow(top->without,
                           (top->without_count + 1) * sizeof(mh_module_t *));
    top->without[top->without_count++] = owner;
}

bool mh_veil_may_show(const mh_module_t *module)
{
    for (size_t i = 0; i < module->without_count; i++)
        if (module->without[i]->state == MH_MODULE_SHOWN)
            return false;
    return true;
}

/* A library that has been started before gives its names the same functions
 * again: DynaLoader.pm does so where it does not see those of XSLoader.pm. */
static bool is_again(const CV *now, const CV *code)
{
    return now != code && CvISXSUB(now) && CvISXSUB(code) &&
           CvXSUB(now) == CvXSUB(code) &&
           CvXSUBANY(now).any_ptr == CvXSUBANY(code).any_ptr;
}

/* The load may have given the name a function of its own. Perl also caches
 * methods there. */
static void give_function(pTHX_ const veiled_t *one)
{
    CV *now = GvCV(one->gv);

    if (mh_trace_whose() != MH_WHOSE_LISTED && GvMULTI(one->gv) &&
        (SvPOK(one->code) || CvCONST(one->code)))
        note_without(one->owner);

    if (now && !GvCVGEN(one->gv) && !is_again(now, one->code))
        return;
    SvREFCNT_dec((SV *)now);
    GvCV_set(one->gv, one->code);
    GvCVGEN(one->gv) = 0;
}

/* True if the load has given the name another variable, or the variable a
 * value or a tie. */
static bool is_touched(const veiled_t *one)
{
    svtype type = SvTYPE(one->variable);

    if (type < SVt_PVAV)
        type = SVt_PVMG;
    return mh_part_of(one->gv, type) != one->variable ||
           mh_tie_of(one->variable) ||
           (type == SVt_PVMG && SvOK(one->variable));
}

/*
 * A variable that was touched stays without its tie. So the survey finds the
 * change, and the load is refused: it was a trial, and its process ends.
 */
static void give_tie(pTHX_ const veiled_t *one)
{
    if (is_touched(one)) {
        (void)mh_tie_take(one->variable);
    } else {
        if (one->fetched)
            sv_setsv_nomg(one->variable, one->fetched);
        mh_tie_give(aTHX_ one->variable, one->tie);
    }
    SvREFCNT_dec(one->fetched);
    SvREFCNT_dec_NN(one->variable);
}

static void lift(pTHX_ const veiled_t *one)
{
    if (one->code)
        give_function(aTHX_ one);
    else
        give_tie(aTHX_ one);
    SvREFCNT_dec_NN((SV *)one->gv);
}

void mh_veil_lift(pTHX_ bool all)
{
    size_t kept = 0;

    for (size_t i = 0; i < veiled.count; i++)
        if (all || veiled.list[i].owner->visited ||
            veiled.list[i].owner->state == MH_MODULE_SHOWN)
            lift(aTHX_ & veiled.list[i]);
        else
            veiled.list[kept++] = veiled.list[i];
    if (kept != veiled.count)
        PL_sub_generation++;
    veiled.count = kept;
}
