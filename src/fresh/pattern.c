/*
 * pattern.c - see pattern.h.
 */
#include "fresh/pattern.h"

static void add(pTHX_ mh_patterns_t *patterns, PMOP *op)
{
    REGEXP *compiled = PM_GETRE(op);

    Renew(patterns->list, patterns->count + 1, struct mh_pattern_t);
    patterns->list[patterns->count++] =
        (struct mh_pattern_t){ op, (REGEXP *)SvREFCNT_inc((SV *)compiled) };
}

#define NUMBER_FLAGS (SVf_IOK | SVf_NOK | SVp_IOK | SVp_NOK | SVf_IVisUV)

static void add_text(pTHX_ mh_patterns_t *patterns, SV *text)
{
    if (!SvPOK(text) || (SvFLAGS(text) & NUMBER_FLAGS) ||
        looks_like_number(text))
        return;
    Renew(patterns->texts, patterns->text_count + 1, SV *);
    patterns->texts[patterns->text_count++] = SvREFCNT_inc_simple_NN(text);
}

/* What has another op for integers takes numbers. */
static bool takes_numbers(const OP *op)
{
    return op->op_type < OP_CUSTOM && PL_opargs[op->op_type] & OA_OTHERINT;
}

static void look(pTHX_ mh_patterns_t *patterns, OP *op, PAD *pad)
{
    if (!op)
        return;
    if ((PL_opargs[op->op_type] & OA_CLASS_MASK) == OA_PMOP &&
        (((PMOP *)op)->op_pmflags & (PMf_KEEP | PMf_ONCE)))
        add(aTHX_ patterns, (PMOP *)op);
    if (!(op->op_flags & OPf_KIDS))
        return;
    for (OP *kid = cUNOPx(op)->op_first; kid; kid = OpSIBLING(kid)) {
        if (kid->op_type == OP_CONST && takes_numbers(op))
            add_text(aTHX_ patterns, cSVOPx(kid)->op_sv
                                         ? cSVOPx(kid)->op_sv
                                         : AvARRAY(pad)[kid->op_targ]);
        look(aTHX_ patterns, kid, pad);
    }
}

static PAD *pad_of(CV *cv)
{
    return PadlistARRAY(CvPADLIST(cv))[1];
}

void mh_patterns_take(pTHX_ mh_patterns_t *patterns, CV *main, OP *body,
                      const mh_codes_t *codes)
{
    look(aTHX_ patterns, body, pad_of(main));
    for (size_t i = 0; i < codes->count; i++)
        look(aTHX_ patterns, CvROOT(codes->list[i]), pad_of(codes->list[i]));
}

/* With ithreads a regular expression says itself that it has matched. */
static void mark_unused(pTHX_ PMOP *op, REGEXP *compiled)
{
    PERL_UNUSED_CONTEXT;
#ifdef USE_ITHREADS
    if (compiled && (op->op_pmflags & PMf_ONCE))
        SvFLAGS(compiled) &= ~(SVf_READONLY | SVf_PROTECT);
#else
    PERL_UNUSED_ARG(compiled);
    op->op_pmflags &= ~PMf_USED;
#endif
}

/* PM_SETRE() takes no NULL with ithreads. */
static void set(pTHX_ PMOP *op, REGEXP *compiled)
{
    PERL_UNUSED_CONTEXT;
#ifdef USE_ITHREADS
    PL_regex_pad[op->op_pmoffset] = compiled
                                        ? SvREFCNT_inc_simple_NN((SV *)compiled)
                                        : &PL_sv_undef;
#else
    PM_SETRE(op, (REGEXP *)SvREFCNT_inc((SV *)compiled));
#endif
}

void mh_patterns_restore(pTHX_ mh_patterns_t *patterns)
{
    for (size_t i = 0; i < patterns->count; i++) {
        PMOP *op = patterns->list[i].op;
        REGEXP *now = PM_GETRE(op);

        mark_unused(aTHX_ op, now);
        if (now != patterns->list[i].compiled) {
            set(aTHX_ op, patterns->list[i].compiled);
            ReREFCNT_dec(now);
        }
    }
    for (size_t i = 0; i < patterns->text_count; i++)
        SvFLAGS(patterns->texts[i]) &= ~(U32)NUMBER_FLAGS;
}

void mh_patterns_free(pTHX_ mh_patterns_t *patterns)
{
    for (size_t i = 0; i < patterns->count; i++)
        ReREFCNT_dec(patterns->list[i].compiled);
    for (size_t i = 0; i < patterns->text_count; i++)
        SvREFCNT_dec_NN(patterns->texts[i]);
    Safefree(patterns->texts);
    Safefree(patterns->list);
}
