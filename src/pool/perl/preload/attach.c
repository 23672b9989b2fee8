/*
 * attach.c - puts packages and symbols of hidden modules back into sight.
 *
 * A name that the script has mentioned meanwhile exists twice then:
 * duplicate.c makes one of the two.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/piece.h"

/* Variables of perl's regcomp.c. */
#define RE_COMPILE_RECURSION_LIMIT "\022E_COMPILE_RECURSION_LIMIT"
#define RE_TRIE_MAXBUF "\022E_TRIE_MAXBUF"

/* --- whether names may be attached --- */

static bool is_due(const mh_piece_t *piece)
{
    return !piece->attached && !piece->given && mh_piece_wanted(piece);
}

/*
 * Gives up one name. Functions written in C use no names of their package, so
 * it does not matter to them.
 */
static bool give_name(pTHX_ HV *from, const HE *entry, HV *to)
{
    mh_slots_t slots = mh_survey_entry(aTHX_ from, entry);

    if (mh_glob_slots_bookkeeping(&slots)) {
        mh_duplicates_pour(aTHX_ HeVAL(entry), HeKEY_hek(entry), to);
        return true;
    }
    if (mh_duplicate_is_foreign(&slots))
        return mh_duplicates_move(aTHX_ HeVAL(entry), HeKEY_hek(entry), to);
    return mh_duplicates_add(aTHX_ HeVAL(entry), HeKEY_hek(entry), to);
}

/* Moves a package's names to the other package. */
static bool give_names(pTHX_ HV *from, HV *to)
{
    HE **array = HvARRAY(from);

    for (STRLEN i = 0; array && i <= HvMAX(from); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (!mh_place_is_package(entry) &&
                !give_name(aTHX_ from, entry, to))
                return false;
    return true;
}

/* Names by which perl finds the package; it may have two: `*Foo:: = *Bar::`. A
 * negative count includes one by which perl does not. */
static I32 count_names(HV *stash)
{
    const I32 count = SvOOK(stash) ? HvAUX(stash)->xhv_name_count : 0;

    return count < 0 ? -count - 1 : count ? count : 1;
}

/* False for a package that something refers to. For a while, that does not
 * matter. */
static bool is_single(HV *there)
{
    return (SvREFCNT(there) == 1 || mh_pieces.first) && count_names(there) == 1;
}

/* True if the script's package holds only names that were mentioned. */
static bool gives_way(pTHX_ const mh_piece_t *piece, HV *there)
{
    return is_single(there) && !mh_survey_in_use(aTHX_ there) &&
           give_names(aTHX_ there, piece->stash);
}

/* True if the script's names change nothing about how the code is parsed. */
static bool is_alike(pTHX_ HV *stash, HV *there)
{
    HE **array = HvARRAY(stash);

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry)) {
            SV *key = sv_2mortal(newSVhek(HeKEY_hek(entry)));
            HE *other = hv_fetch_ent(there, key, 0, HeHASH(entry));

            if (!mh_place_is_package(entry) && other &&
                mh_duplicate_is_syntax(HeVAL(other)))
                return false;
        }
    return true;
}

/* The hidden package, which has no content, is merged with the script's. */
static bool joins_package(pTHX_ mh_piece_t *piece, HV *there)
{
    piece->joins = true;
    return !mh_survey_in_use(aTHX_ piece->stash) &&
           is_alike(aTHX_ piece->stash, there) &&
           give_names(aTHX_ piece->stash, there);
}

static bool has_name(const HEK *hek, const char *name, size_t length)
{
    return hek && (size_t)HEK_LEN(hek) == length &&
           memcmp(HEK_KEY(hek), name, length) == 0;
}

/*
 * Perl names a package as the code that mentions it first does: main::Foo, if
 * that is $main::Foo::x. It keeps this name, and a package that is put into it
 * would be named after it. False: the package, or one that it is in, has such a
 * name.
 */
static bool is_named_plainly(pTHX_ const char *name)
{
    for (const char *end = name; *end; end += strspn(end, ":")) {
        size_t length;
        HV *stash;

        while (*end && strncmp(end, "::", 2) != 0)
            end++;
        length = (size_t)(end - name);
        stash = gv_stashpvn(name, (U32)length, 0);
        if (stash && !(has_name(HvNAME_HEK(stash), name, length) &&
                       has_name(HvENAME_HEK(stash), name, length)))
            return false;
    }
    return true;
}

