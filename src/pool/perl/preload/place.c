/*
 * place.c - the place of a hidden package in the symbol table.
 *
 * A script's package of that name gives way to it, if it holds only other
 * packages and mere mentions. In a script with CGI::Carp, for example, the
 * package CGI holds Carp.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/piece.h"

bool mh_place_is_package(const HE *entry)
{
    STRLEN length = (STRLEN)HeKLEN(entry);

    return length > 2 && memcmp(HeKEY(entry) + length - 2, "::", 2) == 0;
}

bool mh_place_has_names(const HV *stash)
{
    HE **array = HvARRAY(stash);

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (const HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (!mh_place_is_package(entry))
                return true;
    return false;
}

/* --- taking it --- */

static void put(pTHX_ const char *name, HV *stash)
{
    SV *path = sv_2mortal(newSVpvf("%s::", name));
    GV *gv = gv_fetchsv(path, GV_ADD, SVt_PVHV);
    SV *reference = newRV_inc((SV *)stash);

    sv_setsv_mg((SV *)gv, reference);
    SvREFCNT_dec(reference);
}

/* Takes the entries of packages out, as a list. Perl does not see it, so none
 * of these packages changes. */
static HE *take_packages(HV *stash)
{
    HE **array = HvARRAY(stash);
    HE *list = NULL;

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i], *next; entry; entry = next) {
            next = HeNEXT(entry);
            if (!mh_place_is_package(entry))
                continue;
            mh_entry_take(stash, entry);
            HeNEXT(entry) = list;
            list = entry;
        }
    return list;
}

/* A symbol is named after its package, so each package has its own; they share
 * what they hold. */
static void make_twin(pTHX_ HV *stash, const HE *entry)
{
    SV *key = sv_2mortal(newSVhek(HeKEY_hek(entry)));
    const GV *gv = (const GV *)HeVAL(entry);
    GV *twin;

    if (!isGV_with_GP(gv) || hv_exists_ent(stash, key, 0))
        return;
    twin = (GV *)newSV(0);
    gv_init_sv(twin, stash, key, 0);
    gp_free(twin);
    GvGP_set(twin, gp_ref(GvGP(gv)));
    GvFLAGS(twin) |= GvFLAGS(gv) & (GVf_IMPORTED | GVf_MULTI);
    (void)hv_store_ent(stash, key, (SV *)twin, 0);
}

void mh_place_take(pTHX_ mh_piece_t *piece)
{
    HV *there = gv_stashpv(piece->name, 0);
    HE *packages = NULL;

    if (there && !piece->shared && !mh_place_has_names(piece->stash))
        return;
    /* The stack may refer to the package. */
    piece->before = (HV *)SvREFCNT_inc_simple((SV *)there);
    if (there)
        packages = take_packages(there);
    put(aTHX_ piece->name, piece->stash);
    for (HE *next; packages; packages = next) {
        next = HeNEXT(packages);
        make_twin(aTHX_ piece->stash, packages);
        mh_entry_put(aTHX_ there, packages);
    }
}

/* --- leaving it --- */

/* The last "::" in a package's name; NULL: none. */
static const char *last_colons(const char *name, size_t length)
{
    for (const char *at = name + length; at > name + 1; at--)
        if (at[-1] == ':' && at[-2] == ':')
            return at - 2;
    return NULL;
}

/* Takes the entry of that package out of the package that holds it. */
static void take_out(pTHX_ const char *name, size_t length)
{
    const char *colons = last_colons(name, length);
    const char *last = colons ? colons + 2 : name;
    HV *parent = colons ? gv_stashpvn(name, (U32)(colons - name), 0)
                        : PL_defstash;
    SV *key = newSVpvf("%.*s::", (int)(name + length - last), last);

    if (parent)
        (void)hv_delete_ent(parent, sv_2mortal(key), G_DISCARD, 0);
}

/* True for a package that is there only since modules may be hidden again. */
static bool is_new(const HV *stash)
{
    return mh_pieces.first && !mh_survey_has_stash(mh_pieces.first, stash);
}

static bool is_over(pTHX_ HV *stash)
{
    return is_new(stash) && !HvTOTALKEYS(stash) &&
           !mh_piece_find(stash, NULL) && !mh_survey_in_use(aTHX_ stash);
}

/* The package stays, without its place: a kept file may have names in it. */
static void take_out_for_good(pTHX_ HV *stash, const char *name, size_t length)
{
    SvREFCNT_inc_simple_void_NN((SV *)stash);
    take_out(aTHX_ name, length);
}

/* Perl has made the packages that hold this one, if they were not there. */
static void take_out_holders(pTHX_ const char *name)
{
    const char *end = last_colons(name, strlen(name));
    HV *stash = end ? gv_stashpvn(name, (U32)(end - name), 0) : NULL;

    while (stash && is_over(aTHX_ stash)) {
        take_out_for_good(aTHX_ stash, name, (size_t)(end - name));
        end = last_colons(name, (size_t)(end - name));
        stash = end ? gv_stashpvn(name, (U32)(end - name), 0) : NULL;
    }
}

/* A package that has left its place meanwhile has no twin. */
static HE *take_with_twins(pTHX_ HV *stash, HV *twins)
{
    HE *list = take_packages(stash);
    HE **place = &list;

    while (*place) {
        HE *entry = *place;

        if (mh_entry_find(twins, HeKEY_hek(entry))) {
            place = &HeNEXT(entry);
            continue;
        }
        *place = HeNEXT(entry);
        hv_free_ent(stash, entry);
    }
    return list;
}

/* Those that are in the package already are twins. */
static void give_packages(pTHX_ HV *stash, HE *list)
{
    for (HE *next; list; list = next) {
        next = HeNEXT(list);
        if (mh_entry_find(stash, HeKEY_hek(list)))
            hv_free_ent(stash, list);
        else
            mh_entry_put(aTHX_ stash, list);
    }
}

/* The package that was there has its place again. */
static void put_back(pTHX_ mh_piece_t *piece)
{
    HE *packages = take_with_twins(aTHX_ piece->before, piece->stash);
    HE *twins = take_packages(piece->stash);

    put(aTHX_ piece->name, piece->before);
    give_packages(aTHX_ piece->before, packages);
    give_packages(aTHX_ piece->before, twins);
    if (is_over(aTHX_ piece->before))
        take_out_for_good(aTHX_ piece->before, piece->name,
                          strlen(piece->name));
    SvREFCNT_dec_NN((SV *)piece->before);
    piece->before = NULL;
}

void mh_place_leave(pTHX_ mh_piece_t *piece)
{
    if (gv_stashpv(piece->name, 0) != piece->stash)
        return;
    if (piece->before)
        put_back(aTHX_ piece);
    else
        take_out(aTHX_ piece->name, strlen(piece->name));
    take_out_holders(aTHX_ piece->name);
}
