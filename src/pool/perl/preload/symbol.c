/*
 * symbol.c - takes the symbols of modules out of the symbol table. attach.c
 * puts them back when a module is shown.
 *
 * While modules are loaded ahead, all their symbols are in sight, so that each
 * name has one symbol, whichever module mentions it first. Each load is
 * credited with the packages and names that it brings, and with the names of
 * others that it mentions. To find these, a load begins without the flag by
 * which perl notes a second mention, on any symbol. When all modules are
 * loaded, their symbols go out of sight.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/piece.h"

#include <stdlib.h>

#include "shared/memory.h"

#define PIECES_AT_ONCE 256

mh_pieces_t mh_pieces;

/* The survey before the load whose symbols are collected. */
static const mh_survey_t *earlier;

/* Pieces by their symbols, or by their packages. */
static struct {
    mh_piece_t **table;
    size_t slots; /* a power of two */
    size_t used;
} known;

/* Packages that will not be shown any more, in this process. Their objects
 * remain. */
static struct {
    mh_piece_t **list;
    size_t count;
} gone;

static mh_piece_t **place_of(const void *address)
{
    size_t at = (PTR2UV(address) * UINT64_C(0x9E3779B97F4A7C15)) >> 24;

    for (at &= known.slots - 1; known.table[at];
         at = (at + 1) & (known.slots - 1)) {
        const mh_piece_t *piece = known.table[at];

        if ((piece->symbol ? (void *)piece->symbol : piece->stash) == address)
            break;
    }
    return &known.table[at];
}

/* Room for all pieces and as many again. Of the pieces that are gone, only
 * packages are in the table. */
static void make_table(void)
{
    known.used = mh_pieces.count + gone.count;
    known.slots = 4096;
    while (known.slots < 4 * known.used)
        known.slots *= 2;
    free(known.table);
    known.table = calloc(known.slots, sizeof(mh_piece_t *));
    if (!known.table)
        abort();
    for (size_t i = 0; i < gone.count; i++)
        *place_of(gone.list[i]->stash) = gone.list[i];
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (mh_pieces.list[i]->kind != MH_PIECE_SLOTS)
            *place_of(mh_pieces.list[i]->symbol
                          ? (void *)mh_pieces.list[i]->symbol
                          : mh_pieces.list[i]->stash) = mh_pieces.list[i];
}

mh_piece_t *mh_piece_find(const HV *stash, const SV *symbol)
{
    mh_piece_t *piece = known.table
                            ? *place_of(symbol ? (const void *)symbol : stash)
                            : NULL;

    return piece && piece->stash == stash ? piece : NULL;
}

/* --- collecting --- */

static void add_owner(mh_piece_t *piece, mh_module_t *owner)
{
    piece->owners = mh_grow(piece->owners,
                            (piece->owner_count + 1) * sizeof(mh_module_t *));
    piece->owners[piece->owner_count++] = owner;
}

/* All pieces that were ever made. They lie side by side, because each page with
 * a flag that changes becomes the process's own. */
static struct {
    mh_piece_t **blocks;
    size_t count;
} made;

static mh_piece_t *piece_made(size_t number)
{
    return &made.blocks[number / PIECES_AT_ONCE][number % PIECES_AT_ONCE];
}

static mh_piece_t *make_piece(void)
{
    size_t block = made.count / PIECES_AT_ONCE;

    if (made.count % PIECES_AT_ONCE == 0) {
        made.blocks = mh_grow(made.blocks, (block + 1) * sizeof(mh_piece_t *));
        made.blocks[block] = mh_grow(NULL, PIECES_AT_ONCE * sizeof(mh_piece_t));
    }
    return piece_made(made.count++);
}

