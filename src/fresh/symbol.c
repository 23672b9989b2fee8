/*
 * symbol.c - surveying, noting, restoring.
 */
#include "fresh/symbol.h"

#include "fresh/lexical.h"
#include "fresh/package.h"
#include "fresh/stash.h"

/* Surveying */

void mh_stash_each(pTHX_ HV *stash, mh_pointers_t *seen,
                   void (*function)(pTHX_ HV *, void *), void *data)
{
    HE **buckets = HvARRAY(stash);

    if (mh_pointers_find(seen, stash))
        return;
    mh_pointers_add(seen, stash, 0);
    function(aTHX_ stash, data);
    for (STRLEN i = 0; buckets && i <= HvMAX(stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he)) {
            HV *inner = mh_package_of_entry(he);

            if (inner)
                mh_stash_each(aTHX_ inner, seen, function, data);
        }
}

/* Multi: "used only once" is for what the program itself names. */
static void know_symbols(pTHX_ HV *stash, void *data)
{
    HE **buckets = HvARRAY(stash);
    mh_pointers_t *known = data;

    PERL_UNUSED_CONTEXT;
    for (STRLEN i = 0; buckets && i <= HvMAX(stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he)) {
            mh_pointers_add(known, HeVAL(he), 0);
            if (isGV_with_GP(HeVAL(he)))
                GvMULTI_on((GV *)HeVAL(he));
        }
}

mh_symbols_t *mh_symbols_survey(pTHX)
{
    mh_pointers_t seen = { 0 };
    mh_symbols_t *symbols;

    Newxz(symbols, 1, mh_symbols_t);
    mh_stash_each(aTHX_ PL_defstash, &seen, know_symbols, &symbols->known);
    mh_codes_survey(aTHX_ & symbols->known);
    mh_pointers_clear(&seen);
    return symbols;
}

/* Noting */

void mh_symbols_mention(pTHX_ mh_symbols_t *symbols, GV *gv,
                        mh_values_t *values)
{
    mh_glob_t *glob;

    if (!isGV_with_GP(gv) || mh_package_is_reserved(aTHX_ gv) ||
        mh_pointers_find(&symbols->index, gv))
        return;
    if (symbols->glob_count == symbols->glob_size) {
        symbols->glob_size = symbols->glob_size ? 2 * symbols->glob_size : 32;
        Renew(symbols->globs, symbols->glob_size, mh_glob_t);
    }
    mh_pointers_add(&symbols->index, gv, symbols->glob_count);
    glob = &symbols->globs[symbols->glob_count++];
    glob->gv = (GV *)SvREFCNT_inc_simple_NN((SV *)gv);
    mh_glob_note(aTHX_ glob, values);
    glob->expected = GvSTASH(gv) && !mh_package_is_there(aTHX_ GvSTASH(gv));
}

/* A constant or a declaration, which perl keeps without a glob if it can. */
static void make_glob(pTHX_ HV *stash, HE *he)
{
    if (!isGV_with_GP(HeVAL(he)))
        gv_init_pvn((GV *)HeVAL(he), stash, HeKEY(he), HeKLEN(he),
                    GV_ADDMULTI | (HeKUTF8(he) ? SVf_UTF8 : 0));
}

void mh_entry_release(pTHX_ mh_entry_t *entry)
{
    if (!entry->key)
        return;
    SvREFCNT_dec_NN(entry->key);
    SvREFCNT_dec_NN(entry->symbol);
    entry->key = NULL;
}

static void release_entries(pTHX_ mh_entry_t *entries, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mh_entry_release(aTHX_ & entries[i]);
    Safefree(entries);
}

/* What is the program's alone is held: it may be out of the symbol table. */
static mh_entry_t list_entry(pTHX_ const mh_stash_t *noted, HE *he)
{
    const size_t *own = mh_pointers_find(&noted->own, HeVAL(he));
    mh_entry_t entry = { .he = he, .symbol = HeVAL(he) };

    if (own && *own) {
        entry.key = newSVhek(HeKEY_hek(he));
        SvREFCNT_inc_simple_void_NN(entry.symbol);
    }
    return entry;
}

