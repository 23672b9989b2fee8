/*
 * digest.c - a package's content as one number.
 *
 * There are two kinds: within one process, where a function is itself and its
 * compiled code; and between two processes that loaded the same file, where no
 * address counts, but operators, constants and values do.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/proof.h"

#include <string.h>

#include "pool/perl/trace/vetted.h"

/* Deeper or larger structures are not compared; their module is refused. */
#define DEPTH_MAX 48
#define NODES_MAX 50000

typedef struct walk_t {
    bool between; /* processes */
    unsigned left;
    int depth;
    const SV *path[DEPTH_MAX];
} walk_t;

static UV sum_of(pTHX_ walk_t *walk, SV *sv);

static UV mix(UV sum, UV value)
{
    sum = (sum ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return sum ^ sum >> 29;
}

static UV mix_text(UV sum, const char *text, STRLEN size)
{
    UV word = 0;
    STRLEN at = 0;

    for (; at + sizeof(word) <= size; at += sizeof(word)) {
        memcpy(&word, text + at, sizeof(word));
        sum = mix(sum, word);
    }
    word = 0;
    memcpy(&word, text + at, size - at);
    return mix(mix(sum, word), size);
}

/* The other process is a fork, so perl's own digest is the same there. */
static UV mix_key(UV sum, const HE *entry)
{
    return mix(mix(sum, HeHASH(entry)), (UV)HeKLEN(entry));
}

static UV mix_name(UV sum, const char *name)
{
    return name ? mix_text(sum, name, strlen(name)) : mix(sum, 1);
}

/* --- code --- */

SV *mh_digest_constant(const OP *op, const CV *code)
{
    SV *sv = cSVOPx(op)->op_sv;

    return sv || !op->op_targ
               ? sv
               : PadARRAY(PadlistARRAY(CvPADLIST(code))[1])[op->op_targ];
}

static UV sum_of_pattern(REGEXP *pattern)
{
    return pattern ? mix_text(3, RX_WRAPPED(pattern), RX_WRAPLEN(pattern)) : 3;
}

static UV sum_of_operators(pTHX_ walk_t *walk, const OP *op, const CV *code)
{
    UV sum = mix(mix(5, op->op_type), (UV)op->op_flags << 8 | op->op_private);

    if (op->op_type == OP_CONST || op->op_type == OP_METHOD_NAMED)
        sum = mix(sum, op->op_type == OP_CONST
                           ? sum_of(aTHX_ walk, mh_digest_constant(op, code))
                           : 7);
    if (op->op_type == OP_MATCH || op->op_type == OP_SUBST ||
        op->op_type == OP_QR)
        sum = mix(sum, sum_of_pattern(PM_GETRE(cPMOPx(op))));
    if (op->op_flags & OPf_KIDS)
        for (const OP *kid = cUNOPx(op)->op_first; kid; kid = OpSIBLING(kid))
            sum = mix(sum, sum_of_operators(aTHX_ walk, kid, code));
    return sum;
}

/* Digest of the file's variables that a function uses. */
static UV sum_of_captured(pTHX_ walk_t *walk, const CV *code)
{
    PADLIST *list = CvPADLIST(code);
    PADNAMELIST *names = list ? PadlistNAMES(list) : NULL;
    UV sum = 11;

    for (SSize_t i = 1; names && i <= PadnamelistMAX(names); i++) {
        PADNAME *name = PadnamelistARRAY(names)[i];

        if (name && PadnameOUTER(name) && !PadnameIsOUR(name))
            sum = mix(sum,
                      sum_of(aTHX_ walk, PadARRAY(PadlistARRAY(list)[1])[i]));
    }
    return sum;
}

static UV sum_of_code(pTHX_ walk_t *walk, CV *code)
{
    UV sum = walk->between ? 13 : mix(13, PTR2UV(code));

    if (CvISXSUB(code)) {
        if (!walk->between)
            sum = mix(sum, (UV)CvXSUB(code));
        return CvCONST(code) && CvXSUBANY(code).any_ptr
                   ? mix(sum, sum_of(aTHX_ walk, CvXSUBANY(code).any_sv))
                   : sum;
    }
    if (SvPOK(code))
        sum = mix_text(sum, SvPVX((SV *)code), SvCUR((SV *)code));
    if (!walk->between)
        sum = mix(sum, PTR2UV(CvROOT(code)));
    else if (CvROOT(code))
        sum = mix(sum, sum_of_operators(aTHX_ walk, CvROOT(code), code));
    return mix(sum, sum_of_captured(aTHX_ walk, code));
}

/* --- values --- */

/* Magic that computes elements; that of @ISA only watches. */
static bool is_made_up(const SV *sv)
{
    return SvRMAGICAL(sv) && !mg_find(sv, PERL_MAGIC_isa);
}

/* Two processes may have filled the array from the keys of a hash, in any
 * order. */
static UV sum_of_array(pTHX_ walk_t *walk, AV *array)
{
    UV sum = 17;

    for (SSize_t i = 0; !is_made_up((SV *)array) && i <= AvFILLp(array); i++) {
        UV part = sum_of(aTHX_ walk, AvARRAY(array)[i]);

        sum = walk->between ? sum + mix(17, part) : mix(sum, part);
    }
    return sum;
}

static UV sum_of_hash(pTHX_ walk_t *walk, HV *hash)
{
    HE **array = is_made_up((SV *)hash) ? NULL : HvARRAY(hash);
    UV sum = 19;

    if (HvNAME_get(hash))
        return mix_name(23, HvNAME_get(hash));
    for (STRLEN i = 0; array && i <= HvMAX(hash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            sum += mix(mix_key(29, entry), sum_of(aTHX_ walk, HeVAL(entry)));
    return sum;
}

static UV sum_of_reference(pTHX_ walk_t *walk, SV *to)
{
    UV sum = SvOBJECT(to) ? mix_name(31, HvNAME_get(SvSTASH(to))) : 37;

    if (!walk->between)
        sum = mix(sum, PTR2UV(to));
    return mix(sum, sum_of(aTHX_ walk, to));
}

/* A string that was used as a number is both. The string counts. */
static UV sum_of_scalar(pTHX_ walk_t *walk, SV *sv)
{
    NV number;
    UV bits = 0;

    if (SvTYPE(sv) == SVt_REGEXP)
        return sum_of_pattern((REGEXP *)sv);
    if (SvROK(sv))
        return sum_of_reference(aTHX_ walk, SvRV(sv));
    if (SvPOK(sv))
        return mix_text(41, SvPVX(sv), SvCUR(sv));
    if (SvIOK(sv))
        return mix(43, (UV)SvIVX(sv));
    if (!SvNOK(sv))
        return 0;
    number = SvNVX(sv);
    memcpy(&bits, &number,
           sizeof(bits) < sizeof(number) ? sizeof(bits) : sizeof(number));
    return mix(47, bits);
}

static UV sum_of_kind(pTHX_ walk_t *walk, SV *sv)
{
    switch (SvTYPE(sv)) {
    case SVt_PVAV:
        return sum_of_array(aTHX_ walk, (AV *)sv);
    case SVt_PVHV:
        return sum_of_hash(aTHX_ walk, (HV *)sv);
    case SVt_PVCV:
        return sum_of_code(aTHX_ walk, (CV *)sv);
    case SVt_PVIO:
    case SVt_PVFM:
        return walk->between ? 53 : PTR2UV(sv);
    default:
        return isGV_with_GP(sv) ? mix_name(59, GvNAME((GV *)sv))
                                : sum_of_scalar(aTHX_ walk, sv);
    }
}

static UV sum_of(pTHX_ walk_t *walk, SV *sv)
{
    UV sum;

    if (!sv || !walk->left)
        return 0;
    for (int i = 0; i < walk->depth; i++)
        if (walk->path[i] == sv)
            return 61;
    if (walk->depth == DEPTH_MAX) {
        walk->left = 0;
        return 0;
    }
    walk->left--;
    walk->path[walk->depth++] = sv;
    sum = sum_of_kind(aTHX_ walk, sv);
    walk->depth--;
    return sum;
}

/* --- packages --- */

static UV sum_of_glob(pTHX_ walk_t *walk, GV *gv)
{
    CV *code = GvCVu(gv);
    UV declared = mh_survey_declared(aTHX_(SV *) gv);
    UV sum = declared ? mix(97, declared) : 0;

    if (GvSV(gv) && SvOK(GvSV(gv)))
        sum += mix(67, sum_of(aTHX_ walk, GvSV(gv)));
    if (GvAV(gv) && AvFILLp(GvAV(gv)) >= 0)
        sum += mix(71, sum_of(aTHX_ walk, (SV *)GvAV(gv)));
    if (GvHV(gv) && HvTOTALKEYS(GvHV(gv)))
        sum += mix(73, sum_of(aTHX_ walk, (SV *)GvHV(gv)));
    if (code && !declared)
        sum += mix(79, sum_of(aTHX_ walk, (SV *)code));
    if (GvIO(gv))
        sum += mix(83, sum_of(aTHX_ walk, (SV *)GvIO(gv)));
    if (GvFORM(gv))
        sum += mix(89, sum_of(aTHX_ walk, (SV *)GvFORM(gv)));
    return sum;
}

/* A constant, or a declaration, for which perl has not yet made a glob. */
static UV sum_of_entry(pTHX_ walk_t *walk, SV *symbol)
{
    if (isGV_with_GP(symbol))
        return sum_of_glob(aTHX_ walk, (GV *)symbol);
    return mix(97, SvROK(symbol) ? sum_of(aTHX_ walk, SvRV(symbol))
                                 : mh_survey_declared(aTHX_ symbol));
}

static bool is_package(const HE *entry)
{
    STRLEN length = (STRLEN)HeKLEN(entry);

    return length > 2 && memcmp(HeKEY(entry) + length - 2, "::", 2) == 0;
}

UV mh_digest_of_package(pTHX_ HV *stash, bool between)
{
    walk_t walk = { .between = between, .left = NODES_MAX };
    HE **array = HvARRAY(stash);
    bool has_books = mh_survey_has_books(stash);
    UV sum = 0;

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry)) {
            mh_slots_t slots = { .stash = stash, .key = HeKEY_hek(entry) };
            UV content;

            if (is_package(entry) ||
                (has_books && mh_glob_slots_bookkeeping(&slots)) ||
                (between &&
                 mh_vetted_is_address(HvNAME_get(stash), HeKEY(entry))))
                continue;
            content = sum_of_entry(aTHX_ & walk, HeVAL(entry));
            if (content)
                sum += mix(mix_key(101, entry), content);
        }
    return walk.left ? sum : MH_DIGEST_NONE;
}