static mh_piece_t *add_piece(mh_piece_kind_e kind, HV *stash, SV *symbol,
                             mh_module_t *owner)
{
    mh_piece_t *piece = make_piece();

    *piece = (mh_piece_t){
        .kind = kind,
        .stash = (HV *)SvREFCNT_inc_simple_NN((SV *)stash),
        .symbol = SvREFCNT_inc_simple(symbol),
        .attached = true,
    };
    if (symbol)
        piece->package = mh_piece_find(stash, NULL);
    add_owner(piece, owner);
    mh_pieces.list = mh_grow(mh_pieces.list,
                             (mh_pieces.count + 1) * sizeof(mh_piece_t *));
    mh_pieces.list[mh_pieces.count++] = piece;
    if (kind == MH_PIECE_SLOTS)
        return piece;
    if (++known.used * 2 > known.slots)
        make_table();
    else
        *place_of(symbol ? (void *)symbol : stash) = piece;
    return piece;
}

/* Without packages below it. */
static STRLEN count_names(HV *stash)
{
    HE **array = HvARRAY(stash);
    STRLEN count = 0;

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (const HE *entry = array[i]; entry; entry = HeNEXT(entry))
            count += !mh_place_is_package(entry);
    return count;
}

static void add_stash(pTHX_ HV *stash, mh_module_t *top)
{
    const char *name = HvNAME_get(stash);
    mh_piece_t *piece = name ? add_piece(MH_PIECE_STASH, stash, NULL, top)
                             : NULL;

    if (!piece)
        return;
    piece->name = strdup(name);
    piece->names = count_names(stash);
    top->packages = mh_grow(top->packages,
                            (top->package_count + 1) * sizeof(mh_piece_t *));
    top->packages[top->package_count++] = piece;
    if (!piece->name)
        abort();
}

static mh_piece_t *add_name(pTHX_ const mh_slots_t *slots, mh_module_t *owner)
{
    mh_piece_t *piece = add_piece(MH_PIECE_NAME, slots->stash, slots->symbol,
                                  owner);

    piece->key = mh_survey_key(aTHX_ slots->key);
    piece->content = slots->content && slots->stash != PL_defstash &&
                     !mh_glob_slots_bookkeeping(slots);
    return piece;
}

/* True if the module cannot be shown without the piece. */
static bool brings(mh_module_t *module, const mh_piece_t *piece)
{
    for (size_t i = 0; i < piece->owner_count; i++)
        if (piece->owners[i] == module ||
            mh_module_reaches(module, piece->owners[i]))
            return true;
    return false;
}

/* The content comes and goes without the name. */
static void add_slots(pTHX_ mh_piece_t *name, HV *stash, SV *symbol, SV *key,
                      mh_module_t *owner)
{
    mh_piece_t *piece;

    if (!isGV_with_GP(symbol))
        return;
    piece = add_piece(MH_PIECE_SLOTS, stash, symbol, owner);
    piece->key = SvREFCNT_inc_simple_NN(key);
    if (!name)
        return;
    name->slots = piece;
    name->content = false;
}

/* A module uses one of the package's names, but not the module that owns the
 * package. From here on, each of these names is a piece. */
static void share(pTHX_ mh_piece_t *package)
{
    HE **array = HvARRAY(package->stash);

    package->shared = true;
    for (STRLEN i = 0; array && i <= HvMAX(package->stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry)) {
            mh_slots_t slots;

            if (!mh_survey_find(earlier, package->stash, HeKEY_hek(entry)) ||
                mh_place_is_package(entry) ||
                mh_piece_find(package->stash, HeVAL(entry)))
                continue;
            slots = mh_survey_entry(aTHX_ package->stash, entry);
            add_name(aTHX_ & slots, package->owners[0]);
        }
}

/* The name's piece; NULL: the name is perl's, or comes with a module that this
 * one needs. The package has to be in sight with the name. */
static mh_piece_t *piece_for(pTHX_ HV *stash, SV *symbol, mh_module_t *top)
{
    mh_piece_t *package = mh_piece_find(stash, NULL);

    if (package && !package->shared && !brings(top, package))
        share(aTHX_ package);
    return mh_piece_find(stash, symbol);
}