void mh_stash_list(pTHX_ mh_stash_t *noted)
{
    HV *stash = noted->stash;
    HE **buckets = HvARRAY(stash);
    mh_entry_t *old = noted->entries;
    size_t old_count = noted->count;
    size_t at = 0;

    noted->count = HvTOTALKEYS(stash);
    Newx(noted->entries, noted->count, mh_entry_t);
    for (STRLEN i = 0; buckets && i <= HvMAX(stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he)) {
            noted->entries[at++] = list_entry(aTHX_ noted, he);
            mh_pointers_add(&noted->known, HeVAL(he), 0);
        }
    release_entries(aTHX_ old, old_count);
}

typedef struct taking_t {
    mh_symbols_t *symbols;
    const mh_symbols_t *before;
    mh_values_t *values;
} taking_t;

/* A package of the program's, which another program does not see. */
static void take_package(pTHX_ taking_t *taking, mh_stash_t *noted, HE *he,
                         HV *inner)
{
    if (!mh_package_is_removable(aTHX_ inner))
        return;
    mh_pointers_add(&noted->own, HeVAL(he), 1);
    mh_pointers_add(&taking->symbols->inside, inner, 0);
}

static void take_entry(pTHX_ taking_t *taking, mh_stash_t *noted, HE *he)
{
    HV *inner = mh_package_of_entry(he);

    if (mh_pointers_find(&taking->before->known, HeVAL(he)))
        return;
    if (inner) {
        take_package(aTHX_ taking, noted, he, inner);
        return;
    }
    make_glob(aTHX_ noted->stash, he);
    mh_symbols_mention(aTHX_ taking->symbols, (GV *)HeVAL(he), taking->values);
    if (mh_pointers_find(&taking->symbols->index, HeVAL(he)))
        mh_pointers_add(&noted->own, HeVAL(he), 1);
}

#define TABLE 200 /* CGI::Util has two of 256 numbers */

/* What a module exports, and its tables, are about no request. */
static bool has_variables(pTHX_ const GV *gv)
{
    if (!isGV_with_GP(gv) || strnEQ(GvNAME(gv), "EXPORT", 6) ||
        (GvAV(gv) && av_count(GvAV(gv)) > TABLE))
        return false;
    return GvSV(gv) || GvAV(gv) || GvHV(gv);
}

/* Only what is there already: a module makes no globs while it runs. */
void mh_symbols_mention_all(pTHX_ mh_symbols_t *symbols, HV *stash,
                            mh_values_t *values)
{
    HE **buckets = HvARRAY(stash);

    for (STRLEN i = 0; buckets && i <= HvMAX(stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he))
            if (!mh_package_of_entry(he) &&
                has_variables(aTHX_(GV *) HeVAL(he)))
                mh_symbols_mention(aTHX_ symbols, (GV *)HeVAL(he), values);
}

/* "File", "Text": there before, or with nothing in it but other packages. */
static bool is_empty(pTHX_ HV *stash, const mh_pointers_t *known)
{
    HE **buckets = HvARRAY(stash);

    if (stash == PL_defstash)
        return false;
    for (STRLEN i = 0; buckets && i <= HvMAX(stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he)) {
            HV *inner = mh_package_of_entry(he);

            if (!mh_pointers_find(known, HeVAL(he)) &&
                (!inner || mh_package_is_removable(aTHX_ inner)))
                return false;
        }
    return HvTOTALKEYS(stash) > 0;
}

/* All of the package is the program's. */
static void note_stash(pTHX_ HV *stash, taking_t *taking)
{
    mh_symbols_t *symbols = taking->symbols;
    HE **buckets = HvARRAY(stash);
    mh_stash_t *noted;

    Renew(symbols->stashes, symbols->stash_count + 1, mh_stash_t);
    noted = &symbols->stashes[symbols->stash_count++];
    *noted = (mh_stash_t){ .stash = (HV *)SvREFCNT_inc_simple_NN((SV *)stash),
                           .overloads = cBOOL(HvAMAGIC(stash)) };
    for (STRLEN i = 0; buckets && i <= HvMAX(stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he))
            take_entry(aTHX_ taking, noted, he);
    mh_stash_list(aTHX_ noted);
}

static void take_stash(pTHX_ HV *stash, void *data)
{
    taking_t *taking = data;

    if (!mh_package_is_program(aTHX_ stash)) {
        if (mh_package_is_reset(aTHX_ stash))
            mh_symbols_mention_all(aTHX_ taking->symbols, stash,
                                   taking->values);
        return;
    }
    if (!is_empty(aTHX_ stash, &taking->before->known))
        note_stash(aTHX_ stash, taking);
}

