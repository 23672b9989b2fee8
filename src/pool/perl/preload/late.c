/*
 * late.c - BEGIN blocks of a kept file that run with it: see kept.h.
 *
 * Such a block may change how perl parses the rest of the file. So
 * after each of them the words are looked at again, and the pragmas. If they
 * are not as when the file was compiled ahead, perl compiles it now. The blocks
 * that have run are not run again then: each of them is skipped, and leaves the
 * pragmas that it has set.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

/* A file whose blocks are skipped: perl compiles it as the next one. */
static struct {
    mh_late_t late;
    size_t count; /* skipped so far */
    runops_proc_t next;
} skipping;

/* Perl sets this for itself. */
static U32 pragmas(U32 hints)
{
    return hints & ~(U32)HINT_BLOCK_SCOPE;
}

/* They are taken away, so that the end of their scope does not free them. */
static void take_pragmas(pTHX_ mh_late_t *late)
{
    late->sets = true;
    late->hints = PL_hints;
    late->hash = CopHINTHASH_get(&PL_compiling);
    CopHINTHASH_set(&PL_compiling, cophh_new_empty());
    late->table = PL_hints & HINT_LOCALIZE_HH
                      ? (HV *)SvREFCNT_inc((SV *)GvHV(PL_hintgv))
                      : NULL;
    late->warnings = PL_compiling.cop_warnings;
    PL_compiling.cop_warnings = pWARN_STD;
}

/* The present ones are what a file begins with: there is nothing to free. */
static void put_pragmas(pTHX_ const mh_late_t *late)
{
    PL_hints = late->hints;
    CopHINTHASH_set(&PL_compiling, late->hash);
    if (late->table)
        GvHV(PL_hintgv) = late->table;
    PL_compiling.cop_warnings = late->warnings;
}

/* As perl compiles: a die is said to have failed the compilation. */
static void begin(pTHX_ const mh_kept_t *kept, const mh_kept_block_t *block)
{
    SAVEHINTS();
    PL_hints = block->hints;
    SAVECOMPILEWARNINGS();
    PL_compiling.cop_warnings = pWARN_STD;
    SAVECOPFILE_FREE(&PL_compiling);
    CopFILE_set(&PL_compiling, kept->path);
    SAVECOPLINE(&PL_compiling);
    CopLINE_set(&PL_compiling, block->line);
    SAVEGENERICSV(PL_curstash);
    PL_curstash = (HV *)SvREFCNT_inc_simple_NN((SV *)CvSTASH(block->code));
    SAVECOPSTASH_FREE(&PL_compiling);
    CopSTASH_set(&PL_compiling, PL_curstash);
    SAVEVPTR(PL_curcop);
    PL_curcop = &PL_compiling;
}

static void run_one(pTHX_ mh_late_t *late, const mh_kept_block_t *block)
{
    const COPHH *hash;
    AV *list;

    ENTER;
    begin(aTHX_ late->kept, block);
    hash = CopHINTHASH_get(&PL_compiling);
    list = (AV *)sv_2mortal((SV *)newAV());
    av_push(list, SvREFCNT_inc_simple_NN((SV *)block->code));
    late->ran++;
    call_list(PL_scopestack_ix, list);
    if (pragmas(PL_hints) != pragmas(block->hints) ||
        CopHINTHASH_get(&PL_compiling) != hash ||
        PL_compiling.cop_warnings != pWARN_STD)
        take_pragmas(aTHX_ late);
    LEAVE;
}

bool mh_late_run(pTHX_ mh_late_t *late, const mh_kept_t *kept)
{
    *late = (mh_late_t){ .kept = kept };
    for (size_t i = 0; i < kept->block_count; i++) {
        const mh_kept_block_t *block = &kept->blocks[i];

        if (!mh_kept_words_are_same(aTHX_ & kept->words, block->words))
            return false;
        run_one(aTHX_ late, block);
        if (late->sets)
            return false;
    }
    return mh_kept_words_are_same(aTHX_ & kept->words, kept->words.count);
}

/* --- the file is compiled after all --- */

static int skip(pTHX)
{
    const mh_late_t *late = &skipping.late;
    CV *block = mh_uses_block(aTHX);

    if (!block || !CvFILE(block) || strNE(CvFILE(block), late->kept->path))
        return skipping.next(aTHX);
    mh_uses_leave(aTHX_ block);
    if (++skipping.count < late->ran)
        return 0;
    PL_runops = skipping.next;
    if (late->sets)
        put_pragmas(aTHX_ late);
    return 0;
}

/* A file that is no longer what it was may not come to its last block. */
void mh_late_skip(pTHX_ const mh_late_t *late)
{
    if (PL_runops == skip)
        PL_runops = skipping.next;
    if (!late->ran)
        return;
    skipping.late = *late;
    skipping.count = 0;
    skipping.next = PL_runops;
    PL_runops = skip;
}