static bool may_attach_stash(pTHX_ mh_piece_t *piece)
{
    HV *there = gv_stashpv(piece->name, 0);
    size_t mark = mh_duplicates_mark();
    bool brings = piece->shared || mh_place_has_names(piece->stash);

    if (!is_named_plainly(aTHX_ piece->name))
        return false;
    if (!there || !brings)
        return true;
    if (gives_way(aTHX_ piece, there)) {
        if (mh_pieces.first) /* its names return with it */
            mh_duplicates_back(mark);
        return true;
    }
    mh_duplicates_back(mark);
    return !mh_pieces.first && joins_package(aTHX_ piece, there);
}

/* The package that is in sight, or will be. */
static HV *home_of(pTHX_ const mh_piece_t *piece)
{
    const mh_piece_t *package = piece->package;

    return package && (package->given || package->joins)
               ? gv_stashpv(package->name, 0)
               : piece->stash;
}

/* Names of the package that are other names of the variables, as English makes
 * them. */
static U32 count_aliases(const mh_piece_t *package, const GP *variables)
{
    HE **array = HvARRAY(package->stash);
    U32 count = 0;

    for (STRLEN i = 0; array && i <= HvMAX(package->stash); i++)
        for (const HE *entry = array[i]; entry; entry = HeNEXT(entry))
            count += isGV_with_GP(HeVAL(entry)) &&
                     GvGP((GV *)HeVAL(entry)) == variables;
    return count;
}

static bool is_aside(const mh_piece_t *piece)
{
    return piece->kind == MH_PIECE_STASH && !piece->attached && !piece->due;
}

/* True if all other names of the variables are in packages out of sight. */
static bool has_hidden_aliases(const GV *gv)
{
    U32 count = 1;

    for (size_t i = 0; i < mh_pieces.count; i++)
        if (is_aside(mh_pieces.list[i]))
            count += count_aliases(mh_pieces.list[i], GvGP(gv));
    return count == GvREFCNT(gv);
}

/* Modules whose names would be other names of variables that are given up. */
static void bar_aliases(const GV *gv)
{
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (is_aside(mh_pieces.list[i]) &&
            count_aliases(mh_pieces.list[i], GvGP(gv)))
            mh_pieces.list[i]->owners[0]->barred = true;
}

static bool is_alone(pTHX_ const GV *gv)
{
    return mh_duplicate_is_alone(gv) ||
           (GvREFCNT(gv) > 1 &&
            mh_glob_is_perls_scalar(aTHX_ PL_defstash, (const SV *)gv) &&
            has_hidden_aliases(gv));
}

/* True if nothing would miss the symbol's own variables. */
static bool can_share(pTHX_ const GV *gv, SV *other)
{
    return isGV_with_GP(other) && !mh_duplicate_is_syntax(other) && !GvCV(gv) &&
           is_alone(aTHX_ gv);
}

/* A name of main becomes another name for the script's variables, as *one =
 * *other would make it. */
static bool joins_variable(pTHX_ mh_piece_t *piece, SV *other)
{
    piece->joins = true;
    piece->with = other;
    return can_share(aTHX_(GV *) piece->symbol, other);
}

static bool joins_name(pTHX_ mh_piece_t *piece, HV *home, SV *other)
{
    piece->joins = true;
    return !(other && mh_duplicate_is_syntax(other)) &&
           mh_duplicates_add(aTHX_ piece->symbol,
                             SvSHARED_HEK_FROM_PV(SvPVX(piece->key)), home);
}

static bool brings_content(const mh_piece_t *piece)
{
    return piece->content || (piece->slots && mh_piece_wanted(piece->slots));
}

/*
 * True for a symbol of package main that perl itself makes and finds by its
 * name, so that no code refers to it. The module's symbol is given up for the
 * script's: perl counts each BEGIN block as a change of its package, and two
 * symbols would give another number.
 */
static bool is_perls_own(pTHX_ const mh_piece_t *piece, const HV *home)
{
    const char *key = SvPVX(piece->key);

    return home == PL_defstash &&
           (strEQ(key, "BEGIN") || strEQ(key, RE_COMPILE_RECURSION_LIMIT) ||
            strEQ(key, RE_TRIE_MAXBUF));
}

/*
 * For a while, a module's own $1 is as good as that of other code, which may be
 * compiled then. So it stays out of sight. False: it cannot be the script's
 * when the module is shown for good.
 */
static bool stays_hidden(pTHX_ mh_piece_t *piece, SV *other)
{
    piece->due = false;
    return !other || (mh_glob_is_perls_scalar(aTHX_ PL_defstash, other) &&
                      can_share(aTHX_(GV *) piece->symbol, other));
}

