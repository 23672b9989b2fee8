/*
 * environment_magic.c - the magic of %ENV, which sees Perl code write to it.
 *
 * Perl's own magic on %ENV writes through to environ at every store; ours
 * decides where a write goes: during a request to the request's table,
 * otherwise to environ. Our magic has the same type, so that Perl copies it to
 * new elements.
 */
#include "module/request/environment/environment_magic.h"

#include "shared/perl/own.h"
#include "module/perl/interpreter.h"
#include "module/request/context/context.h"

static int copy_to_element(pTHX_ SV *hash, MAGIC *mg, SV *element,
                           const char *key, I32 length);
static int localize(pTHX_ SV *hash, MAGIC *mg);
static int set_hash(pTHX_ SV *hash, MAGIC *mg);
static int clear_hash(pTHX_ SV *hash, MAGIC *mg);
static int set_element(pTHX_ SV *element, MAGIC *mg);
static int clear_element(pTHX_ SV *element, MAGIC *mg);

static const MGVTBL hash_magic = { .svt_set = set_hash,
                                   .svt_clear = clear_hash,
                                   .svt_copy = copy_to_element,
                                   .svt_local = localize };
static const MGVTBL element_magic = { .svt_set = set_element,
                                      .svt_clear = clear_element };

MH_OWN bool mh_environment_quiet;

void mh_environment_magic_add(pTHX_ HV *hash)
{
    MAGIC *mg = sv_magicext((SV *)hash, NULL, PERL_MAGIC_env, &hash_magic, NULL,
                            0);

    mg->mg_flags |= MGf_COPY | MGf_LOCAL;
}

static int copy_to_element(pTHX_ SV *hash, MAGIC *mg, SV *element,
                           const char *key, I32 length)
{
    if (!mh_environment_quiet)
        mh_environment_added(aTHX);
    sv_magicext(element, NULL, PERL_MAGIC_envelem, &element_magic, key, length);
    return 1;
}

static const char *element_key(pTHX_ MAGIC *mg)
{
    return mg->mg_len == HEf_SVKEY ? SvPV_nolen((SV *)mg->mg_ptr) : mg->mg_ptr;
}

static int set_element(pTHX_ SV *element, MAGIC *mg)
{
    const char *key = element_key(aTHX_ mg);
    const char *value = SvOK(element) ? SvPV_nolen(element) : "";

    mh_environment_written(aTHX);
    if (!mehari.current) {
        setenv(key, value, 1);
        return 0;
    }
    apr_table_set(mehari.current->r->subprocess_env, key, value);
    return 0;
}

static int clear_element(pTHX_ SV *element, MAGIC *mg)
{
    const char *key = element_key(aTHX_ mg);

    if (mh_environment_quiet)
        return 0;
    mh_environment_written(aTHX);
    if (!mehari.current) {
        unsetenv(key);
        return 0;
    }
    apr_table_unset(mehari.current->r->subprocess_env, key);
    return 0;
}

/*
 * `local %ENV`: left alone, Perl would give the elements of the new hash its
 * own magic, which writes to environ.
 */
static int localize(pTHX_ SV *hash, MAGIC *mg)
{
    mh_environment_magic_add(aTHX_(HV *) hash);
    return 0;
}

/* The end of `local %ENV`: the variables from before it are back. */
static int set_hash(pTHX_ SV *hash, MAGIC *mg)
{
    HE **buckets = HvARRAY((HV *)hash);
    apr_table_t *vars;

    if (mh_environment_quiet || PL_localizing != 2 || !mehari.current)
        return 0;
    vars = mehari.current->r->subprocess_env;
    apr_table_clear(vars);
    for (STRLEN i = 0; buckets && i <= HvMAX((HV *)hash); i++)
        for (HE *entry = buckets[i]; entry; entry = HeNEXT(entry))
            if (SvOK(HeVAL(entry)))
                apr_table_set(vars, HePV(entry, (STRLEN){ 0 }),
                              SvPV_nolen(HeVAL(entry)));
    return 0;
}

static int clear_hash(pTHX_ SV *hash, MAGIC *mg)
{
    if (mh_environment_quiet)
        return 0;
    mh_environment_written(aTHX);
    if (mehari.current)
        apr_table_clear(mehari.current->r->subprocess_env);
    return 0;
}
