/*
 * holder.c - see holder.h.
 */
#include "module/perl/holder.h"

#include "shared/perl/heads.h"

/* The limits of a search: depth of structures, number of values. */
#define DEPTH 3
#define MOST_VALUES 2000000

/*
 * A search: the thing, the name found, and the number of values left to visit.
 */
typedef struct {
    SV *thing;
    SV *name;
    int left; /* of MOST_VALUES */
} search_t;

static bool reaches(pTHX_ SV *from, search_t *search, int depth);

static bool reaches_by_array(pTHX_ const AV *array, search_t *search, int depth)
{
    for (SSize_t i = 0; i <= AvFILLp(array); i++)
        if (reaches(aTHX_ AvARRAY(array)[i], search, depth))
            return true;
    return false;
}

/* Walks the buckets, because other code may be iterating over the hash. */
static bool reaches_by_hash(pTHX_ const HV *hash, search_t *search, int depth)
{
    for (STRLEN i = 0; HvARRAY(hash) && i <= HvMAX(hash); i++)
        for (HE *entry = HvARRAY(hash)[i]; entry; entry = HeNEXT(entry))
            if (reaches(aTHX_ HeVAL(entry), search, depth))
                return true;
    return false;
}

/*
 * A weak reference holds nothing, and code and symbols lead anywhere: both are
 * passed over.
 */
static bool reaches(pTHX_ SV *from, search_t *search, int depth)
{
    if (!from || from == search->thing || search->left-- <= 0)
        return from && from == search->thing;
    if (SvROK(from))
        return !SvWEAKREF(from) &&
               (SvRV(from) == search->thing ||
                (depth > 0 && reaches(aTHX_ SvRV(from), search, depth - 1)));
    if (SvTYPE(from) == SVt_PVAV)
        return reaches_by_array(aTHX_(AV *) from, search, depth);
    if (SvTYPE(from) == SVt_PVHV && !HvNAME_HEK((HV *)from))
        return reaches_by_hash(aTHX_(HV *) from, search, depth);
    return false;
}

/* --- variables of packages ---------------------------------------------- */

static SV *full_name(pTHX_ const char *sigil, const GV *gv)
{
    const char *package = GvSTASH(gv) ? HvNAME(GvSTASH(gv)) : NULL;

    return newSVpvf("%s%s::%s", sigil, package ? package : "main", GvNAME(gv));
}

/* open() and Symbol name globs that have no name. */
static bool is_nameless(const GV *gv)
{
    const char *name = GvNAME(gv);

    return *name == '$' || strnEQ(name, "GEN", 3) || strnEQ(name, "_GEN_", 5);
}

static bool visit_glob(pTHX_ SV *sv, void *data)
{
    search_t *search = data;
    GV *gv = (GV *)sv;
    const char *sigil = NULL;

    if (SvTYPE(sv) != SVt_PVGV || !isGV_with_GP(gv) || !GvGP(gv) ||
        gv == PL_defgv)
        return false;
    if (reaches(aTHX_ GvSV(gv), search, DEPTH))
        sigil = "$";
    else if (reaches(aTHX_(SV *) GvAV(gv), search, DEPTH))
        sigil = "@";
    else if (GvHV(gv) && reaches(aTHX_(SV *) GvHV(gv), search, DEPTH))
        sigil = "%";
    else if (sv == search->thing && !is_nameless(gv))
        sigil = "*";
    if (sigil)
        search->name = full_name(aTHX_ sigil, gv);
    return sigil != NULL;
}

/* --- lexicals ----------------------------------------------------------- */

static SV *lexical_name(pTHX_ const PADNAME *name, CV *code)
{
    GV *gv = CvANON(code) ? NULL : CvGV(code);
    const char *package = CvSTASH(code) ? HvNAME(CvSTASH(code)) : NULL;

    if (gv)
        return newSVpvf("my %s of %" SVf, PadnamePV(name),
                        SVfARG(sv_2mortal(full_name(aTHX_ "", gv))));
    return newSVpvf("my %s in %s", PadnamePV(name), package ? package : "main");
}

/* Our own code holds the value, too, while it searches. */
static bool is_ours(const CV *code)
{
    const char *package = CvSTASH(code) ? HvNAME(CvSTASH(code)) : NULL;

    return package && strnEQ(package, "Mehari::", 8);
}

static bool visit_code(pTHX_ SV *sv, void *data)
{
    search_t *search = data;
    CV *code = (CV *)sv;
    const PADNAMELIST *names;
    PAD *pad;

    if (SvTYPE(sv) != SVt_PVCV || CvISXSUB(code) || !CvPADLIST(code) ||
        is_ours(code) || PadlistMAX(CvPADLIST(code)) < 1)
        return false;
    names = PadlistNAMES(CvPADLIST(code));
    pad = PadlistARRAY(CvPADLIST(code))[1];
    for (SSize_t i = 1; pad && i <= PadnamelistMAX(names); i++) {
        const PADNAME *name = PadnamelistARRAY(names)[i];

        if (!name || !PadnamePV(name) || !strchr("$@%", *PadnamePV(name)) ||
            i > AvFILLp(pad) || !reaches(aTHX_ AvARRAY(pad)[i], search, DEPTH))
            continue;
        search->name = lexical_name(aTHX_ name, code);
        return true;
    }
    return false;
}

SV *mh_holder_name(pTHX_ SV *thing)
{
    search_t search = { .thing = thing, .left = MOST_VALUES };

    if (!mh_heads_visit(aTHX_ visit_glob, &search))
        mh_heads_visit(aTHX_ visit_code, &search);
    return search.name;
}

/* --- handles ------------------------------------------------------------ */

typedef struct {
    int fd;
    GV *found;
} descriptor_t;

static bool visit_handle(pTHX_ SV *sv, void *data)
{
    descriptor_t *search = data;
    IO *io;

    if (SvTYPE(sv) != SVt_PVGV || !isGV_with_GP((GV *)sv))
        return false;
    io = GvIO((GV *)sv);
    if (!io || !IoIFP(io) || PerlIO_fileno(IoIFP(io)) != search->fd)
        return false;
    search->found = (GV *)sv;
    return true;
}

GV *mh_holder_of_descriptor(pTHX_ int fd)
{
    descriptor_t search = { .fd = fd };

    mh_heads_visit(aTHX_ visit_handle, &search);
    return search.found;
}
