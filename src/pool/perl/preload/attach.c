/*
 * attach.c - puts packages and symbols of hidden modules back into sight.
 *
 * A name that was mentioned meanwhile then exists twice: duplicate.c merges the
 * two. If that happened while a module was loaded ahead, the two modules stay
 * tied to each other.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/piece.h"

/* --- may they be? --- */

static bool is_package(const HE *entry)
{
    STRLEN length = HeKLEN(entry);

    return length > 2 && memcmp(HeKEY(entry) + length - 2, "::", 2) == 0;
}

static bool has_names(HV *stash)
{
    HE **array = HvARRAY(stash);

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (!is_package(entry))
                return true;
    return false;
}

/* True if all in the package came from modules that are shown. */
static bool is_ours(pTHX_ HV *stash)
{
    HE **array = HvARRAY(stash);

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry)) {
            mh_slots_t slots = mh_survey_entry(aTHX_ stash, entry);
            const mh_piece_t *piece;

            if (is_package(entry) || !mh_glob_slots_own(&slots))
                continue;
            piece = mh_piece_find(stash, HeVAL(entry));
            if (!piece || !piece->attached)
                return false;
        }
    return true;
}

static HE *same_name(pTHX_ HV *stash, const HE *entry)
{
    SV *key = sv_2mortal(newSVhek(HeKEY_hek(entry)));

    return hv_fetch_ent(stash, key, 0, HeHASH(entry));
}

/*
 * The module that loses these symbols: if no piece owned them, the one that is
 * being loaded.
 */
static mh_module_t *mentions_of(const mh_piece_t *piece)
{
    return piece->giver ? piece->giver->owner : mh_pieces.top;
}

/*
 * Gives up one name. Functions written in C use no names of their package, so
 * it does not matter to them.
 */
static bool give_name(pTHX_ mh_piece_t *piece, HV *from, const HE *entry,
                      HV *to)
{
    const HE *other = same_name(aTHX_ to, entry);
    mh_slots_t slots = mh_survey_entry(aTHX_ from, entry);

    if (mh_glob_slots_bookkeeping(&slots)) {
        mh_duplicates_pour(aTHX_ HeVAL(entry), HeKEY_hek(entry), to);
        return true;
    }
    if (mh_duplicate_is_foreign(&slots))
        return mh_duplicates_move(aTHX_ HeVAL(entry), HeKEY_hek(entry), to,
                                  piece->giver, mentions_of(piece));
    piece->syntax |= other && mh_duplicate_is_syntax(HeVAL(other));
    return mh_duplicates_add(aTHX_ HeVAL(entry), HeKEY_hek(entry), to,
                             piece->giver, mentions_of(piece));
}

static bool are_same(const mh_piece_t *one, const mh_piece_t *other)
{
    bool same_place = one->kind == MH_PIECE_STASH
                          ? other->kind == MH_PIECE_STASH
                          : other->kind != MH_PIECE_STASH &&
                                one->stash == other->stash;

    return same_place && strEQ(one->name, other->name);
}

static const mh_piece_t *find_same(const mh_piece_t *piece,
                                   const mh_module_t *owner)
{
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (mh_pieces.list[i]->owner == owner &&
            are_same(mh_pieces.list[i], piece))
            return mh_pieces.list[i];
    return NULL;
}

