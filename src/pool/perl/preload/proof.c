/*
 * proof.c - see proof.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/proof.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "shared/memory.h"

/* --- perl's own folders --- */

/*
 * Debian has the modules that every program needs beside the folder of this
 * version.
 */
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

/* Some perls have these site folders below the others. */
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
    /* Assignment by magic would write over the command line. */
    sv_setpvs(GvSVn(zero), "/varied/program");
    PL_last_in_gv = PL_stdingv;
    errno = EXDEV;
}

/* --- what other packages hold --- */

/* A package, or (in another list) an element of %INC. */
typedef struct held_t {
    char *name;
    UV before;
    UV after; /* of a package */
    bool
        brought; /* the load has brought the file that a package is named for */
} held_t;

typedef struct held_list_t {
    held_t *at;
    size_t count;
} held_list_t;

struct mh_proof_t {
    held_list_t packages;
    held_list_t modules; /* elements of %INC */
    bool dies;           /* in an eval, or sets handlers */
    bool has_signals;
    UV signals; /* content of %SIG, if it was named */
    bool has_all_modules;
    UV all_modules; /* content of %INC, if it was listed */
    bool has_search;
    UV search; /* content of @INC, if it was named */
};

/* The proof that is being made, and the state that it begins with. */
typedef struct making_t {
    mh_proof_t *proof;
    const mh_prior_t *prior;
} making_t;

static void hold(held_list_t *list, const char *name, UV before, UV after)
{
    held_t held = { strdup(name), before, after, false };

    if (!held.name)
        abort();
    list->at = mh_grow(list->at, (list->count + 1) * sizeof(held_t));
    list->at[list->count++] = held;
}

/* True if the list, like %INC, has the file of a package of that name. */
static bool has_file_of(pTHX_ HV *modules, const char *package)
{
    char key[PATH_MAX];
    size_t used = 0;

    for (const char *at = package; *at && used < sizeof(key) - 4; at++) {
        bool colons = strnEQ(at, "::", 2);

        key[used++] = colons ? '/' : *at;
        at += colons;
    }
    memcpy(key + used, ".pm", 4);
    return hv_exists(modules, key, (I32)used + 3);
}

/* No load may change code or data of a package that is not blank. */
static void hold_package(pTHX_ const char *name, HV *stash, void *context)
{
    const making_t *making = context;
    const mh_survey_t *survey = making->prior->survey;
    UV after = stash ? mh_digest_of_package(aTHX_ stash, false) : 0;
    UV before = 0;
    SV **known = hv_fetch(making->prior->packages, name, (I32)strlen(name), 0);

    if (known)
        before = SvUV(*known);
    else if (stash && mh_survey_has_stash(survey, stash))
        before = after;
    hold(&making->proof->packages, name, before, after);
    making->proof->packages.at[making->proof->packages.count - 1].brought =
        !has_file_of(aTHX_ making->prior->modules, name);
}

/* --- %INC and @INC --- */

static UV sum_of_text(pTHX_ SV *sv)
{
    STRLEN length;
    const char *text = SvPV_const(sv, length);
    UV sum = 5381;

    for (STRLEN i = 0; i < length; i++)
        sum = sum * 33 + (U8)text[i];
    return sum;
}

static UV sum_of_module(pTHX_ HV *modules, const char *key)
{
    SV **value = hv_fetch(modules, key, (I32)strlen(key), 0);

    return value ? sum_of_text(aTHX_ * value) : 0;
}

/* In any order. */
static UV sum_of_modules(pTHX_ HV *modules)
{
    UV sum = 0;
    HE *entry;

    hv_iterinit(modules);
    while ((entry = hv_iternext(modules)))
        sum += sum_of_text(aTHX_ HeSVKEY_force(entry)) *
               (sum_of_text(aTHX_ HeVAL(entry)) | 1);
    return sum;
}

static UV sum_of_search(pTHX)
{
    AV *list = GvAVn(PL_incgv);
    UV sum = 5381;

    for (SSize_t i = 0; i <= av_top_index(list); i++) {
        SV **item = av_fetch(list, i, 0);

        sum = sum * 31 + (item ? sum_of_text(aTHX_ * item) : 1);
    }
    return sum;
}

static bool modules_hold(pTHX_ const mh_proof_t *proof)
{
    HV *modules = GvHVn(PL_incgv);

    if (proof->has_search && proof->search != sum_of_search(aTHX))
        return false;
    if (SvRMAGICAL(modules))
        return !proof->has_all_modules && !proof->modules.count;
    if (proof->has_all_modules &&
        proof->all_modules != sum_of_modules(aTHX_ modules))
        return false;
    for (size_t i = 0; i < proof->modules.count; i++)
        if (proof->modules.at[i].before !=
            sum_of_module(aTHX_ modules, proof->modules.at[i].name))
            return false;
    return true;
}

static void hold_modules(pTHX_ const making_t *making)
{
    const mh_prior_t *prior = making->prior;
    mh_proof_t *proof = making->proof;

    proof->has_search = mh_record_has_search();
    proof->search = prior->search;
    proof->has_all_modules = mh_record_has_modules();
    if (proof->has_all_modules)
        proof->all_modules = sum_of_modules(aTHX_ prior->modules);
    for (const char *const *key = mh_record_keys(); *key; key++)
        hold(&proof->modules, *key, sum_of_module(aTHX_ prior->modules, *key),
             0);
}

