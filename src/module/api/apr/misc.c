/*
 * misc.c - APR::String, APR::Util and APR::Base64.
 */
#include "module/api/core/method_table.h"

#include "apr_base64.h"
#include "apr_lib.h"
#include "apr_md5.h"

static SV *format_size(pTHX_ mh_call_t *call)
{
    char text[5];

    return mh_string(aTHX_ apr_strfsize(mh_arg_int(aTHX_ call, 0, 0), text));
}

static SV *filepath_name_get(pTHX_ mh_call_t *call)
{
    return mh_string(
        aTHX_ apr_filepath_name_get(mh_arg_string(aTHX_ call, 0, "")));
}

static SV *password_get(pTHX_ mh_call_t *call)
{
    SV *target = call->arg[1];
    const char *prompt = mh_arg_string(aTHX_ call, 0, "");
    IV wanted = mh_arg_int(aTHX_ call, 2, 0);
    apr_size_t size;
    apr_status_t rc;
    SV *typed;

    if (wanted < 1)
        mh_method_croak(aTHX_ call,
                        "the size of the buffer must be at least 1");
    size = (apr_size_t)wanted;
    typed = sv_2mortal(newSV(size));
    rc = apr_password_get(prompt, SvPVX(typed), &size);
    if (rc == APR_SUCCESS)
        sv_setpv_mg(target, SvPVX(typed));
    return mh_int(aTHX_ rc);
}

static SV *password_validate(pTHX_ mh_call_t *call)
{
    const char *password = mh_arg_string(aTHX_ call, 0, "");
    const char *hash = mh_arg_string(aTHX_ call, 1, "");

    return mh_int(aTHX_ apr_password_validate(password, hash) == APR_SUCCESS);
}

/* APR counts in int. */
static int short_length(pTHX_ mh_call_t *call, UV length)
{
    if (length > INT_MAX / 2) {
        mh_method_croak(aTHX_ call, "more than %d bytes are too many",
                        INT_MAX / 2);
    }
    return (int)length;
}

static SV *misc_encode(pTHX_ mh_call_t *call)
{
    STRLEN given;
    const char *clear = SvPV(call->arg[0], given);
    int length = short_length(aTHX_ call, given);
    SV *coded = sv_2mortal(newSV((STRLEN)apr_base64_encode_len(length)));
    int used = apr_base64_encode_binary(SvPVX(coded),
                                        (const unsigned char *)clear, length);

    SvPOK_only(coded);
    SvCUR_set(coded, used > 0 ? (STRLEN)used - 1 : 0);
    return coded;
}

static SV *misc_decode(pTHX_ mh_call_t *call)
{
    STRLEN given;
    const char *coded = SvPVbyte(call->arg[0], given);
    SV *clear;
    int used;

    (void)short_length(aTHX_ call, given);
    clear = sv_2mortal(newSV((STRLEN)apr_base64_decode_len(coded) + 1));
    used = apr_base64_decode_binary((unsigned char *)SvPVX(clear), coded);
    SvPOK_only(clear);
    SvCUR_set(clear, used > 0 ? (STRLEN)used : 0);
    *SvEND(clear) = '\0';
    return clear;
}

/* APR counts the NUL at the end, which no Perl string shows. */
static SV *encode_len(pTHX_ mh_call_t *call)
{
    IV length = mh_arg_int(aTHX_ call, 0, 0);

    if (length < 0)
        mh_method_croak(aTHX_ call, "a length cannot be negative");
    return mh_int(
        aTHX_ apr_base64_encode_len(short_length(aTHX_ call, (UV)length)) - 1);
}

static const mh_method_t string_methods[] = {
    MH_METHOD("format_size", "i", format_size,
              "a number of bytes in four characters, as in a listing"),
    MH_END,
};

static const mh_method_t util_methods[] = {
    MH_METHOD("filepath_name_get", "s", filepath_name_get,
              "the last part of a path"),
    MH_METHOD("password_get", "swi", password_get,
              "read a password from the terminal"),
    MH_METHOD("password_validate", "ss", password_validate,
              "true if the password matches that hash"),
    MH_END,
};

static const mh_method_t base64_methods[] = {
    MH_METHOD("encode", "s", misc_encode, "encode a string of bytes"),
    MH_METHOD("decode", "s", misc_decode, "decode Base64"),
    MH_METHOD("encode_len", "i", encode_len,
              "the length of the encoded form of that many bytes"),
    MH_END,
};

const mh_api_t mh_api_apr_misc[] = {
    { "APR::String", MH_NONE, string_methods },
    { "APR::Util", MH_NONE, util_methods },
    { "APR::Base64", MH_NONE, base64_methods },
    MH_API_END,
};
