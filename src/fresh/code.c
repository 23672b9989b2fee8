/*
 * code.c - finding the code of a program.
 */
#include "fresh/lexical.h"
#include "fresh/package.h"

/* The files of a program are its own and those that it required. */
static bool is_program_file(const char *file, const char *path)
{
    return file && (strEQ(file, path) || (!mh_package_file_is_module(file) &&
                                          strnNE(file, "(eval ", 6)));
}

/*
 * Through BEGIN blocks and string evals to the main program. A sub of a
 * required file ends at that file, which was no sub; a clone at its prototype.
 */
static bool is_program_code(CV *cv, CV *main, const char *path)
{
    CV *outer = cv;

    if (CvISXSUB(cv) || !CvPADLIST(cv) || !CvROOT(cv))
        return cv == main;
    while (outer && outer != main)
        outer = CvOUTSIDE(outer);
    return outer == main || is_program_file(CvFILE(cv), path);
}

static void add(mh_codes_t *codes, CV *cv)
{
    if (!(codes->count & (codes->count - 1)) || !codes->count)
        Renew(codes->list, codes->count ? 2 * codes->count : 1, CV *);
    codes->list[codes->count++] = (CV *)SvREFCNT_inc_simple_NN((SV *)cv);
}

/*
 * PL_sv_arenaroot leads to every SV there is: nothing else leads to a closure
 * that only an array of a module knows.
 */
mh_codes_t mh_codes_find(pTHX_ CV *main, const char *path)
{
    mh_codes_t codes = { 0 };

    for (SV *arena = PL_sv_arenaroot; arena; arena = (SV *)SvANY(arena)) {
        const SV *end = &arena[SvREFCNT(arena)];

        for (SV *sv = arena + 1; sv < end; sv++)
            if ((SvTYPE(sv) == SVt_PVCV || SvTYPE(sv) == SVt_PVFM) &&
                SvREFCNT(sv) && is_program_code((CV *)sv, main, path))
                add(&codes, (CV *)sv);
    }
    return codes;
}
