/*
 * body.c - see body.h.
 */
#include "fresh/body.h"
#include "own.h"

/* cv_undef() of a sub that keeps its glob; not in perl's public headers. */
#define KEEP_NAME 1

struct mh_body_t {
    CV *cv;
    OP *root;
    OP *start;
    PADLIST *pads;
    char *file;
    CV *outside;
    U32 sequence;
    cv_flags_t flags;
    SV *prototype; /* NULL: none */
};

static OP *(*perl_undef)(pTHX);

static MH_OWN mh_bodies_t *told;

static bool is_kept(const CV *cv)
{
    if (!told || CvISXSUB(cv) || !CvROOT(cv) || CvDEPTH(cv))
        return false;
    for (size_t i = 0; i < told->codes->count; i++)
        if (told->codes->list[i] == cv)
            return true;
    return false;
}

/* The outer sub may go meanwhile where it is held. */
static CV *hold_outside(const CV *cv)
{
    CV *outside = CvOUTSIDE(cv);

    if (outside && !CvWEAKOUTSIDE(cv))
        SvREFCNT_inc_simple_void_NN((SV *)outside);
    return outside;
}

static struct mh_body_t note(pTHX_ CV *cv)
{
    return (struct mh_body_t){
        .cv = cv,
        .root = CvROOT(cv),
        .start = CvSTART(cv),
        .pads = CvPADLIST(cv),
        .file = CvFILE(cv),
        .outside = hold_outside(cv),
        .sequence = CvOUTSIDE_SEQ(cv),
        .flags = CvFLAGS(cv),
        .prototype = SvPOK(cv) ? newSVpvn_utf8(CvPROTO(cv), CvPROTOLEN(cv),
                                               cBOOL(SvUTF8(cv)))
                               : NULL,
    };
}

static void put_aside(pTHX_ CV *cv)
{
    Renew(told->list, told->count + 1, struct mh_body_t);
    told->list[told->count++] = note(aTHX_ cv);
    CvROOT(cv) = NULL;
    CvSTART(cv) = NULL;
    CvPADLIST_set(cv, NULL);
    CvFILE(cv) = NULL;
}

static OP *kept_undef(pTHX)
{
    SV *sv = PL_op->op_private ? *PL_stack_sp : NULL;

    if (sv && SvTYPE(sv) == SVt_PVCV && is_kept((CV *)sv))
        put_aside(aTHX_(CV *) sv);
    return perl_undef(aTHX);
}

void mh_bodies_install(void)
{
    static bool installed;

    if (installed)
        return;
    installed = true;
    perl_undef = PL_ppaddr[OP_UNDEF];
    PL_ppaddr[OP_UNDEF] = kept_undef;
}

void mh_bodies_tell(mh_bodies_t *bodies)
{
    told = bodies;
}

static void restore_prototype(pTHX_ const struct mh_body_t *body)
{
    SV *cv = (SV *)body->cv;

    if (!body->prototype)
        return;
    sv_setpvn(cv, SvPVX(body->prototype), SvCUR(body->prototype));
    if (SvUTF8(body->prototype))
        SvUTF8_on(cv);
    SvREFCNT_dec_NN(body->prototype);
}

/* It may have another body now, and be inside another sub with that. */
static void restore(pTHX_ const struct mh_body_t *body)
{
    CV *cv = body->cv;
    CV *outside;

    Perl_cv_undef_flags(aTHX_ cv, KEEP_NAME);
    outside = CvWEAKOUTSIDE(cv) ? NULL : CvOUTSIDE(cv);
    CvROOT(cv) = body->root;
    CvSTART(cv) = body->start;
    CvPADLIST_set(cv, body->pads);
    CvFILE(cv) = body->file;
    CvOUTSIDE(cv) = body->outside;
    CvOUTSIDE_SEQ(cv) = body->sequence;
    CvFLAGS(cv) = body->flags;
    SvREFCNT_dec((SV *)outside);
    restore_prototype(aTHX_ body);
}

/* What was undefined last first: a sub may have been undefined twice. */
void mh_bodies_restore(pTHX_ mh_bodies_t *bodies)
{
    while (bodies->count)
        restore(aTHX_ & bodies->list[--bodies->count]);
    Safefree(bodies->list);
    bodies->list = NULL;
}