/* --- all of it --- */

/*
 * Others do not change, because a load that changes them is refused in the
 * trial.
 */
static void take_packages(pTHX_ mh_prior_t *prior)
{
    const mh_survey_t *survey = prior->survey;

    prior->packages = newHV();
    for (size_t i = 0; i < survey->count; i++) {
        HV *stash = survey->list[i].stash;
        const char *name = HvNAME_get(stash);

        if (!survey->list[i].key && mh_survey_is_blank(survey, stash))
            (void)hv_store(prior->packages, name, (I32)strlen(name),
                           newSVuv(mh_digest_of_package(aTHX_ stash, false)),
                           0);
    }
}

void mh_prior_take(pTHX_ mh_prior_t *prior, const mh_survey_t *survey)
{
    prior->survey = survey;
    prior->modules = newHVhv(GvHVn(PL_incgv));
    prior->search = sum_of_search(aTHX);
    take_packages(aTHX_ prior);
}

void mh_prior_free(pTHX_ mh_prior_t *prior)
{
    SvREFCNT_dec(prior->modules);
    SvREFCNT_dec(prior->packages);
}

mh_proof_t *mh_proof_new(pTHX_ const mh_prior_t *prior)
{
    making_t making = { calloc(1, sizeof(mh_proof_t)), prior };
    HV *universal = gv_stashpvs("UNIVERSAL", 0);

    if (!making.proof)
        abort();
    mh_record_packages(aTHX_ hold_package, &making);
    if (universal)
        hold_package(aTHX_ "UNIVERSAL", universal, &making);
    making.proof->has_signals = mh_record_has_signals();
    making.proof->signals = mh_state_signals(aTHX);
    hold_modules(aTHX_ & making);
    return making.proof;
}

static void free_list(held_list_t *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i].name);
    free(list->at);
}

void mh_proof_free(mh_proof_t *proof)
{
    if (!proof)
        return;
    free_list(&proof->packages);
    free_list(&proof->modules);
    free(proof);
}

void mh_proof_dies(mh_proof_t *proof)
{
    proof->dies = true;
}

/* --- does it hold? --- */

/* Digests that were made since mh_proof_begin(); modules name the same packages
 * again and again. */
#define SUMS 256 /* a power of two */

static struct {
    const HV *stash[SUMS];
    UV sum[SUMS];
    size_t count;
} known;

void mh_proof_begin(void)
{
    if (known.count)
        memset(&known, 0, sizeof(known));
}

static UV known_sum(pTHX_ HV *stash)
{
    size_t at = (PTR2UV(stash) * UINT64_C(0x9E3779B97F4A7C15)) >> 40;
    UV sum;

    for (at &= SUMS - 1; known.stash[at]; at = (at + 1) & (SUMS - 1))
        if (known.stash[at] == stash)
            return known.sum[at];
    sum = mh_digest_of_package(aTHX_ stash, false);
    if (known.count < SUMS / 2) {
        known.stash[at] = stash;
        known.sum[at] = sum;
        known.count++;
    }
    return sum;
}

/*
 * The package is as after the load, or as before it. If its file was loaded
 * since, the old state does not count: then a script has emptied the package,
 * and perl would not load the file again.
 */
static bool package_holds(pTHX_ const held_t *held)
{
    HV *stash = gv_stashpv(held->name, 0);
    UV sum = stash ? known_sum(aTHX_ stash) : 0;

    if (sum == MH_DIGEST_NONE)
        return false;
    if (sum == held->after)
        return true;
    return sum == held->before &&
           !(held->brought && has_file_of(aTHX_ GvHVn(PL_incgv), held->name));
}

bool mh_proof_holds(pTHX_ const mh_proof_t *proof)
{
    if (!proof)
        return true;
    if (proof->has_signals && proof->signals != mh_state_signals(aTHX))
        return false;
    if (!modules_hold(aTHX_ proof))
        return false;
    for (size_t i = 0; i < proof->packages.count; i++)
        if (!package_holds(aTHX_ & proof->packages.at[i]))
            return false;
    return true;
}

bool mh_proof_fits_handlers(pTHX_ const mh_proof_t *proof)
{
    bool has_handlers = PL_warnhook ||
                        (PL_diehook && !mh_load_notes(PL_diehook));

    return !has_handlers || (proof && !proof->dies);
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

/* Perl makes the variable, with this text, when code first mentions it. */
static bool is_plain(pTHX_ const char *name, const char *text)
{
    const GV *gv = gv_fetchpv(name, GV_NOTQUAL, SVt_PV);

    return !gv || is_text(GvSV(gv), text);
}

/* The class of STDIN is perl's: see record.c. */
static bool has_plain_input(pTHX)
{
    GV *gv = gv_fetchpvs("STDIN", 0, SVt_PVIO);
    const IO *io = gv ? GvIO(gv) : NULL;

    return io && SvOBJECT(io) && SvSTASH(io) == gv_stashpvs("IO::File", 0);
}

bool mh_proof_state_is_plain(pTHX)
{
    return has_plain_input(aTHX) && !PL_ors_sv && !PL_perldb && SvPOK(PL_rs) &&
           strEQ(SvPVX(PL_rs), "\n") &&
           !(PL_ofsgv && GvSV(PL_ofsgv) && SvOK(GvSV(PL_ofsgv))) &&
           is_plain(aTHX_ "\"", " ") && is_plain(aTHX_ ";", "\034");
}
