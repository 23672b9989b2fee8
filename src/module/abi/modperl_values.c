/*
 * modperl_values.c - see modperl_values.h.
 */
#include "module/abi/modperl_values.h"

#include "module/abi/method_call.h"
#include "module/perl/call.h"
#include "module/perl/error_object.h"

/* --- memory ------------------------------------------------------------- */

mh_uri_t *modperl_uri_new(apr_pool_t *pool)
{
    return mh_uri_new(pool);
}

modperl_cleanup_data_t *modperl_cleanup_data_new(apr_pool_t *pool, void *data)
{
    modperl_cleanup_data_t *made = apr_palloc(pool, sizeof *made);

    made->pool = pool;
    made->data = data;
    return made;
}

/* --- text --------------------------------------------------------------- */

void modperl_str_toupper(char *string)
{
    for (; *string; string++)
        *string = (char)apr_toupper(*string);
}

char *modperl_error_strerror(pTHX_ apr_status_t rc)
{
    SV *status = sv_2mortal(newSViv(rc));
    SV *text;

    /* APR::Error is loaded with the first error. */
    require_pv("APR/Error.pm");
    text = mh_abi_method(aTHX_ "APR::Error::strerror", status, NULL, NULL);
    return form("%" SVf, SVfARG(sv_2mortal(text)));
}

void modperl_errsv_prepend(pTHX_ const char *format, ...)
{
    va_list rest;
    SV *text;

    va_start(rest, format);
    text = sv_2mortal(vnewSVpvf(format, &rest));
    va_end(rest);
    sv_catsv(text, ERRSV);
    sv_setsv(ERRSV, text);
}

void modperl_perl_do_sprintf(pTHX_ SV *sv, I32 count, SV **args)
{
    bool tainted = false;
    STRLEN length;
    const char *format;

    if (count < 1)
        return;
    format = SvPV(args[0], length);
    sv_vsetpvfn(sv, format, length, NULL, args + 1, count - 1, &tainted);
    SvSETMAGIC(sv);
    if (tainted)
        SvTAINTED_on(sv);
}

/* --- objects ------------------------------------------------------------ */

SV *modperl_perl_sv_setref_uv(pTHX_ SV *rv, const char *classname, UV number)
{
    return sv_setref_uv(rv, classname, number);
}

SV *modperl_newSVsv_obj(pTHX_ SV *stash, SV *obj)
{
    SV *copy = newSVsv(obj ? obj : stash);

    return obj && stash ? sv_bless(copy, gv_stashsv(stash, GV_ADD)) : copy;
}

SV *modperl_perl_gensym(pTHX_ char *package)
{
    GV *glob = newGVgen(package);
    SV *reference = newRV_inc((SV *)glob);

    (void)hv_delete(gv_stashpv(package, GV_ADD), GvNAME(glob),
                    (I32)GvNAMELEN(glob), G_DISCARD);
    return reference;
}

/* --- lists and hashes --------------------------------------------------- */

void modperl_perl_av_push_elts_ref(pTHX_ AV *dst, AV *src)
{
    SSize_t count = (SSize_t)av_count(src);

    for (SSize_t i = 0; i < count; i++) {
        SV **element = av_fetch(src, i, 0);

        av_push(dst, element ? SvREFCNT_inc_NN(*element) : newSV(0));
    }
}

HE *modperl_perl_hv_fetch_he(pTHX_ HV *hv, char *key, I32 length, U32 hash)
{
    SV *name = newSVpvn_flags(key, (STRLEN)length, SVs_TEMP);

    return hv_fetch_ent(hv, name, 0, hash);
}

SV *modperl_apr_array_header2avrv(pTHX_ apr_array_header_t *array)
{
    AV *list = newAV();

    for (int i = 0; array && i < array->nelts; i++)
        av_push(list, newSVpv(APR_ARRAY_IDX(array, i, const char *), 0));
    return newRV_noinc((SV *)list);
}

apr_array_header_t *modperl_avrv2apr_array_header(pTHX_ apr_pool_t *pool,
                                                  SV *list)
{
    apr_array_header_t *array;
    SSize_t count;

    if (!SvROK(list) || SvTYPE(SvRV(list)) != SVt_PVAV)
        croak("Not an array reference");
    count = (SSize_t)av_count((AV *)SvRV(list));
    array = apr_array_make(pool, (int)count, sizeof(char *));
    for (SSize_t i = 0; i < count; i++) {
        SV **element = av_fetch((AV *)SvRV(list), i, 0);

        APR_ARRAY_PUSH(array, const char *) =
            apr_pstrdup(pool, element ? SvPV_nolen(*element) : "");
    }
    return array;
}

static SV *value_of(pTHX_ const apr_table_t *table, const char *key, int taint)
{
    SV *value = newSVpv(apr_table_get(table, key), 0);

    if (taint)
        SvTAINTED_on(value);
    return value;
}

SV *modperl_table_get_set(pTHX_ apr_table_t *table, char *key, SV *value,
                          int taint)
{
    if (!table)
        return &PL_sv_undef;
    if (!key)
        return modperl_hash_tie(aTHX_ "APR::Table", NULL, table);
    if (!value)
        return value_of(aTHX_ table, key, taint);
    if (SvOK(value))
        apr_table_set(table, key, SvPV_nolen(value));
    else
        apr_table_unset(table, key);
    return &PL_sv_undef;
}

/* --- calls -------------------------------------------------------------- */

void modperl_perl_call_list(pTHX_ AV *subs, const char *name)
{
    for (SSize_t i = 0; i < (SSize_t)av_count(subs); i++) {
        SV **sub = av_fetch(subs, i, 0);

        if (sub && mh_call_void(aTHX_ * sub, NULL, 0).outcome != MH_CALL_OK)
            croak("%" SVf "%s failed--call queue aborted", SVfARG(ERRSV), name);
    }
}

void modperl_perl_exit(pTHX_ int status)
{
    mh_croak_exit(aTHX);
}

/* --- handles ------------------------------------------------------------ */

void modperl_io_handle_tie(pTHX_ GV *handle, char *classname, void *ptr)
{
    SV *object = modperl_ptr2obj(aTHX_ classname, ptr);

    modperl_io_handle_untie(aTHX_ handle);
    sv_magic((SV *)GvIOn(handle), object, PERL_MAGIC_tiedscalar, NULL, 0);
    SvREFCNT_dec_NN(object);
}

int modperl_io_handle_tied(pTHX_ GV *handle, char *classname)
{
    SV *io = (SV *)GvIO(handle);
    const MAGIC *tie = io && SvMAGICAL(io) ? mg_find(io, PERL_MAGIC_tiedscalar)
                                           : NULL;

    return tie && strNE(sv_reftype(SvRV(tie->mg_obj), 1), classname);
}

void modperl_io_handle_untie(pTHX_ GV *handle)
{
    if (GvIO(handle))
        sv_unmagic((SV *)GvIO(handle), PERL_MAGIC_tiedscalar);
}
