/*
 * late.c - BEGIN blocks of a kept file that run with it: see kept.h.
 *
 * What such a block does may change how perl parses the rest of the file. So
 * after each of them the words are looked at again, and the pragmas. If they
 * are not as when the file was compiled ahead, perl compiles it now. The blocks
 * that have run are not run again then: each of them is skipped, and leaves the
 * pragmas that it has set.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include "shared/perl/compat.h"

/* Pragmas that the block which ran last has set. */
static struct {
    const mh_kept_t *kept;
    size_t ran;
    size_t skipped;
    bool sets;
    U32 hints;
    COPHH *hash;
    HV *table;
    mh_perl_warnings_t warnings;
    runops_proc_t next;
} late;

/* Perl sets this for itself. */
static U32 pragmas(U32 hints)
{
    return hints & ~(U32)HINT_BLOCK_SCOPE;
}

/* They are taken away, so that the end of their scope does not free them. */
static void take_pragmas(pTHX)
{
    late.sets = true;
    late.hints = PL_hints;
    late.hash = CopHINTHASH_get(&PL_compiling);
    CopHINTHASH_set(&PL_compiling, cophh_new_empty());
    late.table = PL_hints & HINT_LOCALIZE_HH
                     ? (HV *)SvREFCNT_inc((SV *)GvHV(PL_hintgv))
                     : NULL;
    late.warnings = PL_compiling.cop_warnings;
    PL_compiling.cop_warnings = pWARN_STD;
}

/* The present ones are what a file begins with: there is nothing to free. */
static void put_pragmas(pTHX)
{
    PL_hints = late.hints;
    CopHINTHASH_set(&PL_compiling, late.hash);
    if (late.table)
        GvHV(PL_hintgv) = late.table;
    PL_compiling.cop_warnings = late.warnings;
}

/* As perl compiles: a die is said to have failed the compilation. */
static void begin(pTHX_ const mh_kept_block_t *block)
{
    SAVEHINTS();
    PL_hints = block->hints;
    SAVECOMPILEWARNINGS();
    PL_compiling.cop_warnings = pWARN_STD;
    SAVECOPFILE_FREE(&PL_compiling);
    CopFILE_set(&PL_compiling, late.kept->path);
    SAVECOPLINE(&PL_compiling);
    CopLINE_set(&PL_compiling, block->line);
    SAVEGENERICSV(PL_curstash);
    PL_curstash = (HV *)SvREFCNT_inc_simple_NN((SV *)CvSTASH(block->code));
    SAVECOPSTASH_FREE(&PL_compiling);
    CopSTASH_set(&PL_compiling, PL_curstash);
    SAVEVPTR(PL_curcop);
    PL_curcop = &PL_compiling;
}

static void run_one(pTHX_ const mh_kept_block_t *block)
{
    const COPHH *hash;
    AV *list;

    ENTER;
    begin(aTHX_ block);
    hash = CopHINTHASH_get(&PL_compiling);
    list = (AV *)sv_2mortal((SV *)newAV());
    av_push(list, SvREFCNT_inc_simple_NN((SV *)block->code));
    late.ran++;
    call_list(PL_scopestack_ix, list);
    if (pragmas(PL_hints) != pragmas(block->hints) ||
        CopHINTHASH_get(&PL_compiling) != hash ||
        PL_compiling.cop_warnings != pWARN_STD)
        take_pragmas(aTHX);
    LEAVE;
}

bool mh_late_run(pTHX_ const mh_kept_t *kept)
{
    late.kept = kept;
    late.ran = late.skipped = 0;
    late.sets = false;
    for (size_t i = 0; i < kept->block_count; i++) {
        const mh_kept_block_t *block = &kept->blocks[i];

        if (!mh_kept_words_are_same(aTHX_ & kept->words, block->words))
            return false;
        run_one(aTHX_ block);
        if (late.sets)
            return false;
    }
    return mh_kept_words_are_same(aTHX_ & kept->words, kept->words.count);
}

/* --- the file is compiled after all --- */

static int skip(pTHX)
{
    CV *block = mh_uses_block(aTHX);

    if (!block || !CvFILE(block) || strNE(CvFILE(block), late.kept->path))
        return late.next(aTHX);
    mh_uses_leave(aTHX_ block);
    if (++late.skipped < late.ran)
        return 0;
    PL_runops = late.next;
    if (late.sets)
        put_pragmas(aTHX);
    return 0;
}

void mh_late_skip(pTHX)
{
    if (!late.ran)
        return;
    late.next = PL_runops;
    PL_runops = skip;
}
