/*
 * symbol_install.c - out of the way of another program, and back.
 */
#include "fresh/package.h"
#include "fresh/stash.h"

/* With its value perl would make the package nameless, and @ISA plain. */
static void remove_entry(pTHX_ HV *stash, SV *key)
{
    HE *he = hv_fetch_ent(stash, key, 0, 0);

    if (!he)
        return;
    SvREFCNT_dec(HeVAL(he));
    HeVAL(he) = newSV(0);
    (void)hv_delete_ent(stash, key, G_DISCARD, 0);
}

/* What is inside another package of the program's goes with that. */
static bool stays(const mh_symbols_t *symbols, const mh_stash_t *noted)
{
    return noted->foreign || mh_pointers_find(&symbols->inside, noted->stash);
}

/* Perl remembers which method it found, and which package has what name. */
static void forget_methods(pTHX)
{
    PL_sub_generation++;
    if (PL_stashcache)
        hv_clear(PL_stashcache);
}

void mh_symbols_remove(pTHX_ mh_symbols_t *symbols)
{
    for (size_t i = 0; i < symbols->stash_count; i++) {
        const mh_stash_t *noted = &symbols->stashes[i];

        for (size_t j = 0; !stays(symbols, noted) && j < noted->count; j++)
            if (noted->entries[j].key)
                remove_entry(aTHX_ noted->stash, noted->entries[j].key);
    }
    forget_methods(aTHX);
}

static bool is_free(pTHX_ HV *stash, const mh_entry_t *entry)
{
    HE *he = hv_fetch_ent(stash, entry->key, 0, 0);

    return !he || HeVAL(he) == entry->symbol || !mh_package_of_entry(he);
}

static bool may_install(pTHX_ const mh_symbols_t *symbols)
{
    for (size_t i = 0; i < symbols->stash_count; i++) {
        const mh_stash_t *noted = &symbols->stashes[i];

        for (size_t j = 0; !stays(symbols, noted) && j < noted->count; j++)
            if (noted->entries[j].key &&
                !is_free(aTHX_ noted->stash, &noted->entries[j]))
                return false;
    }
    return true;
}

bool mh_symbols_install(pTHX_ mh_symbols_t *symbols)
{
    if (!may_install(aTHX_ symbols))
        return false;
    for (size_t i = 0; i < symbols->stash_count; i++) {
        mh_stash_t *noted = &symbols->stashes[i];

        if (stays(symbols, noted))
            continue;
        mh_stash_put(aTHX_ noted);
        mh_stash_list(aTHX_ noted);
    }
    forget_methods(aTHX);
    return true;
}