mh_symbols_t *mh_symbols_take(pTHX_ const mh_symbols_t *before,
                              mh_values_t *values)
{
    mh_pointers_t seen = { 0 };
    taking_t taking = { .before = before, .values = values };

    Newxz(taking.symbols, 1, mh_symbols_t);
    mh_stash_each(aTHX_ PL_defstash, &seen, take_stash, &taking);
    mh_pointers_clear(&seen);
    return taking.symbols;
}

mh_symbols_t *mh_symbols_take_package(pTHX_ HV *stash, mh_values_t *values)
{
    const mh_symbols_t none = { 0 };
    taking_t taking = { .before = &none, .values = values };

    Newxz(taking.symbols, 1, mh_symbols_t);
    note_stash(aTHX_ stash, &taking);
    return taking.symbols;
}

/* Of a constant that is imported again perl may make another sub. */
static bool same_code(const CV *a, const CV *b)
{
    return a == b || (a && b && CvCONST(a) && CvCONST(b) &&
                      CvXSUBANY(a).any_ptr == CvXSUBANY(b).any_ptr);
}

/*
 * Slots, not what is in them. A glob that has got another body is not the same.
 */
static bool glob_unchanged(const mh_glob_t *glob)
{
    const GV *gv = glob->gv;

    return isGV_with_GP(gv) && GvGP(gv) == glob->gp &&
           GvSV(gv) == glob->scalar && GvAV(gv) == glob->array &&
           GvHV(gv) == glob->hash && same_code(GvCV(gv), glob->code) &&
           !GvCVGEN(gv) && GvIOp(gv) == glob->io && GvFORM(gv) == glob->form;
}

bool mh_symbols_unchanged(const mh_symbols_t *symbols)
{
    for (size_t i = 0; i < symbols->stash_count; i++)
        if (!mh_stash_unchanged(&symbols->stashes[i]))
            return false;
    for (size_t i = 0; i < symbols->glob_count; i++)
        if (!glob_unchanged(&symbols->globs[i]))
            return false;
    return true;
}

/* What is in them now */

bool mh_stash_unchanged(const mh_stash_t *noted)
{
    HE **buckets = HvARRAY(noted->stash);
    size_t at = 0;

    if (HvTOTALKEYS(noted->stash) != noted->count)
        return false;
    for (STRLEN i = 0; buckets && i <= HvMAX(noted->stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he), at++)
            if (he != noted->entries[at].he ||
                HeVAL(he) != noted->entries[at].symbol)
                return false;
    return true;
}

/* But for the code that was there: what that has captured is lexical. */
static void each_slot(pTHX_ GV *gv, const CV *noted,
                      void (*function)(pTHX_ SV *, void *), void *data)
{
    if (GvSV(gv))
        function(aTHX_ GvSV(gv), data);
    if (GvAV(gv))
        function(aTHX_(SV *) GvAV(gv), data);
    if (GvHV(gv))
        function(aTHX_(SV *) GvHV(gv), data);
    if (GvCV(gv) && GvCV(gv) != noted)
        function(aTHX_(SV *) GvCV(gv), data);
    if (GvIOp(gv))
        function(aTHX_(SV *) GvIOp(gv), data);
}

static void each_new(pTHX_ mh_stash_t *noted,
                     void (*function)(pTHX_ SV *, void *), void *data)
{
    HE **buckets = HvARRAY(noted->stash);

    if (noted->foreign || mh_stash_unchanged(noted))
        return;
    for (STRLEN i = 0; buckets && i <= HvMAX(noted->stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he))
            if (isGV_with_GP(HeVAL(he)) && !mh_package_of_entry(he) &&
                !mh_pointers_find(&noted->known, HeVAL(he)))
                each_slot(aTHX_(GV *) HeVAL(he), NULL, function, data);
}

void mh_symbols_each(pTHX_ mh_symbols_t *symbols,
                     void (*function)(pTHX_ SV *, void *), void *data)
{
    for (size_t i = 0; i < symbols->glob_count; i++)
        if (symbols->globs[i].variables && isGV_with_GP(symbols->globs[i].gv))
            each_slot(aTHX_ symbols->globs[i].gv, symbols->globs[i].code,
                      function, data);
    for (size_t i = 0; i < symbols->stash_count; i++)
        each_new(aTHX_ & symbols->stashes[i], function, data);
}