static void mention(pTHX_ HV *stash, SV *symbol, mh_module_t *top)
{
    mh_piece_t *piece = piece_for(aTHX_ stash, symbol, top);

    if (!piece || brings(top, piece))
        return;
    if (piece->content)
        add_slots(aTHX_ piece, stash, symbol, piece->key, piece->owners[0]);
    add_owner(piece, top);
}

/* Content for a name that was there. */
static void fill(pTHX_ const mh_slots_t *slots, mh_module_t *top)
{
    SV *key = sv_2mortal(mh_survey_key(aTHX_ slots->key));

    mention(aTHX_ slots->stash, slots->symbol, top);
    add_slots(aTHX_ mh_piece_find(slots->stash, slots->symbol), slots->stash,
              slots->symbol, key, top);
}

/* Perl notes in such a glob the method that it has found by that name. */
static bool is_note(pTHX_ const mh_slots_t *slots)
{
    return slots->stash != PL_defstash && !slots->content &&
           isGV_with_GP(slots->symbol) && GvCVGEN((GV *)slots->symbol);
}

/* Perl itself keeps some things in main. */
static bool is_name(pTHX_ const mh_slots_t *slots)
{
    return isGV_with_GP(slots->symbol) ||
           (slots->content && slots->stash != PL_defstash);
}

/* A name in a package that was there. */
static void bring(pTHX_ mh_slots_t *slots, mh_module_t *top)
{
    mh_piece_t *package = mh_piece_find(slots->stash, NULL);

    if (is_note(aTHX_ slots)) {
        (void)hv_delete_ent(slots->stash,
                            sv_2mortal(mh_survey_key(aTHX_ slots->key)),
                            G_DISCARD, 0);
        slots->gone = true;
        slots->again = false;
        return;
    }
    if (!is_name(aTHX_ slots))
        return;
    add_name(aTHX_ slots, top);
    /* "Foo" came first, for Foo::Bar; or it is another module's. */
    if (package && !package->shared && !package->names)
        package->shared = true;
    else if (package && !package->shared && !brings(top, package))
        share(aTHX_ package);
}

static void collect_symbol(pTHX_ const mh_survey_t *before, mh_slots_t *slots,
                           mh_module_t *top)
{
    const mh_slots_t *old = mh_survey_find(before, slots->stash, slots->key);

    if (!old && mh_survey_has_stash(before, slots->stash))
        bring(aTHX_ slots, top);
    else if (old && slots->content && !old->content &&
             slots->stash != PL_defstash && !mh_glob_slots_bookkeeping(slots))
        fill(aTHX_ slots, top);
}

/* Packages come first, those with longer names after those that hold them. */
static int compare(const void *one, const void *other)
{
    const mh_piece_t *a = *(mh_piece_t *const *)one;
    const mh_piece_t *b = *(mh_piece_t *const *)other;

    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->kind != MH_PIECE_STASH || strlen(a->name) == strlen(b->name))
        return 0;
    return strlen(a->name) < strlen(b->name) ? -1 : 1;
}

static void sort(void)
{
    if (mh_pieces.count)
        qsort(mh_pieces.list, mh_pieces.count, sizeof(mh_piece_t *), compare);
}

static void collect_mentions(pTHX_ const mh_survey_t *before,
                             const mh_survey_t *after, mh_module_t *top)
{
    for (size_t i = 0; i < before->count; i++) {
        const mh_slots_t *old = &before->list[i];
        const mh_slots_t *now = old->key ? mh_survey_find(after, old->stash,
                                                          old->key)
                                         : NULL;

        if (!now || now->symbol != old->symbol || !isGV_with_GP(now->symbol))
            continue;
        if (GvMULTI((GV *)now->symbol))
            mention(aTHX_ now->stash, now->symbol, top);
        if (old->again)
            GvMULTI_on((GV *)now->symbol);
    }
}

