/*
 * package.c - see package.h.
 */
#include "fresh/package.h"

#include "fresh/value.h"

HV *mh_package_of_entry(const HE *he)
{
    I32 length = HeKLEN(he);
    GV *gv = (GV *)HeVAL(he);
    HV *stash;

    if (length < 3 ||
        memcmp(HEK_KEY(HeKEY_hek(he)) + length - 2, "::", 2) != 0 ||
        !isGV_with_GP(gv))
        return NULL;
    stash = GvHV(gv);
    return stash && HvNAME_HEK(stash) ? stash : NULL;
}

bool mh_package_file_is_module(const char *file)
{
    size_t length = file ? strlen(file) : 0;

    return length > 3 && strEQ(file + length - 3, ".pm");
}

/* "Some::Module" by its entry "Some/Module.pm" of %INC. */
static bool is_loaded(pTHX_ HV *stash)
{
    const char *name = HvNAME_get(stash);
    SV *key = newSVpvs("");
    bool loaded;

    for (; *name; name++) {
        if (name[0] == ':' && name[1] == ':') {
            sv_catpvs(key, "/");
            name++;
        } else {
            sv_catpvn(key, name, 1);
        }
    }
    sv_catpvs(key, ".pm");
    loaded = hv_exists_ent(GvHVn(PL_incgv), key, 0);
    SvREFCNT_dec_NN(key);
    return loaded;
}

/* Code of the package itself, not what was imported into it. */
static bool has_module_code(pTHX_ HV *stash)
{
    HE **buckets = HvARRAY(stash);

    PERL_UNUSED_CONTEXT;
    for (STRLEN i = 0; buckets && i <= HvMAX(stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he)) {
            SV *symbol = HeVAL(he);
            CV *code = isGV_with_GP(symbol) ? GvCV((GV *)symbol) : NULL;

            if (SvROK(symbol) && SvTYPE(SvRV(symbol)) == SVt_PVCV)
                code = (CV *)SvRV(symbol);
            if (!code || CvCONST(code) || !CvFILE(code))
                continue;
            if (CvISXSUB(code) ? (CvGV(code) && GvSTASH(CvGV(code)) == stash)
                               : (CvSTASH(code) == stash &&
                                  mh_package_file_is_module(CvFILE(code))))
                return true;
        }
    return false;
}

/* Not code, but perl looks there. */
static bool is_perls_package(HV *stash)
{
    const char *name = HvNAME_get(stash);

    return strEQ(name, "CORE") || strEQ(name, "CORE::GLOBAL") ||
           strEQ(name, "PerlIO") || strEQ(name, "UNIVERSAL") ||
           strEQ(name, "DB");
}

/* "Text" is what "Text::Wrap" is in, and no more. */
static bool holds_module(pTHX_ HV *stash)
{
    HE **buckets = HvARRAY(stash);

    for (STRLEN i = 0; buckets && i <= HvMAX(stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he)) {
            HV *inner = mh_package_of_entry(he);

            if (inner && inner != stash && !mh_package_is_program(aTHX_ inner))
                return true;
            if (inner && inner != stash && holds_module(aTHX_ inner))
                return true;
        }
    return false;
}

bool mh_package_is_removable(pTHX_ HV *stash)
{
    return mh_package_is_program(aTHX_ stash) && !holds_module(aTHX_ stash);
}

static bool is_blank_name(const GV *gv)
{
    return isGV_with_GP(gv) && !GvCV(gv) && !GvCVGEN(gv) && !GvSV(gv) &&
           !GvAV(gv) && !GvHV(gv) && !GvIOp(gv);
}

/* The code of a module has names of what another one will put there. */
static bool is_expected(pTHX_ HV *stash)
{
    HE **buckets = HvARRAY(stash);

    PERL_UNUSED_CONTEXT;
    for (STRLEN i = 0; buckets && i <= HvMAX(stash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he)) {
            GV *gv = (GV *)HeVAL(he);

            if (is_blank_name(gv) && mh_package_file_is_module(GvFILE(gv)))
                return true;
        }
    return false;
}

bool mh_package_is_there(pTHX_ HV *stash)
{
    return stash != PL_defstash &&
           (is_loaded(aTHX_ stash) || has_module_code(aTHX_ stash));
}

bool mh_package_is_program(pTHX_ HV *stash)
{
    if (stash == PL_defstash)
        return true;
    return !is_perls_package(stash) && !mh_package_is_there(aTHX_ stash) &&
           !is_expected(aTHX_ stash);
}

/*
 * All of their state, or all that tells them how to work, is in package
 * variables: what is put back is whole.
 */
static const char *const reset[] = {
    "CGI",          "CGI::Carp",      "CGI::Cookie",      "CGI::Util",
    "Data::Dumper", "Getopt::Long",   "Getopt::Std",      "Math::BigFloat",
    "Math::BigInt", "Math::BigRat",   "Storable",         "Term::ANSIColor",
    "Text::Abbrev", "Text::Balanced", "Text::ParseWords", "Text::Tabs",
    "Text::Wrap",
};

bool mh_package_is_reset(pTHX_ HV *stash)
{
    const char *name = HvNAME_get(stash);

    PERL_UNUSED_CONTEXT;
    for (size_t i = 0; i < C_ARRAY_LENGTH(reset); i++)
        if (strEQ(name, reset[i]))
            return true;
    return false;
}

static const char *const reserved[] = {
    "ARGVOUT", "ENV",    "INC",   "SIG",    "STDIN",
    "STDOUT",  "STDERR", "stdin", "stdout", "stderr",
};

bool mh_package_is_perls(const HEK *key)
{
    const char *name = HEK_KEY(key);

    if ((isASCII(name[0]) && !isIDFIRST_A(name[0])) ||
        (name[0] == '_' && name[1] == '<'))
        return true;
    for (size_t i = 0; i < C_ARRAY_LENGTH(reserved); i++)
        if (strEQ(name, reserved[i]))
            return true;
    return false;
}

/* Perl makes them all main's; of the rest, $; and $" are plain variables. */
bool mh_package_is_reserved(pTHX_ GV *gv)
{
    PERL_UNUSED_CONTEXT;
    return GvSTASH(gv) == PL_defstash && mh_package_is_perls(GvNAME_HEK(gv)) &&
           strNE(GvNAME(gv), ";") && strNE(GvNAME(gv), "\"");
}

bool mh_package_is_plain(pTHX_ GV *gv)
{
    PERL_UNUSED_CONTEXT;
    return mh_value_is_plain(GvSV(gv)) && mh_value_is_plain((SV *)GvAV(gv)) &&
           mh_value_is_plain((SV *)GvHV(gv));
}
