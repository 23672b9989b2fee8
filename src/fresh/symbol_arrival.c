/*
 * symbol_arrival.c - a module is loaded while the program runs.
 */
#include "fresh/package.h"
#include "fresh/stash.h"

static void each_entry(pTHX_ mh_symbols_t *symbols,
                       void (*function)(pTHX_ mh_symbols_t *, mh_stash_t *,
                                        HE *, void *),
                       void *data)
{
    for (size_t i = 0; i < symbols->stash_count; i++) {
        mh_stash_t *noted = &symbols->stashes[i];
        HE **buckets = HvARRAY(noted->stash);

        if (noted->foreign)
            continue;
        for (STRLEN j = 0; buckets && j <= HvMAX(noted->stash); j++)
            for (HE *he = buckets[j]; he; he = HeNEXT(he))
                function(aTHX_ symbols, noted, he, data);
    }
}

static void note_present(pTHX_ mh_symbols_t *symbols, mh_stash_t *noted, HE *he,
                         void *data)
{
    PERL_UNUSED_CONTEXT;
    PERL_UNUSED_ARG(noted);
    PERL_UNUSED_ARG(data);
    mh_pointers_add(&symbols->present, HeVAL(he), 0);
}

void mh_symbols_arriving(pTHX_ mh_symbols_t *symbols)
{
    mh_pointers_clear(&symbols->present);
    mh_pointers_clear(&symbols->inside);
    each_entry(aTHX_ symbols, note_present, NULL);
}

/* It will not be loaded again: what it puts into the program stays there. */
static void keep_arrived(pTHX_ mh_symbols_t *symbols, mh_stash_t *noted, HE *he,
                         void *values)
{
    if (mh_package_of_entry(he) ||
        mh_pointers_find(&symbols->present, HeVAL(he)) ||
        mh_pointers_find(&noted->known, HeVAL(he)))
        return;
    mh_pointers_add(&noted->known, HeVAL(he), 0);
    mh_symbols_mention(aTHX_ symbols, (GV *)HeVAL(he), values);
}

/* What a module has put into its package is not the program's to take away. */
static void renote_globs(pTHX_ mh_symbols_t *symbols, mh_values_t *values)
{
    for (size_t i = 0; i < symbols->glob_count; i++) {
        mh_glob_t *glob = &symbols->globs[i];

        if (!glob->expected || !isGV_with_GP(glob->gv) || !GvSTASH(glob->gv) ||
            !mh_package_is_there(aTHX_ GvSTASH(glob->gv)))
            continue;
        mh_glob_release(aTHX_ glob);
        mh_glob_note(aTHX_ glob, values);
        mh_glob_renew(aTHX_ glob, values);
    }
}

/* "Text" was the program's until "Text::Wrap" was loaded. */
static void disown_package(pTHX_ mh_symbols_t *symbols, mh_stash_t *noted,
                           HE *he, void *data)
{
    HV *inner = mh_package_of_entry(he);

    PERL_UNUSED_ARG(symbols);
    PERL_UNUSED_ARG(data);
    if (!inner || mh_package_is_removable(aTHX_ inner) ||
        !mh_pointers_find(&noted->own, HeVAL(he)))
        return;
    mh_pointers_set(&noted->own, HeVAL(he), 0);
    for (size_t i = 0; i < noted->count; i++)
        if (noted->entries[i].symbol == HeVAL(he))
            mh_entry_release(aTHX_ & noted->entries[i]);
}

typedef struct reset_t {
    mh_symbols_t *symbols;
    mh_values_t *values;
} reset_t;

static void take_reset(pTHX_ HV *stash, void *data)
{
    reset_t *taking = data;

    if (mh_package_is_reset(aTHX_ stash) && !mh_package_is_program(aTHX_ stash))
        mh_symbols_mention_all(aTHX_ taking->symbols, stash, taking->values);
}

static void take_resets(pTHX_ mh_symbols_t *symbols, mh_values_t *values)
{
    mh_pointers_t seen = { 0 };
    reset_t taking = { .symbols = symbols, .values = values };

    mh_stash_each(aTHX_ PL_defstash, &seen, take_reset, &taking);
    mh_pointers_clear(&seen);
}

void mh_symbols_arrived(pTHX_ mh_symbols_t *symbols, mh_values_t *values)
{
    for (size_t i = 0; i < symbols->stash_count; i++) {
        mh_stash_t *noted = &symbols->stashes[i];

        if (!mh_package_is_program(aTHX_ noted->stash))
            noted->foreign = true;
    }
    renote_globs(aTHX_ symbols, values);
    each_entry(aTHX_ symbols, disown_package, NULL);
    take_resets(aTHX_ symbols, values);
    each_entry(aTHX_ symbols, keep_arrived, values);
}
