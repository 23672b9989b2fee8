/*
 * error.c - APR::Error::strerror(); perl/error.h has the rest.
 */
#include "module/api/core/method_table.h"

static SV *strerror_text(pTHX_ mh_call_t *call)
{
    IV rc = mh_arg_int(aTHX_ call, 0, 0);
    char text[256];

    if (rc == MH_EXIT)
        return mh_string(aTHX_ "exit was called");
    if (rc == MH_FILTER_ERROR)
        return mh_string(aTHX_ "filter handler has failed");
    return mh_string(aTHX_ apr_strerror((apr_status_t)rc, text, sizeof text));
}

static const mh_method_t error_methods[] = {
    MH_METHOD("strerror", "i", strerror_text, "the text of a status code"),
    MH_END,
};

const mh_api_t mh_api_apr_error[] = {
    { "APR::Error", MH_NONE, error_methods },
    MH_API_END,
};
