/*
 * end.c - the end of perl, for what is out of sight: see preload.h.
 *
 * Perl destroys all objects. It asks their classes, and the parents of these
 * classes, for a DESTROY, and would warn of parents that are out of sight.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"
#include "pool/perl/preload/piece.h"
#include "pool/perl/preload/preload.h"

/* Such a class has no destructor: state.c. */
static void need_no_destructor(pTHX_ const mh_piece_t *piece)
{
    if (piece->kind != MH_PIECE_STASH || !HvNAME_HEK(piece->stash))
        return;
    HvMROMETA(piece->stash)->destroy = NULL;
    HvMROMETA(piece->stash)->destroy_gen = PL_sub_generation;
}

/* The script may have given the class of handles a destructor. */
static void unbless_handle(pTHX_ SV *symbol)
{
    IO *io = symbol && isGV_with_GP(symbol) ? GvIO((GV *)symbol) : NULL;
    HV *class = io && SvOBJECT(io) ? SvSTASH(io) : NULL;

    if (!class)
        return;
    SvOBJECT_off(io);
    SvSTASH_set(io, NULL);
    SvREFCNT_dec((SV *)class);
}

static void unbless_handles(pTHX_ const mh_piece_t *piece)
{
    HE **array = piece->kind == MH_PIECE_STASH ? HvARRAY(piece->stash) : NULL;

    if (piece->kind == MH_PIECE_NAME)
        unbless_handle(aTHX_ piece->symbol);
    for (STRLEN i = 0; array && i <= HvMAX(piece->stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            unbless_handle(aTHX_ HeVAL(entry));
}

/* Before perl frees everything, the hidden names must be freed, or it would
 * report their keys as leaked. */
void mh_preload_end(void)
{
    dTHX;

    mh_pieces_visit_hidden(aTHX_ need_no_destructor);
    if (!mh_state_has_quiet_handles(aTHX)) {
        mh_pieces_visit_hidden(aTHX_ unbless_handles);
        for (mh_module_t *at = mh_module_first(); at; at = at->next)
            unbless_handle(aTHX_(SV *) at->input);
    }
    if (!PL_perl_destruct_level)
        return;
    mh_symbols_free(aTHX);
    mh_kept_free(aTHX);
}
