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

static void look(pTHX_ mh_patterns_t *patterns, OP *op)
{
    if (!op)
        return;
    if ((PL_opargs[op->op_type] & OA_CLASS_MASK) == OA_PMOP &&
        (((PMOP *)op)->op_pmflags & (PMf_KEEP | PMf_ONCE)))
        add(aTHX_ patterns, (PMOP *)op);
    if (!(op->op_flags & OPf_KIDS))
        return;
    for (OP *kid = cUNOPx(op)->op_first; kid; kid = OpSIBLING(kid))
        look(aTHX_ patterns, kid);
}

void mh_patterns_take(pTHX_ mh_patterns_t *patterns, OP *body,
                      const mh_codes_t *codes)
{
    look(aTHX_ patterns, body);
    for (size_t i = 0; i < codes->count; i++)
        look(aTHX_ patterns, CvROOT(codes->list[i]));
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
}

void mh_patterns_free(pTHX_ mh_patterns_t *patterns)
{
    for (size_t i = 0; i < patterns->count; i++)
        ReREFCNT_dec(patterns->list[i].compiled);
    Safefree(patterns->list);
}