/* Restoring */

/*
 * A symbol that something else refers to, a module's code as a rule, stays,
 * empty: it would not be the one that the program finds by its name next time.
 */
static bool empty_symbol(pTHX_ mh_symbols_t *symbols, mh_stash_t *noted, GV *gv)
{
    if (!isGV_with_GP(gv) || SvREFCNT(gv) < 2)
        return false;
    gp_free(gv);
    GvGP_set(gv, Perl_newGP(aTHX_ gv));
    mh_symbols_mention(aTHX_ symbols, gv, NULL);
    mh_pointers_add(&noted->own, gv, 1);
    return true;
}

static bool may_stay(pTHX_ mh_symbols_t *symbols, mh_stash_t *noted, HE *he)
{
    HV *inner = mh_package_of_entry(he);

    if (mh_pointers_find(&noted->known, HeVAL(he)))
        return true;
    if (inner ? !mh_package_is_removable(aTHX_ inner)
              : mh_package_is_perls(HeKEY_hek(he)))
        return true;
    return !inner && empty_symbol(aTHX_ symbols, noted, (GV *)HeVAL(he));
}

static void remove_new(pTHX_ mh_symbols_t *symbols, mh_stash_t *noted)
{
    HE **buckets = HvARRAY(noted->stash);
    AV *keys = newAV();

    for (STRLEN i = 0; buckets && i <= HvMAX(noted->stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he))
            if (!may_stay(aTHX_ symbols, noted, he))
                av_push(keys, newSVhek(HeKEY_hek(he)));
    for (size_t i = 0; i < av_count(keys); i++)
        (void)hv_delete_ent(noted->stash, AvARRAY(keys)[i], G_DISCARD, 0);
    SvREFCNT_dec_NN((SV *)keys);
}

static void put_entry(pTHX_ HV *stash, const mh_entry_t *entry)
{
    HE *he = hv_fetch_ent(stash, entry->key, 0, 0);

    if (he && HeVAL(he) == entry->symbol)
        return;
    (void)hv_store_ent(stash, entry->key, SvREFCNT_inc_simple_NN(entry->symbol),
                       0);
}

void mh_stash_put(pTHX_ mh_stash_t *noted)
{
    for (size_t i = 0; i < noted->count; i++)
        if (noted->entries[i].key)
            put_entry(aTHX_ noted->stash, &noted->entries[i]);
    /* It has given up looking if it did so while they were not there. */
    if (noted->overloads)
        HvAMAGIC_on(noted->stash);
}

static void restore_stash(pTHX_ mh_symbols_t *symbols, mh_stash_t *noted)
{
    if (noted->foreign || LIKELY(mh_stash_unchanged(noted)))
        return;
    remove_new(aTHX_ symbols, noted);
    mh_stash_put(aTHX_ noted);
    mh_stash_list(aTHX_ noted);
    mro_method_changed_in(noted->stash);
}

void mh_symbols_restore(pTHX_ mh_symbols_t *symbols)
{
    for (size_t i = 0; i < symbols->stash_count; i++)
        restore_stash(aTHX_ symbols, &symbols->stashes[i]);
    for (size_t i = 0; i < symbols->glob_count; i++)
        mh_glob_restore(aTHX_ & symbols->globs[i]);
}

void mh_symbols_free(pTHX_ mh_symbols_t *symbols)
{
    for (size_t i = 0; i < symbols->glob_count; i++) {
        mh_glob_release(aTHX_ & symbols->globs[i]);
        SvREFCNT_dec((SV *)symbols->globs[i].gv);
    }
    for (size_t i = 0; i < symbols->stash_count; i++) {
        mh_stash_t *noted = &symbols->stashes[i];

        release_entries(aTHX_ noted->entries, noted->count);
        mh_pointers_clear(&noted->known);
        mh_pointers_clear(&noted->own);
        SvREFCNT_dec((SV *)noted->stash);
    }
    Safefree(symbols->globs);
    Safefree(symbols->stashes);
    mh_pointers_clear(&symbols->known);
    mh_pointers_clear(&symbols->present);
    mh_pointers_clear(&symbols->inside);
    mh_pointers_clear(&symbols->index);
    Safefree(symbols);
}
