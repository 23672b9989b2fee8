/*
 * entry.c - entries of packages. An entry that leaves with its symbol, and
 * returns, allocates nothing, and leaves the count of its key alone: that count
 * is on another page.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/part.h"

static HE **place_of(HV *stash, const HEK *key)
{
    HE **place = &HvARRAY(stash)[HEK_HASH(key) & HvMAX(stash)];

    while (*place && !mh_survey_same_key(HeKEY_hek(*place), key))
        place = &HeNEXT(*place);
    return place;
}

HE *mh_entry_find(HV *stash, const HEK *key)
{
    return HvARRAY(stash) ? *place_of(stash, key) : NULL;
}

void mh_entry_take(HV *stash, HE *entry)
{
    HE **place = place_of(stash, HeKEY_hek(entry));

    if (*place != entry)
        return;
    *place = HeNEXT(entry);
    HvTOTALKEYS(stash)--;
}

void mh_entry_put(pTHX_ HV *stash, HE *entry)
{
    HE **first;

    if (!HvARRAY(stash))
        hv_ksplit(stash, 8);
    first = &HvARRAY(stash)[HeHASH(entry) & HvMAX(stash)];
    /* A write makes a page the process's own. */
    if (HeNEXT(entry) != *first)
        HeNEXT(entry) = *first;
    *first = entry;
    HvTOTALKEYS(stash)++;
}
