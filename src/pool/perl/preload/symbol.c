/*
 * symbol.c - takes the symbols of a load out of the symbol table. attach.c puts
 * them back when the module is shown.
 *
 * Only two things can be taken out: a package that was not there before the
 * load, as a whole; and additions to a package that was there but blank: its
 * names had been mentioned by code that was compiled, and held nothing. (All
 * else is refused in the trial: state.c.)
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/piece.h"

#include <stdlib.h>

#include "shared/memory.h"

mh_pieces_t mh_pieces;

/* --- collecting --- */

mh_piece_t *mh_piece_new(mh_piece_kind_e kind, const char *name, HV *stash,
                         mh_module_t *owner)
{
    mh_piece_t *piece = mh_grow(NULL, sizeof(mh_piece_t));

    *piece = (mh_piece_t){ .kind = kind,
                           .name = name ? strdup(name) : NULL,
                           .stash = stash,
                           .owner = owner,
                           .attached = true };
    SvREFCNT_inc_simple_void_NN(stash);
    mh_pieces.list = mh_grow(mh_pieces.list,
                             (mh_pieces.count + 1) * sizeof(mh_piece_t *));
    mh_pieces.list[mh_pieces.count++] = piece;
    return piece;
}

mh_piece_t *mh_piece_find(const HV *stash, const SV *symbol)
{
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (mh_pieces.list[i]->stash == stash &&
            mh_pieces.list[i]->symbol == symbol)
            return mh_pieces.list[i];
    return NULL;
}

/* Packages come first, those with longer names after those that hold them. */
static int compare(const void *one, const void *other)
{
    const mh_piece_t *a = *(mh_piece_t *const *)one;
    const mh_piece_t *b = *(mh_piece_t *const *)other;
    bool a_stash = a->kind == MH_PIECE_STASH;
    bool b_stash = b->kind == MH_PIECE_STASH;

    if (a_stash != b_stash)
        return a_stash ? -1 : 1;
    if (!a_stash || strlen(a->name) == strlen(b->name))
        return 0;
    return strlen(a->name) < strlen(b->name) ? -1 : 1;
}

static void sort(void)
{
    if (mh_pieces.count)
        qsort(mh_pieces.list, mh_pieces.count, sizeof(mh_piece_t *), compare);
}

/*
 * Looks for new packages and entries. An entry known before may have come back
 * with a module that was shown meanwhile.
 */
static void collect_stash(pTHX_ const mh_survey_t *before, HV *stash,
                          mh_module_t *top)
{
    if (!mh_survey_has_stash(before, stash) && !mh_piece_find(stash, NULL))
        mh_piece_new(MH_PIECE_STASH, HvNAME_get(stash), stash, top)->sum =
            mh_survey_sum(aTHX_ stash);
}

/*
 * Perl itself holds some globs of package main, and caches methods in others.
 */
static bool is_mention(pTHX_ const mh_slots_t *slots)
{
    return slots->stash != PL_defstash && isGV_with_GP(slots->symbol) &&
           !GvCVGEN((GV *)slots->symbol) &&
           mh_duplicate_is_unused(aTHX_(GV *) slots->symbol);
}

static void collect_symbol(pTHX_ const mh_survey_t *before,
                           const mh_slots_t *slots, mh_module_t *top)
{
    const mh_slots_t *old = mh_survey_find(before, slots->stash, slots->key);
    mh_piece_kind_e kind = MH_PIECE_NAME;
    mh_piece_t *piece;

    if (!mh_survey_has_stash(before, slots->stash) ||
        mh_glob_slots_bookkeeping(slots) ||
        mh_piece_find(slots->stash, slots->symbol))
        return;
    if (slots->content && !(old && old->content) &&
        mh_survey_is_blank(before, slots->stash))
        kind = old ? MH_PIECE_SLOTS : MH_PIECE_SYMBOL;
    else if (old || slots->content || !is_mention(aTHX_ slots))
        return;
    piece = mh_piece_new(kind, HEK_KEY(slots->key), slots->stash, top);
    piece->symbol = SvREFCNT_inc_simple_NN(slots->symbol);
    piece->foreign = mh_duplicate_is_foreign(slots);
    if (kind != MH_PIECE_NAME)
        piece->sum = mh_survey_symbol_sum(aTHX_ piece->symbol);
}

