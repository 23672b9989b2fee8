/*
 * util.c - Apache2::Util.
 */
#include "module/api/core/method_table.h"

/* The format of httpd's Date header, with the zone's name. */
#define TIME_FORMAT "%a, %d %b %Y %H:%M:%S %Z"

static SV *escape_path(pTHX_ mh_call_t *call)
{
    const char *path = mh_arg_string(aTHX_ call, 0, "");
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 1, MH_POOL);
    bool partial = mh_arg_bool(aTHX_ call, 2, true);

    return mh_string(aTHX_ ap_os_escape_path(pool, path, partial));
}

static SV *ht_time(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 0, MH_POOL);
    const char *format = mh_arg_string(aTHX_ call, 2, TIME_FORMAT);
    bool gmt = mh_arg_bool(aTHX_ call, 3, true);
    apr_time_t time = mh_arg_given(call, 1)
                          ? apr_time_from_sec(mh_arg_int(aTHX_ call, 1, 0))
                          : apr_time_now();

    return mh_string(aTHX_ ap_ht_time(pool, time, format, gmt));
}

static const mh_method_t util_methods[] = {
    MH_METHOD("escape_path", "sP|b", escape_path,
              "percent-encode the path of a file"),
    MH_METHOD("ht_time", "P|nsb", ht_time, "a time as text"),
    MH_END,
};

const mh_api_t mh_api_util[] = {
    { "Apache2::Util", MH_NONE, util_methods },
    MH_API_END,
};