/* A name that the script has, too. */
static bool merges(pTHX_ mh_piece_t *piece, HV *home, SV *other)
{
    if (is_perls_own(aTHX_ piece, home)) {
        piece->joins = true;
        piece->with = NULL;
        return true;
    }
    if (mh_pieces.first)
        return false;
    if (home == PL_defstash)
        return joins_variable(aTHX_ piece, other);
    if (!brings_content(piece))
        return joins_name(aTHX_ piece, home, other);
    return home == piece->stash &&
           mh_duplicates_add(aTHX_ other,
                             SvSHARED_HEK_FROM_PV(SvPVX(piece->key)), home);
}

/* False for a package in sight that has lost its name: another package has that
 * name, or none. */
static bool has_place(const mh_piece_t *piece, HV *home)
{
    return HvENAME_HEK(home) || (piece->package && !piece->package->attached);
}

static bool may_attach_name(pTHX_ mh_piece_t *piece)
{
    HV *home = home_of(aTHX_ piece);
    const HE *entry = home ? hv_fetch_ent(home, piece->key, 0, 0) : NULL;

    if (!home || !has_place(piece, home))
        return false;
    if (entry && HeVAL(entry) == piece->symbol)
        return true;
    if (mh_pieces.first && mh_glob_is_perls_scalar(aTHX_ home, piece->symbol))
        return stays_hidden(aTHX_ piece, entry ? HeVAL(entry) : NULL);
    if (entry)
        return merges(aTHX_ piece, home, HeVAL(entry));
    return home == piece->stash ||
           (!brings_content(piece) && joins_name(aTHX_ piece, home, NULL));
}

/* The name may be the script's meanwhile, with content of its own. */
static bool may_fill(pTHX_ const mh_piece_t *piece)
{
    const mh_piece_t *name = mh_piece_find(piece->stash, piece->symbol);
    const HE *entry = hv_fetch_ent(piece->stash, piece->key, 0, 0);

    if (!isGV_with_GP(piece->symbol) || !has_place(piece, piece->stash) ||
        !mh_duplicate_is_unused(aTHX_(GV *) piece->symbol))
        return false;
    if (name && (name->given || name->joins))
        return false;
    return (name && name->due) || (entry && HeVAL(entry) == piece->symbol) ||
           (piece->package && piece->package->due);
}

static bool may_attach(pTHX_ mh_piece_t *piece)
{
    switch (piece->kind) {
    case MH_PIECE_STASH:
        return may_attach_stash(aTHX_ piece);
    case MH_PIECE_NAME:
        return may_attach_name(aTHX_ piece);
    default:
        return may_fill(aTHX_ piece);
    }
}

bool mh_symbols_may_attach(pTHX)
{
    bool may = true;

    mh_duplicates_begin(aTHX);
    mh_pieces_ask();
    for (size_t i = 0; i < mh_pieces.count; i++) {
        mh_piece_t *piece = mh_pieces.list[i];

        if (piece->due || piece->joins)
            piece->due = piece->joins = false;
        if (may && is_due(piece)) {
            piece->due = true;
            may = may_attach(aTHX_ piece);
        }
    }
    return may && mh_duplicates_find(aTHX);
}

/* --- attaching them --- */

/* Perl ties %! where code mentions it, and the module's code does. */
void mh_glob_share(pTHX_ GV *gv, GV *other)
{
    if (GvHV(gv) && !GvHV(other))
        GvHV(other) = (HV *)SvREFCNT_inc_simple_NN((SV *)GvHV(gv));
    if (GvREFCNT(gv) > 1)
        bar_aliases(gv);
    gp_free(gv);
    GvGP_set(gv, gp_ref(GvGP(other)));
}

static void attach_name(pTHX_ mh_piece_t *piece)
{
    const HEK *key = SvSHARED_HEK_FROM_PV(SvPVX(piece->key));

    if (!piece->entry || mh_entry_find(piece->stash, key)) {
        (void)hv_store_ent(piece->stash, piece->key,
                           SvREFCNT_inc_simple_NN(piece->symbol), 0);
        return;
    }
    mh_entry_put(aTHX_ piece->stash, piece->entry);
    piece->entry = NULL;
}

static void attach(pTHX_ mh_piece_t *piece)
{
    piece->attached = true;
    if (piece->joins) {
        piece->given = true;
        if (piece->with)
            mh_glob_share(aTHX_(GV *) piece->symbol, (GV *)piece->with);
        return;
    }
    if (piece->kind == MH_PIECE_STASH) {
        mh_place_take(aTHX_ piece);
        return;
    }
    if (piece->kind == MH_PIECE_NAME)
        attach_name(aTHX_ piece);
    else
        mh_piece_swap(piece);
    mh_piece_changed(aTHX_ piece);
}

void mh_symbols_attach(pTHX)
{
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (mh_pieces.list[i]->due)
            attach(aTHX_ mh_pieces.list[i]);
    mh_duplicates_resolve(aTHX);
}
