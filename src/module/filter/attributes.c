/*
 * attributes.c - see attributes.h.
 */
#include "module/filter/attributes.h"

#include "module/perl/call.h"

#define HAS_INIT "HasInitHandler"

static int copy(pTHX_ SV *sv, MAGIC *mg, SV *to, const char *name, I32 length);

/*
 * The flags are in mg_private. mg_obj is the init handler: at first the text of
 * its expression, then a reference to its code.
 */
static const MGVTBL attribute_magic = { .svt_copy = copy };

typedef struct {
    const char *text;
    SV *value;
} evaluation_t;

static const struct {
    const char *name;
    unsigned flag;
} names[] = {
    { "RequestHandler", MH_FILTER_OF_REQUEST },
    { "ConnectionHandler", MH_FILTER_OF_CONNECTION },
    { "InitHandler", MH_FILTER_IS_INIT },
};

static MAGIC *attach(pTHX_ SV *sub, SV *init, unsigned flags)
{
    MAGIC *mg = sv_magicext(sub, init, PERL_MAGIC_ext, &attribute_magic, NULL,
                            0);

    mg->mg_flags |= MGf_COPY;
    mg->mg_private = (U16)flags;
    return mg;
}

/* A closure is a copy of the sub that was compiled. */
static int copy(pTHX_ SV *sv, MAGIC *mg, SV *to, const char *name, I32 length)
{
    attach(aTHX_ to, mg->mg_obj, mg->mg_private);
    return 1;
}

static SV *sub_of(SV *code)
{
    return SvROK(code) ? SvRV(code) : code;
}

static MAGIC *magic_of(SV *code)
{
    SV *sub = sub_of(code);
    MAGIC *mg = SvTYPE(sub) >= SVt_PVMG ? SvMAGIC(sub) : NULL;

    while (mg && mg->mg_virtual != &attribute_magic)
        mg = mg->mg_moremagic;
    return mg;
}

unsigned mh_filter_attributes(SV *code)
{
    MAGIC *mg = magic_of(code);

    return mg ? mg->mg_private : 0;
}

/* The package is not compiled yet, so the text in the parentheses is stored. */
static void note_init(pTHX_ MAGIC *mg, const char *text)
{
    STRLEN length = strlen(text);

    if (length < 3 || text[0] != '(' || text[length - 1] != ')')
        croak("FilterHasInitHandler needs code that gives the init handler: "
              "FilterHasInitHandler(\\&init)");
    SvREFCNT_dec(mg->mg_obj);
    mg->mg_obj = newSVpvn(text + 1, length - 2);
    mg->mg_flags |= MGf_REFCOUNTED;
    mg->mg_private |= MH_FILTER_HAS_INIT;
}

bool mh_filter_attribute(pTHX_ CV *sub, SV *attribute)
{
    const char *text = SvPV_nolen(attribute);
    MAGIC *mg = magic_of((SV *)sub);
    unsigned flag = 0;
    bool has_init;

    if (strnEQ(text, "Filter", 6))
        text += 6;
    has_init = strnEQ(text, HAS_INIT, sizeof(HAS_INIT) - 1);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strEQ(text, names[i].name))
            flag = names[i].flag;
    if (!flag && !has_init)
        return false;
    if (!mg)
        mg = attach(aTHX_(SV *) sub, NULL, 0);
    mg->mg_private |= (U16)flag;
    if (has_init)
        note_init(aTHX_ mg, text + sizeof(HAS_INIT) - 1);
    return true;
}

static void evaluate_text(pTHX_ void *data)
{
    evaluation_t *evaluation = data;

    SV *source = sv_2mortal(newSVpv(evaluation->text, 0));

    evaluation->value = newSVsv(mh_call_source(aTHX_ source, G_SCALAR));
}

/* The source is the user's own, from the file of the sub. */
static const char *evaluate(pTHX_ MAGIC *mg, const char *package,
                            apr_pool_t *pool)
{
    evaluation_t evaluation = { apr_pstrcat(pool, "package ", package, "; ",
                                            SvPV_nolen(mg->mg_obj), NULL),
                                NULL };
    SV *code;

    if (!mh_call_c(aTHX_ evaluate_text, &evaluation))
        return mh_error_text(aTHX_ pool);
    code = sv_2mortal(evaluation.value);
    if (SvPOK(code) && get_cv(SvPV_nolen(code), 0))
        code = sv_2mortal(newRV_inc((SV *)get_cv(SvPV_nolen(code), 0)));
    if (!SvROK(code) || SvTYPE(SvRV(code)) != SVt_PVCV)
        return apr_psprintf(pool, "FilterHasInitHandler(%s) does not give code",
                            SvPV_nolen(mg->mg_obj));
    if (!(mh_filter_attributes(code) & MH_FILTER_IS_INIT))
        return apr_psprintf(pool,
                            "FilterHasInitHandler(%s) gives a sub without "
                            "the FilterInitHandler attribute",
                            SvPV_nolen(mg->mg_obj));
    SvREFCNT_dec(mg->mg_obj);
    mg->mg_obj = newSVsv(code);
    return NULL;
}

SV *mh_filter_init_handler(pTHX_ SV *code, apr_pool_t *pool, const char **why)
{
    MAGIC *mg = magic_of(code);
    CV *sub = (CV *)sub_of(code);
    HV *stash;

    *why = NULL;
    if (!mg || !(mg->mg_private & MH_FILTER_HAS_INIT))
        return NULL;
    if (!SvROK(mg->mg_obj)) {
        stash = CvSTASH(sub);
        ENTER;
        SAVETMPS;
        *why = evaluate(aTHX_ mg, stash ? HvNAME(stash) : "main", pool);
        FREETMPS;
        LEAVE;
    }
    return *why ? NULL : mg->mg_obj;
}