/* Forget placeholder globs that the load has since filled. */
static void drop_filled(pTHX)
{
    size_t kept = 0;

    for (size_t i = 0; i < mh_pieces.count; i++) {
        mh_piece_t *piece = mh_pieces.list[i];

        if (piece->kind != MH_PIECE_NAME || !piece->attached ||
            mh_duplicate_is_unused(aTHX_(GV *) piece->symbol))
            mh_pieces.list[kept++] = piece;
    }
    mh_pieces.count = kept;
}

void mh_symbols_begin(const mh_survey_t *before, mh_module_t *top)
{
    mh_pieces.before = before;
    mh_pieces.top = top;
}

void mh_symbols_collect(pTHX_ const mh_survey_t *before,
                        const mh_survey_t *after, mh_module_t *top)
{
    drop_filled(aTHX);
    for (size_t i = 0; i < after->count; i++) {
        const mh_slots_t *slots = &after->list[i];

        if (!slots->key)
            collect_stash(aTHX_ before, slots->stash, top);
        else
            collect_symbol(aTHX_ before, slots, top);
    }
    sort();
    mh_pieces.before = NULL;
    mh_pieces.top = NULL;
}

static UV sum_of(pTHX_ const mh_piece_t *piece)
{
    return piece->kind == MH_PIECE_STASH
               ? mh_survey_sum(aTHX_ piece->stash)
               : mh_survey_symbol_sum(aTHX_ piece->symbol);
}

/*
 * Encode/JP.pm is loaded by Encode.pm, or beside it. If each could be shown
 * only with the other, neither would be shown.
 */
static bool is_part_of(const mh_module_t *module, const mh_module_t *whole)
{
    size_t length = strlen(whole->key);

    return module->group != whole->group && length > 3 &&
           strEQ(whole->key + length - 3, ".pm") &&
           strnEQ(module->key, whole->key, length - 3) &&
           module->key[length - 3] == '/';
}

const char *mh_symbols_merge(pTHX_ mh_module_t *top)
{
    for (size_t i = 0; i < mh_pieces.count; i++) {
        mh_piece_t *piece = mh_pieces.list[i];
        UV sum = piece->attached && piece->kind != MH_PIECE_NAME
                     ? sum_of(aTHX_ piece)
                     : piece->sum;

        if (piece->sum == sum)
            continue;
        if (!piece->owner->fresh || is_part_of(top, piece->owner))
            return HvNAME_get(piece->stash);
        piece->owner->changed_by = top;
        piece->sum = sum;
    }
    return NULL;
}

/*
 * Takes back what the forgotten module was given. Returns a module for which
 * that is not possible, because it depends on the forgotten one.
 */
static mh_module_t *take_back(pTHX_ const mh_module_t *module)
{
    for (size_t i = 0; i < mh_pieces.count; i++) {
        mh_piece_t *piece = mh_pieces.list[i];

        if (piece->given_to != module)
            continue;
        if (piece->given && !mh_duplicates_take_back(aTHX_ piece))
            return piece->owner;
        piece->given_to = NULL;
    }
    return NULL;
}

/* Packages that will never be shown in this process. */
static struct {
    HV **list;
    size_t count;
} gone;

/*
 * The content of a stash is never freed, because an object of a load that never
 * happened must not be destroyed, and other modules' names may be in it.
 */
static void forget_piece(const mh_piece_t *piece)
{
    if (piece->kind != MH_PIECE_STASH || piece->attached)
        return;
    gone.list = mh_grow(gone.list, (gone.count + 1) * sizeof(HV *));
    gone.list[gone.count++] = piece->stash;
}

void mh_symbols_unname(pTHX)
{
    for (size_t i = 0; i < gone.count; i++) {
        const char *name = HvNAME_get(gone.list[i]);

        if (name && gv_stashpv(name, 0) != gone.list[i])
            hv_name_set(gone.list[i], NULL, 0, 0);
    }
}

void mh_symbols_forget(pTHX_ const mh_module_t *module)
{
    mh_module_t *other;

    for (size_t i = mh_pieces.count; i-- > 0;) {
        mh_piece_t *piece = mh_pieces.list[i];

        if (piece->owner != module)
            continue;
        forget_piece(piece);
        mh_pieces.list[i] = mh_pieces.list[--mh_pieces.count];
    }
    sort();
    while ((other = take_back(aTHX_ module)))
        mh_module_forget(aTHX_ other);
}

/* --- coming and going --- */