/* Moves a package's names to the other package. */
static bool give_names(pTHX_ mh_piece_t *piece, HV *from, HV *to)
{
    HE **array = HvARRAY(from);

    for (STRLEN i = 0; array && i <= HvMAX(from); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (!is_package(entry) && !give_name(aTHX_ piece, from, entry, to))
                return false;
    return true;
}

/*
 * True if the present package holds only names that were mentioned. While
 * modules are loaded ahead, these names must be hidden again with that package;
 * a script's names must not.
 */
static bool gives_way(pTHX_ mh_piece_t *piece, HV *there)
{
    mh_piece_t *shell = mh_piece_find(there, NULL);

    if (mh_survey_in_use(aTHX_ there) ||
        SvREFCNT(there) > 1 + (shell ? shell->references : 0) ||
        (mh_pieces.before && !shell &&
         mh_survey_has_stash(mh_pieces.before, there)))
        return false;
    piece->giver = shell;
    piece->with = piece->owner;
    return give_names(aTHX_ piece, there, piece->stash);
}

static bool has_pieces(const HV *stash)
{
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (mh_pieces.list[i]->stash == stash)
            return true;
    return false;
}

/* The piece will be merged with the present one, if that has an owner. */
static void give(mh_piece_t *piece, mh_piece_t *there, bool was_there)
{
    piece->giver = piece;
    piece->holder = there;
    if (there)
        piece->with = there->owner;
    else if (!was_there)
        piece->with = mh_pieces.top;
}

/* Merges two packages; the one that holds no content is hidden. */
static bool joins_package(pTHX_ mh_piece_t *piece, HV *there)
{
    mh_piece_t *known = mh_piece_find(there, NULL);
    bool was_there = mh_pieces.before &&
                     mh_survey_has_stash(mh_pieces.before, there);

    if (mh_survey_in_use(aTHX_ piece->stash) ||
        (was_there && !known && has_pieces(there)))
        return false;
    give(piece, known, was_there);
    return give_names(aTHX_ piece, piece->stash, there) && !piece->syntax;
}

static void start(mh_piece_t *piece)
{
    piece->giver = NULL;
    piece->holder = piece;
    piece->with = NULL;
    piece->syntax = piece->waits = false;
}

static bool may_attach_stash(pTHX_ mh_piece_t *piece)
{
    HV *there = gv_stashpv(piece->name, 0);
    size_t mark = mh_duplicates_mark();

    if (!there || !has_names(piece->stash) ||
        (!has_names(there) && !mh_survey_in_use(aTHX_ there)) ||
        gives_way(aTHX_ piece, there))
        return true;
    start(piece);
    mh_duplicates_back(mark);
    return joins_package(aTHX_ piece, there);
}

/* True if the package is in sight, or will be. */
static bool is_there(pTHX_ HV *stash)
{
    const mh_piece_t *piece = mh_piece_find(stash, NULL);

    return (piece && mh_piece_wanted(piece)) ||
           gv_stashpv(HvNAME_get(stash), 0) == stash;
}

static HE *find_entry(pTHX_ const mh_piece_t *piece)
{
    SV *key = sv_2mortal(newSVpv(piece->name, 0));

    return hv_fetch_ent(piece->stash, key, 0, 0);
}

static bool was_there(const mh_piece_t *piece, const HE *entry)
{
    return mh_pieces.before &&
           mh_survey_find(mh_pieces.before, piece->stash, HeKEY_hek(entry));
}

/* A name that was mentioned since the module was taken out of sight. */
static bool replaces(pTHX_ mh_piece_t *piece, const HE *entry)
{
    piece->giver = mh_piece_find(piece->stash, HeVAL(entry));
    if (!piece->giver && was_there(piece, entry))
        return false;
    piece->with = piece->owner;
    piece->syntax = mh_duplicate_is_syntax(piece->symbol);
    return mh_duplicates_add(aTHX_ HeVAL(entry), HeKEY_hek(entry), piece->stash,
                             piece->giver, mentions_of(piece));
}

/* Merges a piece that is only a name with the present symbol. */
static bool joins_name(pTHX_ mh_piece_t *piece, const HE *entry)
{
    give(piece, mh_piece_find(piece->stash, HeVAL(entry)),
         was_there(piece, entry));
    return !mh_duplicate_is_syntax(HeVAL(entry)) &&
           mh_duplicates_add(aTHX_ piece->symbol, HeKEY_hek(entry),
                             piece->stash, piece, piece->owner);
}

static bool may_add_name(pTHX_ mh_piece_t *piece)
{
    const HE *entry;

    piece->waits = !is_there(aTHX_ piece->stash);
    if (piece->waits)
        return true;
    entry = find_entry(aTHX_ piece);
    return !entry || joins_name(aTHX_ piece, entry);
}

static bool may_attach(pTHX_ mh_piece_t *piece)
{
    const HE *entry;

    start(piece);
    if (piece->kind == MH_PIECE_STASH)
        return may_attach_stash(aTHX_ piece);
    if (piece->kind == MH_PIECE_NAME)
        return may_add_name(aTHX_ piece);
    if (!is_there(aTHX_ piece->stash) ||
        (!piece->foreign && !is_ours(aTHX_ piece->stash)))
        return false;
    entry = find_entry(aTHX_ piece);
    if (piece->kind == MH_PIECE_SYMBOL)
        return !entry || replaces(aTHX_ piece, entry);
    return entry && HeVAL(entry) == piece->symbol &&
           isGV_with_GP(piece->symbol) &&
           mh_duplicate_is_unused(aTHX_(GV *) piece->symbol);
}

/*
 * Names that a piece has given up belong to the other piece only if that is
 * shown, too, because code that mentions them was compiled without them.
 */
static bool settle(pTHX_ mh_piece_t *piece)
{
    const mh_module_t *other = piece->given_to;

    if (!other || !piece->owner->visited)
        return true;
    if (other->visited)
        return piece->given || mh_duplicates_give(aTHX_ piece);
    if (!piece->given)
        return true;
    if (other->state == MH_MODULE_SHOWN)
        return !piece->given_syntax;
    return mh_duplicates_take_back(aTHX_ piece);
}

static bool is_due(const mh_piece_t *piece)
{
    return !piece->attached && !piece->given && mh_piece_wanted(piece);
}

/*
 * True if the piece has names to show. A package that only holds other packages
 * has none.
 */
static bool brings_names(const mh_piece_t *piece)
{
    return is_due(piece) && !piece->waits &&
           (piece->kind != MH_PIECE_STASH || has_names(piece->stash));
}

/* Two pieces of the same name must come one after the other. */
static bool are_different(pTHX)
{
    mh_piece_t **list;
    size_t count = 0;
    bool different = true;

    Newx(list, mh_pieces.count, mh_piece_t *);
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (brings_names(mh_pieces.list[i]))
            list[count++] = mh_pieces.list[i];
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i && different; j++)
            different = !are_same(list[i], list[j]);
    Safefree(list);
    return different;
}

