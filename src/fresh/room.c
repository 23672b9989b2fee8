/*
 * room.c - see room.h.
 */
#include "fresh/room.h"

#include "fresh/handle.h"
#include "fresh/lexical.h"
#include "fresh/package.h"
#include "fresh/pattern.h"
#include "fresh/symbol.h"
#include "fresh/value.h"

/* How many know a thing when nobody outside does. */
typedef struct share_t {
    const SV *sv;
    U32 count;
} share_t;

/* Closures share the operators of what they are clones of. */
typedef struct body_t {
    const CV *code;
    const OP *root;
    PADOFFSET count; /* where perl counts who shares them */
} body_t;

struct mh_room_t {
    GV *door; /* "PACKAGE::" in the symbol table */
    HV *stash;
    mh_codes_t codes;
    mh_symbols_t *symbols;
    mh_lexicals_t *lexicals;
    mh_values_t values;
    mh_handles_t handles;
    mh_patterns_t patterns;
    share_t *shares; /* first of the package and of code */
    size_t code_count;
    size_t share_count;
    body_t *bodies; /* one for each of the codes */
};

/* Whether it can be kept */

/* It is a module's: its contents are not ours to put back. */
static bool is_imported_variable(const GV *gv)
{
    return (GvIMPORTED_SV(gv) && GvSV(gv) && SvREFCNT(GvSV(gv)) > 1) ||
           (GvIMPORTED_AV(gv) && GvAV(gv) && SvREFCNT(GvAV(gv)) > 1) ||
           (GvIMPORTED_HV(gv) && GvHV(gv) && SvREFCNT(GvHV(gv)) > 1);
}

/* Perl keeps a constant without a glob if it can. */
static const SV *constant_of(const SV *symbol)
{
    CV *code = isGV_with_GP(symbol) ? GvCV((const GV *)symbol) : NULL;

    if (SvROK(symbol) && SvTYPE(SvRV(symbol)) != SVt_PVCV)
        return SvRV(symbol);
    return code && CvCONST(code) ? CvXSUBANY(code).any_ptr : NULL;
}

/* Whose it is cannot be told. */
static bool is_reference(const SV *value)
{
    return value && (SvROK(value) || SvTYPE(value) == SVt_PVAV);
}

static const char *why_not_symbol(const HE *he, bool imports)
{
    const GV *gv = (const GV *)HeVAL(he);

    if (mh_package_of_entry(he))
        return "there is a package inside its package";
    if (imports && is_reference(constant_of((const SV *)gv)))
        return "a constant that may be imported is a reference";
    if (!isGV_with_GP(gv))
        return NULL;
    if (GvGP(gv)->gp_refcnt != 1)
        return "a whole glob has been imported";
    if (is_imported_variable(gv))
        return "a variable has been imported";
    return NULL;
}

/* Perl puts formats and subs of such a name into another package. */
static const char *why_not_code(pTHX_ const HV *stash, CV *code)
{
    const GV *gv;

    if (SvTYPE(code) == SVt_PVFM)
        return "it has a format";
    if (CvANON(code) || CvLEXICAL(code))
        return NULL;
    gv = CvGV(code);
    return gv && GvSTASH(gv) == stash ? NULL : "a sub is in another package";
}

static const char *why_not(pTHX_ const mh_room_t *room, bool imports)
{
    HE **buckets = HvARRAY(room->stash);
    const char *why = NULL;

    for (STRLEN i = 0; buckets && i <= HvMAX(room->stash); i++)
        for (HE *he = buckets[i]; he && !why; he = HeNEXT(he))
            why = why_not_symbol(he, imports);
    for (size_t i = 0; i < room->codes.count && !why; i++)
        why = why_not_code(aTHX_ room->stash, room->codes.list[i]);
    return why;
}

/* Taking */

/* A number that is a constant is anybody's. */
static bool is_unchangeable(const SV *sv)
{
    return SvREADONLY(sv) && SvTYPE(sv) < SVt_PVAV && !SvROK(sv);
}

static void add_share(pTHX_ SV *sv, void *data)
{
    mh_room_t *room = data;

    PERL_UNUSED_CONTEXT;
    if (is_unchangeable(sv))
        return;
    if (!(room->share_count & (room->share_count - 1)))
        Renew(room->shares, room->share_count ? 2 * room->share_count : 1,
              share_t);
    room->shares[room->share_count++] = (share_t){ sv, SvREFCNT(sv) };
}

static void add_handle(pTHX_ SV *sv, void *data)
{
    mh_room_t *room = data;

    if (SvTYPE(sv) == SVt_PVIO)
        mh_handles_add(aTHX_ & room->handles, (IO *)sv);
}

static void take_shares(pTHX_ mh_room_t *room)
{
    add_share(aTHX_(SV *) room->stash, room);
    for (size_t i = 0; i < room->codes.count; i++)
        add_share(aTHX_(SV *) room->codes.list[i], room);
    room->code_count = room->share_count;
    for (size_t i = 0; i < room->symbols->glob_count; i++)
        if (room->symbols->globs[i].io)
            add_share(aTHX_(SV *) room->symbols->globs[i].io, room);
    mh_values_each(aTHX_ & room->values, add_share, room);
}