bool mh_piece_wanted(const mh_piece_t *piece)
{
    return piece->owner->visited || piece->owner->state == MH_MODULE_SHOWN;
}

/*
 * Perl takes the magic of @ISA away with the last name for it: without magic
 * perl would not notice a change of the list.
 */
static void renew_parents(pTHX_ GV *gv)
{
    AV *parents = GvAV(gv);

    if (!parents || mg_find((SV *)parents, PERL_MAGIC_isa))
        return;
    sv_magic((SV *)parents, (SV *)gv, PERL_MAGIC_isa, NULL, 0);
    for (SSize_t i = 0; i <= AvFILLp(parents); i++)
        if (AvARRAY(parents)[i])
            sv_magic(AvARRAY(parents)[i], (SV *)parents, PERL_MAGIC_isaelem,
                     NULL, (I32)i);
}

/* No public function clears the cache; the magic of a list of parents does. */
static void parents_changed(pTHX_ GV *gv)
{
    AV *parents = newAV();

    sv_magic((SV *)parents, (SV *)gv, PERL_MAGIC_isa, NULL, 0);
    mg_set((SV *)parents);
    SvREFCNT_dec_NN(parents);
}

void mh_piece_changed(pTHX_ const mh_piece_t *piece)
{
    if (!HvENAME_HEK(piece->stash))
        return;
    if (strNE(piece->name, "ISA") || !isGV_with_GP(piece->symbol)) {
        mro_method_changed_in(piece->stash);
        return;
    }
    if (piece->attached)
        renew_parents(aTHX_(GV *) piece->symbol);
    parents_changed(aTHX_(GV *) piece->symbol);
}

void mh_piece_swap(const mh_piece_t *piece)
{
    GV *gv = (GV *)piece->symbol;
    GP *gp = GvGP(gv);

    GvGP_set(gv, GvGP(piece->other));
    GvGP_set(piece->other, gp);
}

/* --- taking out --- */

static void detach_stash(pTHX_ const mh_piece_t *piece)
{
    const char *colons = NULL;
    HV *parent = PL_defstash;
    SV *key;

    if (gv_stashpv(piece->name, 0) != piece->stash)
        return;
    for (const char *at = strstr(piece->name, "::"); at;
         at = strstr(at + 2, "::"))
        colons = at;
    if (colons)
        parent = gv_stashpvn(piece->name, (U32)(colons - piece->name), 0);
    key = newSVpvf("%s::", colons ? colons + 2 : piece->name);
    if (parent)
        (void)hv_delete_ent(parent, sv_2mortal(key), G_DISCARD, 0);
}

/* A blank glob, as a mention makes it. */
static GV *blank(pTHX_ const mh_piece_t *piece)
{
    GV *gv = (GV *)piece->symbol;
    GV *other = (GV *)newSV(0);
    GP *gp;

    gv_init_pvn(other, piece->stash, piece->name, strlen(piece->name), 0);
    gp = GvGP(other);
    gp->gp_egv = gv;
    gp->gp_line = GvLINE(gv);
    unsharepvn(HEK_KEY(gp->gp_file_hek), HEK_LEN(gp->gp_file_hek),
               HEK_HASH(gp->gp_file_hek));
    gp->gp_file_hek = share_hek_hek(GvFILE_HEK(gv));
    return other;
}

void mh_symbols_detach(pTHX)
{
    ENTER;
    SAVETMPS;
    for (size_t i = mh_pieces.count; i-- > 0;) {
        mh_piece_t *piece = mh_pieces.list[i];

        if (!piece->attached || mh_piece_wanted(piece))
            continue;
        piece->attached = false;
        if (piece->kind == MH_PIECE_STASH) {
            detach_stash(aTHX_ piece);
            continue;
        }
        if (piece->kind != MH_PIECE_SLOTS) {
            (void)hv_delete(piece->stash, piece->name, (I32)strlen(piece->name),
                            G_DISCARD);
        } else {
            if (!piece->other)
                piece->other = blank(aTHX_ piece);
            mh_piece_swap(piece);
        }
        mh_piece_changed(aTHX_ piece);
    }
    /* Perl keeps the glob of a deleted package until temporaries are freed. */
    FREETMPS;
    LEAVE;
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (!mh_pieces.list[i]->attached)
            mh_pieces.list[i]->references = SvREFCNT(mh_pieces.list[i]->stash);
}
