/*
 * hidden_proof.c - see hidden_proof.h.
 */
#define PERL_NO_GET_CONTEXT
#include "exact/hidden_proof.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* --- perl's own folders --- */

/* Debian has what every program needs beside the folder of this version. */
#define ESSENTIAL ARCHLIB_EXP "/../../perl-base"

static const char *const folders[] = {
    PRIVLIB_EXP,         ARCHLIB_EXP, ESSENTIAL,
#ifdef PERL_VENDORLIB_EXP
    PERL_VENDORLIB_EXP,
#endif
#ifdef PERL_VENDORARCH_EXP
    PERL_VENDORARCH_EXP,
#endif
};

/* Some perls have these below the others. */
static const char *const site_folders[] = { SITELIB_EXP, SITEARCH_EXP };

static const char *test_folder;

void mh_proof_add_folder(const char *folder)
{
    test_folder = folder;
}

/* path is real. */
static bool is_below(const char *path, const char *folder)
{
    char real[PATH_MAX];
    size_t length;

    if (!folder || !realpath(folder, real))
        return false;
    length = strlen(real);
    return strnEQ(path, real, length) && path[length] == '/';
}

static bool is_below_one(const char *path, const char *const *list,
                         size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_below(path, list[i]))
            return true;
    return false;
}

bool mh_proof_is_perls(const char *path)
{
    char real[PATH_MAX];

    if (path[0] != '/' || !realpath(path, real))
        return false;
    if (is_below(real, test_folder))
        return true;
    return is_below_one(real, folders, C_ARRAY_LENGTH(folders)) &&
           !is_below_one(real, site_folders, C_ARRAY_LENGTH(site_folders));
}

/* --- another state --- */

void mh_proof_vary(pTHX)
{
    GV *zero = gv_fetchpvs("0", GV_ADD | GV_NOTQUAL, SVt_PV);

    TAINT_NOT;
    DEFSV_set(newSVpvs("varied"));
    sv_setpvs(ERRSV, "varied\n");
    /* Not through its magic, which would write over the command line. */
    sv_setpvs(GvSVn(zero), "/varied/program");
    PL_last_in_gv = PL_stdingv;
    errno = EXDEV;
}

/* --- what other packages hold --- */

typedef struct held_t {
    char *package;
    UV sum;
    bool brought; /* it may be absent, too */
} held_t;

struct mh_proof_t {
    const mh_survey_t *before;
    held_t *list;
    size_t count;
    bool has_signals;
    UV signals; /* what %SIG held, if it was named */
    bool has_modules;
    UV modules; /* what %INC and @INC held, if one was named */
};

static void hold(pTHX_ const char *name, HV *stash, void *context)
{
    mh_proof_t *proof = context;
    held_t *held;

    proof->list = realloc(proof->list, (proof->count + 1) * sizeof(held_t));
    if (!proof->list)
        abort();
    held = &proof->list[proof->count++];
    held->package = strdup(name);
    held->sum = stash ? mh_digest_of_package(aTHX_ stash, false) : 0;
    held->brought = !stash || !mh_survey_has_stash(proof->before, stash) ||
                    mh_survey_is_blank(proof->before, stash);
    if (!held->package)
        abort();
}

mh_proof_t *mh_proof_new(pTHX_ const mh_survey_t *before, UV modules)
{
    mh_proof_t *proof = calloc(1, sizeof(*proof));
    HV *universal = gv_stashpvs("UNIVERSAL", 0);

    if (!proof)
        abort();
    proof->before = before;
    mh_record_packages(aTHX_ hold, proof);
    proof->has_signals = mh_record_has_signals();
    proof->signals = mh_state_signals(aTHX);
    proof->has_modules = mh_record_has_modules();
    proof->modules = modules;
    if (universal)
        hold(aTHX_ "UNIVERSAL", universal, proof);
    proof->before = NULL;
    return proof;
}

static UV sum_of_text(pTHX_ SV *sv)
{
    STRLEN length;
    const char *text = SvPV_const(sv, length);
    UV sum = 5381;

    for (STRLEN i = 0; i < length; i++)
        sum = sum * 33 + (U8)text[i];
    return sum;
}

/* In any order; each entry of @INC counts by its place. */
UV mh_proof_modules(pTHX)
{
    AV *list = GvAVn(PL_incgv);
    HV *hash = GvHVn(PL_incgv);
    UV sum = 0;
    HE *entry;

    hv_iterinit(hash);
    while ((entry = hv_iternext(hash)))
        sum += sum_of_text(aTHX_ HeSVKEY_force(entry)) *
               (sum_of_text(aTHX_ HeVAL(entry)) | 1);
    for (SSize_t i = 0; i <= av_top_index(list); i++) {
        SV **item = av_fetch(list, i, 0);

        if (item)
            sum += sum_of_text(aTHX_ * item) * (UV)(2 * i + 3);
    }
    return sum;
}

static bool is_held(pTHX_ const held_t *held)
{
    HV *stash = gv_stashpv(held->package, 0);
    UV sum = stash ? mh_digest_of_package(aTHX_ stash, false) : 0;

    return sum != MH_DIGEST_NONE &&
           (sum == held->sum || (held->brought && !sum));
}

bool mh_proof_holds(pTHX_ const mh_proof_t *proof)
{
    if (proof && proof->has_signals && proof->signals != mh_state_signals(aTHX))
        return false;
    if (proof && proof->has_modules && proof->modules != mh_proof_modules(aTHX))
        return false;
    for (size_t i = 0; proof && i < proof->count; i++)
        if (!is_held(aTHX_ & proof->list[i]))
            return false;
    return true;
}

/* --- what was brought --- */

UV mh_proof_digest(pTHX_ const mh_survey_t *before, const mh_survey_t *after)
{
    UV sum = 0;

    for (size_t i = 0; i < after->count; i++) {
        HV *stash = after->list[i].stash;
        UV part;

        if (after->list[i].key || (mh_survey_has_stash(before, stash) &&
                                   !mh_survey_is_blank(before, stash)))
            continue;
        part = mh_digest_of_package(aTHX_ stash, true);
        if (part == MH_DIGEST_NONE)
            return part;
        sum += part;
    }
    return sum == MH_DIGEST_NONE ? 0 : sum;
}

/* --- the state at a script's `require` --- */

static bool is_text(SV *sv, const char *text)
{
    return sv && SvPOK(sv) && !SvMAGICAL(sv) && strEQ(SvPVX(sv), text);
}

static SV *value_of(pTHX_ const char *name)
{
    return GvSVn(gv_fetchpv(name, GV_ADD | GV_NOTQUAL, SVt_PV));
}

bool mh_proof_state_is_plain(pTHX)
{
    return !PL_diehook && !PL_warnhook && !PL_ors_sv && !PL_perldb &&
           SvPOK(PL_rs) && strEQ(SvPVX(PL_rs), "\n") &&
           !(PL_ofsgv && GvSV(PL_ofsgv) && SvOK(GvSV(PL_ofsgv))) &&
           is_text(value_of(aTHX_ "\""), " ") &&
           is_text(value_of(aTHX_ ";"), "\034");
}