void mh_symbols_begin(const mh_survey_t *before)
{
    for (size_t i = 0; i < before->count; i++)
        if (before->list[i].again)
            GvMULTI_off((GV *)before->list[i].symbol);
}

void mh_symbols_collect(pTHX_ const mh_survey_t *before, mh_survey_t *after,
                        mh_module_t *top)
{
    earlier = before;
    for (size_t i = 0; i < after->count; i++)
        if (!after->list[i].key &&
            !mh_survey_has_stash(before, after->list[i].stash))
            add_stash(aTHX_ after->list[i].stash, top);
    for (size_t i = 0; i < after->count; i++)
        if (after->list[i].key)
            collect_symbol(aTHX_ before, &after->list[i], top);
    collect_mentions(aTHX_ before, after, top);
    sort();
}

/* A package that only holds others may be the script's: see attach_stash(). */
bool mh_symbols_are_whole(pTHX_ const mh_module_t *module)
{
    for (size_t i = 0; i < module->package_count; i++) {
        const mh_piece_t *piece = module->packages[i];

        if (piece->attached && !piece->given && !piece->shared &&
            piece->names &&
            (gv_stashpv(piece->name, 0) != piece->stash ||
             HvTOTALKEYS(piece->stash) < piece->names))
            return false;
    }
    return true;
}

bool mh_symbols_have(const HV *stash)
{
    if (mh_piece_find(stash, NULL))
        return true;
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (mh_pieces.list[i]->stash == stash &&
            (mh_pieces.list[i]->content ||
             mh_pieces.list[i]->kind == MH_PIECE_SLOTS))
            return true;
    return false;
}

mh_module_t *mh_symbols_owner(const HV *stash, const SV *symbol)
{
    const mh_piece_t *piece = mh_piece_find(stash, symbol);

    if (!piece)
        piece = mh_piece_find(stash, NULL);
    if (piece && piece->slots)
        piece = piece->slots;
    return piece ? piece->owners[0] : NULL;
}

/* --- giving up --- */

void mh_symbols_unname(pTHX)
{
    for (size_t i = 0; i < gone.count; i++) {
        HV *stash = gone.list[i]->stash;
        const char *name = HvNAME_get(stash);

        if (name && gv_stashpv(name, 0) != stash)
            hv_name_set(stash, NULL, 0, 0);
    }
}

/*
 * The content of a stash is never freed, because an object of a load that never
 * happened must not be destroyed, and other modules' names may be in it.
 */
static void forget_piece(mh_piece_t *piece)
{
    if (piece->kind != MH_PIECE_STASH || piece->attached)
        return;
    gone.list = mh_grow(gone.list, (gone.count + 1) * sizeof(mh_piece_t *));
    gone.list[gone.count++] = piece;
}

/* True if the piece has no other owner, or has its content from this one. */
static bool loses(mh_piece_t *piece, const mh_module_t *owner)
{
    size_t kept = 0;

    if (piece->shared)
        return false;
    if (piece->owners[0] == owner &&
        (piece->content || piece->kind != MH_PIECE_NAME))
        return true;
    for (size_t i = 0; i < piece->owner_count; i++)
        if (piece->owners[i] != owner)
            piece->owners[kept++] = piece->owners[i];
    piece->owner_count = kept;
    return !kept;
}

void mh_symbols_forget(pTHX_ const mh_module_t *module)
{
    size_t kept = 0;

    for (size_t i = 0; i < mh_pieces.count; i++) {
        mh_piece_t *piece = mh_pieces.list[i];

        if (loses(piece, module))
            forget_piece(piece);
        else
            mh_pieces.list[kept++] = piece;
    }
    if (kept == mh_pieces.count)
        return;
    mh_pieces.count = kept;
    make_table();
}

/* --- coming and going --- */

