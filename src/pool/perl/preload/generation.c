/*
 * generation.c - the numbers by which module mro counts the changes of a
 * package: mro::get_pkg_gen().
 *
 * Symbols that are taken out of sight, and put back, change packages that have
 * a number already. This file gives those packages the number that they would
 * have if the load happened when its module is shown.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/piece.h"

#include "shared/memory.h"

typedef struct number_t {
    HV *stash;
    U32 value;
    U32 shown; /* of it: added by modules that were shown meanwhile */
} number_t;

typedef struct numbers_t {
    number_t *list;
    size_t count;
} numbers_t;

/* A load's own changes of a package that was there before. */
typedef struct change_t {
    const mh_module_t *module;
    HV *stash;
    U32 value;
} change_t;

static struct {
    change_t *list;
    size_t count;
} changes;

static numbers_t loading; /* before the load; none: nothing is loaded */

/*
 * The first number of a package is 1. perl makes room for it when code asks for
 * it.
 */
U32 mh_generation_of(HV *stash)
{
    return SvOOK(stash) && HvAUX(stash)->xhv_mro_meta
               ? HvAUX(stash)->xhv_mro_meta->pkg_gen
               : 1;
}

void mh_generation_set(pTHX_ HV *stash, U32 value)
{
    if (mh_generation_of(stash) != value)
        HvMROMETA(stash)->pkg_gen = value;
}

static void note(numbers_t *numbers, HV *stash)
{
    numbers->list = mh_grow(numbers->list,
                            (numbers->count + 1) * sizeof(number_t));
    SvREFCNT_inc_simple_void_NN(stash);
    numbers->list[numbers->count++] = (number_t){ stash,
                                                  mh_generation_of(stash), 0 };
}

static void note_survey(const mh_survey_t *survey, const mh_survey_t *but)
{
    for (size_t i = 0; i < survey->count; i++)
        if (!survey->list[i].key &&
            (!but || !mh_survey_has_stash(but, survey->list[i].stash)))
            note(&loading, survey->list[i].stash);
}

static void put_back(pTHX_ numbers_t *numbers)
{
    for (size_t i = 0; i < numbers->count; i++) {
        mh_generation_set(aTHX_ numbers->list[i].stash, numbers->list[i].value);
        SvREFCNT_dec_NN(numbers->list[i].stash);
    }
    free(numbers->list);
    *numbers = (numbers_t){ 0 };
}

void mh_generations_begin(const mh_survey_t *before)
{
    note_survey(before, NULL);
}

void mh_generations_collect(const mh_survey_t *before, const mh_survey_t *after,
                            const mh_module_t *top)
{
    for (size_t i = 0; i < loading.count; i++) {
        const number_t *number = &loading.list[i];
        U32 value = mh_generation_of(number->stash) - number->value -
                    number->shown;

        if (!value)
            continue;
        changes.list = mh_grow(changes.list,
                               (changes.count + 1) * sizeof(change_t));
        SvREFCNT_inc_simple_void_NN(number->stash);
        changes.list[changes.count++] = (change_t){ top, number->stash, value };
    }
    note_survey(after, before);
}

void mh_generations_hidden(pTHX)
{
    put_back(aTHX_ & loading);
}

/* The package's number before the load; a package that was out of sight has
 * none yet. */
static number_t *number_of(HV *stash)
{
    for (size_t i = 0; i < loading.count; i++)
        if (loading.list[i].stash == stash)
            return &loading.list[i];
    note(&loading, stash);
    return &loading.list[loading.count - 1];
}

static void note_pieces(pTHX_ numbers_t *numbers, bool due)
{
    note(numbers, PL_defstash);
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (!due || mh_pieces.list[i]->due)
            note(numbers, mh_pieces.list[i]->stash);
}

void mh_generations_detach(pTHX)
{
    numbers_t numbers = { 0 };

    note_pieces(aTHX_ & numbers, false);
    mh_symbols_detach(aTHX);
    put_back(aTHX_ & numbers);
}

/*
 * A file begins in the package that asks for it; main, when it is loaded ahead.
 */
void mh_generations_attach(pTHX)
{
    numbers_t numbers = { 0 };

    note_pieces(aTHX_ & numbers, true);
    mh_symbols_attach(aTHX);
    put_back(aTHX_ & numbers);
    for (size_t i = 0; i < changes.count; i++) {
        const change_t *change = &changes.list[i];

        HV *stash = change->stash == PL_defstash ? change->module->asker
                                                 : change->stash;

        if (!change->module->visited || !stash ||
            (loading.count && stash != change->stash))
            continue;
        if (loading.count)
            number_of(stash)->shown += change->value;
        mh_generation_set(aTHX_ stash, mh_generation_of(stash) + change->value);
    }
}
