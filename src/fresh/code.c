/*
 * code.c - finding the code of a program.
 */
#include "fresh/lexical.h"
#include "fresh/package.h"

/* What no module file brought, and no string eval of one. */
static bool is_program_file(const char *file)
{
    return file && !mh_package_file_is_module(file) &&
           strnNE(file, "(eval ", 6);
}

/*
 * Through BEGIN blocks and string evals to the main program. A sub of a
 * required file ends at that file, which was no sub.
 */
static bool is_program_code(CV *cv, CV *main, const mh_pointers_t *known)
{
    CV *outer = cv;

    if (CvISXSUB(cv) || !CvPADLIST(cv) || !CvROOT(cv))
        return cv == main;
    while (outer && outer != main)
        outer = CvOUTSIDE(outer);
    return outer == main ||
           (is_program_file(CvFILE(cv)) && !mh_pointers_find(known, cv));
}

/*
 * PL_sv_arenaroot leads to every SV there is: nothing else leads to a closure
 * that only an array of a module knows.
 */
static void each_code(pTHX_ void (*function)(CV *, void *), void *data)
{
    for (SV *arena = PL_sv_arenaroot; arena; arena = (SV *)SvANY(arena)) {
        const SV *end = &arena[SvREFCNT(arena)];

        for (SV *sv = arena + 1; sv < end; sv++)
            if ((SvTYPE(sv) == SVt_PVCV || SvTYPE(sv) == SVt_PVFM) &&
                SvREFCNT(sv))
                function((CV *)sv, data);
    }
}

static void know(CV *cv, void *known)
{
    mh_pointers_add(known, cv, 0);
}

void mh_codes_survey(pTHX_ mh_pointers_t *known)
{
    each_code(aTHX_ know, known);
}

typedef struct finding_t {
    mh_codes_t codes;
    CV *main;
    const mh_pointers_t *known;
} finding_t;

static void add(CV *cv, void *data)
{
    finding_t *finding = data;
    mh_codes_t *codes = &finding->codes;

    if (!is_program_code(cv, finding->main, finding->known))
        return;
    if (!(codes->count & (codes->count - 1)))
        Renew(codes->list, codes->count ? 2 * codes->count : 1, CV *);
    codes->list[codes->count++] = (CV *)SvREFCNT_inc_simple_NN((SV *)cv);
}

mh_codes_t mh_codes_find(pTHX_ CV *main, const mh_pointers_t *known)
{
    finding_t finding = { .main = main, .known = known };

    each_code(aTHX_ add, &finding);
    return finding.codes;
}

/*
 * Subs inside subs first: they know where they are by an address that nobody
 * counts, so they must not be the last to go.
 */
void mh_codes_free(pTHX_ mh_codes_t *codes)
{
    for (size_t i = 0; i < codes->count; i++)
        if (CvWEAKOUTSIDE(codes->list[i])) {
            SvREFCNT_dec_NN((SV *)codes->list[i]);
            codes->list[i] = NULL;
        }
    for (size_t i = 0; i < codes->count; i++)
        SvREFCNT_dec((SV *)codes->list[i]);
    Safefree(codes->list);
}