bool mh_piece_wanted(const mh_piece_t *piece)
{
    if (piece->shared)
        return piece->asked;
    for (size_t i = 0; i < piece->owner_count; i++)
        if (piece->owners[i]->visited ||
            piece->owners[i]->state == MH_MODULE_SHOWN)
            return true;
    return false;
}

void mh_pieces_ask(void)
{
    for (size_t i = 0; i < mh_pieces.count; i++)
        if (mh_pieces.list[i]->asked)
            mh_pieces.list[i]->asked = false;
    for (size_t i = 0; i < mh_pieces.count; i++) {
        const mh_piece_t *piece = mh_pieces.list[i];

        if (piece->package && piece->package->shared && mh_piece_wanted(piece))
            piece->package->asked = true;
    }
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
    if (strNE(SvPVX(piece->key), "ISA") || !isGV_with_GP(piece->symbol)) {
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

/* A blank glob, as a mention makes it. */
static GV *blank(pTHX_ const mh_piece_t *piece)
{
    GV *gv = (GV *)piece->symbol;
    GV *other = (GV *)newSV(0);
    GP *gp;

    gv_init_sv(other, piece->stash, piece->key, 0);
    gp = GvGP(other);
    gp->gp_egv = gv;
    gp->gp_line = GvLINE(gv);
    unsharepvn(HEK_KEY(gp->gp_file_hek), HEK_LEN(gp->gp_file_hek),
               HEK_HASH(gp->gp_file_hek));
    gp->gp_file_hek = share_hek_hek(GvFILE_HEK(gv));
    if (GvAV(gv))
        (void)GvAVn(other);
    if (GvHV(gv))
        (void)GvHVn(other);
    return other;
}

/* An entry that another symbol has now, or at which each() stands, is perl's.
 */
static void detach_name(pTHX_ mh_piece_t *piece)
{
    HE *entry = mh_entry_find(piece->stash,
                              SvSHARED_HEK_FROM_PV(SvPVX(piece->key)));

    if (!piece->entry && entry && HeVAL(entry) == piece->symbol &&
        entry != HvEITER_get(piece->stash)) {
        mh_entry_take(piece->stash, entry);
        piece->entry = entry;
        return;
    }
    (void)hv_delete_ent(piece->stash, piece->key, G_DISCARD, 0);
}

static void detach(pTHX_ mh_piece_t *piece)
{
    piece->attached = false;
    if (piece->kind == MH_PIECE_STASH) {
        mh_place_leave(aTHX_ piece);
        return;
    }
    if (piece->kind == MH_PIECE_NAME) {
        detach_name(aTHX_ piece);
    } else {
        if (!piece->other)
            piece->other = blank(aTHX_ piece);
        mh_piece_swap(piece);
    }
    mh_piece_changed(aTHX_ piece);
}

void mh_symbols_free(pTHX)
{
    for (size_t i = 0; i < made.count; i++)
        if (piece_made(i)->entry)
            hv_free_ent(piece_made(i)->stash, piece_made(i)->entry);
}

void mh_symbols_detach(pTHX)
{
    ENTER;
    SAVETMPS;
    mh_pieces_ask();
    for (size_t i = mh_pieces.count; i-- > 0;) {
        mh_piece_t *piece = mh_pieces.list[i];

        if (piece->attached && !piece->given && !mh_piece_wanted(piece))
            detach(aTHX_ piece);
    }
    /* Perl keeps the glob of a deleted package until temporaries are freed. */
    FREETMPS;
    LEAVE;
}

void mh_symbols_reversible(const mh_survey_t *first)
{
    mh_pieces.first = first;
}

void mh_pieces_visit_hidden(pTHX_ void (*visit)(pTHX_ const mh_piece_t *piece))
{
    for (size_t i = 0; i < made.count; i++)
        if (!piece_made(i)->attached)
            visit(aTHX_ piece_made(i));
}

bool mh_symbols_hide(const HV *stash)
{
    const mh_piece_t *piece = mh_piece_find(stash, NULL);

    return piece && !piece->attached;
}
