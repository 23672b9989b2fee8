/*
 * date.c - APR::Date: the dates of mail and HTTP headers.
 */
#include "module/api/core/method_table.h"

#include "apr_date.h"

static SV *parse_http(pTHX_ mh_call_t *call)
{
    apr_time_t time = apr_date_parse_http(mh_arg_string(aTHX_ call, 0, ""));

    return mh_int(aTHX_ apr_time_sec(time));
}

static SV *parse_rfc(pTHX_ mh_call_t *call)
{
    apr_time_t time = apr_date_parse_rfc(mh_arg_string(aTHX_ call, 0, ""));

    return mh_int(aTHX_ apr_time_sec(time));
}

static const mh_method_t date_methods[] = {
    MH_METHOD("parse_http", "s", parse_http,
              "parse a date of HTTP; 0 if it is not one"),
    MH_METHOD("parse_rfc", "s", parse_rfc,
              "parse a date of mail programs; 0 if it is not one"),
    MH_END,
};

const mh_api_t mh_api_apr_date[] = {
    { "APR::Date", MH_NONE, date_methods },
    MH_API_END,
};