bool mh_symbols_may_attach(pTHX)
{
    mh_duplicates_begin(aTHX);
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (!settle(aTHX_ mh_pieces.list[i]))
            return false;
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (is_due(mh_pieces.list[i]) && !may_attach(aTHX_ mh_pieces.list[i]))
            return false;
    return are_different(aTHX) && mh_duplicates_find(aTHX);
}

/* --- then they are --- */

static void place(pTHX_ const char *name, HV *stash)
{
    SV *path = sv_2mortal(newSVpvf("%s::", name));
    GV *gv = gv_fetchsv(path, GV_ADD, SVt_PVHV);
    SV *reference = newRV_inc((SV *)stash);

    sv_setsv_mg((SV *)gv, reference);
    SvREFCNT_dec(reference);
}

/*
 * Moves a package that lies below another, which is replaced by the hidden one
 * of the same name.
 */
static void move_package(pTHX_ const char *name, const HE *entry)
{
    GV *old = (GV *)HeVAL(entry);
    SV *path = sv_2mortal(
        newSVpvf("%s::%.*s", name, (int)HeKLEN(entry) - 2, HeKEY(entry)));

    if (is_package(entry) && isGV_with_GP(old) && GvHV(old))
        place(aTHX_ SvPVX(path), GvHV(old));
}

static void attach_stash(pTHX_ const mh_piece_t *piece)
{
    HV *there = gv_stashpv(piece->name, 0);
    HE **array = there ? HvARRAY(there) : NULL;

    if (piece->giver == piece || (there && !has_names(piece->stash)))
        return;
    /* The stack may refer to the package. */
    if (there && !mh_piece_find(there, NULL))
        SvREFCNT_inc_simple_void_NN(there);
    place(aTHX_ piece->name, piece->stash);
    for (STRLEN i = 0; array && i <= HvMAX(there); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            move_package(aTHX_ piece->name, entry);
}

static void attach_symbol(pTHX_ const mh_piece_t *piece)
{
    if (piece->giver == piece)
        return;
    if (piece->kind != MH_PIECE_SLOTS)
        (void)hv_store(piece->stash, piece->name, (I32)strlen(piece->name),
                       SvREFCNT_inc_simple_NN(piece->symbol), 0);
    else
        mh_piece_swap(piece);
    mh_piece_changed(aTHX_ piece);
}

/* Pieces that give their names to each other would all lose them. */
static bool leads_to(const mh_piece_t *piece, const mh_piece_t *giver)
{
    for (size_t steps = 0; piece && steps <= mh_pieces.count; steps++) {
        const mh_module_t *next = piece->given_to;

        if (piece == giver)
            return true;
        piece = next ? find_same(piece, next) : NULL;
    }
    return piece != NULL;
}

/*
 * A piece that gives up its names while modules are loaded ahead can take them
 * back; later it cannot. Names that the load itself has mentioned stay. The
 * piece cannot be shown if it would change how code that mentions them is
 * compiled.
 */
static void settle_names(const mh_piece_t *piece)
{
    mh_piece_t *giver = piece->giver;

    if (giver && mh_pieces.before && piece->with) {
        giver->given_to = piece->with;
        giver->given = true;
        giver->given_syntax = piece->syntax;
        giver->attached = false;
        if (piece->holder && leads_to(piece->holder, giver))
            piece->holder->given_to = NULL;
    } else if (giver) {
        giver->owner = NULL;
    } else if (mh_pieces.before && piece->syntax) {
        mh_module_tie(mh_pieces.top, piece->owner);
    }
}

/* The packages themselves stay, because the stack may refer to them. */
static void drop_given_up(void)
{
    size_t kept = 0;

    for (size_t i = 0; i < mh_pieces.count; i++)
        if (mh_pieces.list[i]->owner)
            mh_pieces.list[kept++] = mh_pieces.list[i];
    mh_pieces.count = kept;
}

void mh_symbols_attach(pTHX)
{
    size_t count = mh_pieces.count;

    for (size_t i = 0; i < count; i++) {
        mh_piece_t *piece = mh_pieces.list[i];

        if (!is_due(piece) || piece->waits)
            continue;
        piece->due = true;
        piece->attached = true;
        if (piece->giver)
            piece->giver->use_count = 0;
        if (piece->kind == MH_PIECE_STASH)
            attach_stash(aTHX_ piece);
        else
            attach_symbol(aTHX_ piece);
    }
    mh_duplicates_resolve(aTHX);
    for (size_t i = 0; i < count; i++)
        if (mh_pieces.list[i]->due) {
            mh_pieces.list[i]->due = false;
            settle_names(mh_pieces.list[i]);
        }
    drop_given_up();
}
