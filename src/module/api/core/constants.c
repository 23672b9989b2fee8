/*
 * constants.c - `use Apache2::Const -compile => qw(:group NAME)` and its like.
 */
#include "module/api/core/constants.h"
#include "module/api/core/method_table.h"

/* A module of constants: its name, and the package of its subs. */
typedef struct {
    const char *module;
    const char *package;
    const mh_const_group_t *groups;
} family_t;

/* A `use` that is being executed. */
typedef struct {
    const family_t *family;
    HV *into; /* the package that gets them too; NULL with -compile */
} import_t;

static void import_group(pTHX_ const import_t *want, const char *name);
static void import_name(pTHX_ const import_t *want, const char *name);
static void import_constant(pTHX_ const import_t *want, const mh_const_t *row);

static const mh_const_t modperl_common[] = {
    { "EXIT", NULL, MH_EXIT, NULL },
    { NULL, NULL, 0, NULL },
};

static const mh_const_group_t modperl_groups[] = {
    { "common", modperl_common },
    { NULL, NULL },
};

static const family_t families[] = {
    { "Apache2::Const", "Apache2::Const", mh_const_apache },
    { "APR::Const", "APR::Const", mh_const_apr },
    { "ModPerl::Const", "ModPerl", modperl_groups },
};

static const family_t *find_family(const char *module)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(families[i].module, module) == 0)
            return &families[i];
    return NULL;
}

static import_t wanted_of(pTHX_ mh_call_t *call)
{
    const char *module = mh_arg_string(aTHX_ call, 0, "");
    import_t want = { find_family(module), NULL };

    if (want.family == NULL)
        mh_method_croak(aTHX_ call, "%s is no module of constants", module);
    return want;
}

static void import_one(pTHX_ const import_t *want, const char *name)
{
    if (*name == ':')
        import_group(aTHX_ want, name + 1);
    else
        import_name(aTHX_ want, *name == '&' ? name + 1 : name);
}

/* The names and groups, from argument i to the last. */
static void import_list(pTHX_ mh_call_t *call, const import_t *want, int i)
{
    if (i >= call->nargs)
        import_group(aTHX_ want, "common");
    for (; i < call->nargs; i++)
        import_one(aTHX_ want, SvPV_nolen(call->arg[i]));
}

void mh_constants_define(pTHX_ const char *module, HV *into, const char *name)
{
    const import_t want = { find_family(module), into };

    import_one(aTHX_ & want, name);
}

/*
 * Apache2::Const->import(LIST): defines each in Apache2::Const and, unless the
 * list begins with -compile, in the calling package as well.
 */
static SV *import(pTHX_ mh_call_t *call)
{
    import_t want = wanted_of(aTHX_ call);
    int i = 1;

    if (mh_arg_given(call, 1) &&
        strcmp(SvPV_nolen(call->arg[1]), "-compile") == 0)
        i++;
    else
        want.into = CopSTASH(PL_curcop);
    import_list(aTHX_ call, &want, i);
    return NULL;
}

static SV *compile(pTHX_ mh_call_t *call)
{
    import_t want = wanted_of(aTHX_ call);

    import_list(aTHX_ call, &want, 1);
    return NULL;
}

static void import_group(pTHX_ const import_t *want, const char *name)
{
    const mh_const_group_t *group = want->family->groups;

    while (group->name != NULL && strcmp(group->name, name) != 0)
        group++;
    if (group->name == NULL) {
        croak("%s has no group of constants called :%s", want->family->module,
              name);
    }
    for (const mh_const_t *row = group->rows; row->name != NULL; row++)
        import_constant(aTHX_ want, row);
}

static void import_name(pTHX_ const import_t *want, const char *name)
{
    const mh_const_group_t *group;

    for (group = want->family->groups; group->name != NULL; group++) {
        for (const mh_const_t *row = group->rows; row->name != NULL; row++) {
            if (strcmp(row->name, name) == 0) {
                import_constant(aTHX_ want, row);
                return;
            }
        }
    }
    croak("%s has no constant called %s", want->family->module, name);
}

static SV *value_of(pTHX_ const mh_const_t *row)
{
    if (row->string != NULL)
        return newSVpv(row->string, 0);
    return newSViv(row->variable != NULL ? *row->variable : row->number);
}

static CV *define(pTHX_ const family_t *family, const mh_const_t *row)
{
    HV *stash = gv_stashpv(family->package, GV_ADD);
    SV *name = sv_2mortal(newSVpvf("%s::%s", family->package, row->name));
    CV *cv = get_cv(SvPV_nolen(name), 0);

    return cv != NULL ? cv : newCONSTSUB(stash, row->name, value_of(aTHX_ row));
}

static void import_constant(pTHX_ const import_t *want, const mh_const_t *row)
{
    CV *cv;
    GV *gv;

    if (strcmp(row->name, "END") == 0) {
        /* Perl takes every sub of that name for a block to run at exit. */
        return;
    }
    cv = define(aTHX_ want->family, row);
    if (want->into == NULL)
        return;
    gv = gv_fetchsv(sv_2mortal(
                        newSVpvf("%s::%s", HvNAME(want->into), row->name)),
                    GV_ADD, SVt_PVCV);
    if (GvCV(gv) != cv)
        sv_setsv_mg((SV *)gv, sv_2mortal(newRV_inc((SV *)cv)));
}

static const mh_method_t methods[] = {
    MH_METHOD("import", "s@", import, "define constants and export them"),
    MH_METHOD("compile", "s@", compile,
              "define constants, without exporting them"),
    MH_END,
};

const mh_api_t mh_api_constants[] = {
    { "ModPerl::Const", MH_NONE, methods },
    MH_API_END,
};