static void take_bodies(mh_room_t *room)
{
    Newx(room->bodies, room->codes.count, body_t);
    for (size_t i = 0; i < room->codes.count; i++) {
        const CV *code = room->codes.list[i];
        const OP *root = CvROOT(code);

        room->bodies[i] = (body_t){ code, root, root ? root->op_targ : 0 };
    }
}

static GV *door_of(pTHX_ HV *stash)
{
    SV *name = sv_2mortal(newSVhek(HvNAME_HEK(stash)));
    GV *gv;

    sv_catpvs(name, "::");
    gv = gv_fetchsv(name, 0, SVt_PVHV);
    return gv && GvHV(gv) == stash ? gv : NULL;
}

mh_room_t *mh_room_take(pTHX_ CV *body, HV *stash, const mh_pointers_t *known,
                        bool imports, const char **why)
{
    mh_room_t *room;

    Newxz(room, 1, mh_room_t);
    room->stash = (HV *)SvREFCNT_inc_simple_NN((SV *)stash);
    room->door = (GV *)SvREFCNT_inc((SV *)door_of(aTHX_ stash));
    room->codes = mh_codes_find(aTHX_ body, known);
    *why = room->door ? why_not(aTHX_ room, imports)
                      : "its package has no name";
    if (*why) {
        mh_room_free(aTHX_ room);
        return NULL;
    }
    room->symbols = mh_symbols_take_package(aTHX_ stash, &room->values);
    room->lexicals = mh_lexicals_take(aTHX_ & room->codes, &room->values);
    mh_symbols_each(aTHX_ room->symbols, add_handle, room);
    mh_patterns_take(aTHX_ & room->patterns, body, NULL, &room->codes);
    take_shares(aTHX_ room);
    take_bodies(room);
    return room;
}

/* In and out of the symbol table */

/* Perl remembers which package has what name. */
static void set_door(pTHX_ mh_room_t *room, HV *stash)
{
    GvHV(room->door) = stash;
    if (PL_stashcache)
        (void)hv_delete_ent(PL_stashcache,
                            sv_2mortal(newSVhek(HvNAME_HEK(room->stash))),
                            G_DISCARD, 0);
}

bool mh_room_show(pTHX_ mh_room_t *room)
{
    if (GvHV(room->door) == room->stash)
        return true;
    if (GvHV(room->door))
        return false;
    set_door(aTHX_ room, (HV *)SvREFCNT_inc_simple_NN((SV *)room->stash));
    return true;
}

void mh_room_hide(pTHX_ mh_room_t *room)
{
    if (GvHV(room->door) != room->stash)
        return;
    set_door(aTHX_ room, NULL);
    SvREFCNT_dec_NN((SV *)room->stash);
}

/* Runs */

bool mh_room_unchanged(const mh_room_t *room)
{
    return mh_symbols_unchanged(room->symbols);
}

/* Known to more than when it was taken. */
static bool is_shared(const share_t *shares, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (SvREFCNT(shares[i].sv) > shares[i].count)
            return true;
    return false;
}

/* Has a sub been put elsewhere, undefined, or does a closure live on? */
static bool code_escaped(const mh_room_t *room)
{
    for (size_t i = 0; i < room->codes.count; i++) {
        const body_t *body = &room->bodies[i];

        if (CvROOT(body->code) != body->root ||
            (body->root && body->root->op_targ > body->count))
            return true;
    }
    return is_shared(room->shares, room->code_count);
}

/*
 * Variables of the package go before those that only its code knows. When they
 * have gone, whoever still refers to code or is an object is outside.
 */
bool mh_room_restore(pTHX_ mh_room_t *room)
{
    if (is_shared(room->shares + room->code_count,
                  room->share_count - room->code_count))
        return false;
    mh_symbols_restore(aTHX_ room->symbols);
    mh_values_restore(aTHX_ & room->values);
    mh_handles_restore(aTHX_ & room->handles);
    if (code_escaped(room) || !mh_lexicals_restore(aTHX_ room->lexicals))
        return false;
    mh_patterns_restore(aTHX_ & room->patterns);
    return true;
}

void mh_room_free(pTHX_ mh_room_t *room)
{
    mh_patterns_free(aTHX_ & room->patterns);
    mh_handles_free(aTHX_ & room->handles);
    if (room->lexicals)
        mh_lexicals_free(aTHX_ room->lexicals);
    mh_values_free(aTHX_ & room->values);
    if (room->symbols)
        mh_symbols_free(aTHX_ room->symbols);
    mh_codes_free(aTHX_ & room->codes);
    SvREFCNT_dec((SV *)room->door);
    SvREFCNT_dec((SV *)room->stash);
    Safefree(room->shares);
    Safefree(room->bodies);
    Safefree(room);
}
