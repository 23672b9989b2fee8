/* status.c - APR::Status: tests for errors that have several codes. */
#include "module/api/core/method_table.h"

static bool is(apr_status_t rc, size_t wanted)
{
    switch (wanted) {
    case APR_EACCES:
        return APR_STATUS_IS_EACCES(rc);
    case APR_EAGAIN:
        return APR_STATUS_IS_EAGAIN(rc);
    case APR_ECONNABORTED:
        return APR_STATUS_IS_ECONNABORTED(rc);
    case APR_ECONNRESET:
        return APR_STATUS_IS_ECONNRESET(rc);
    case APR_ENOENT:
        return APR_STATUS_IS_ENOENT(rc);
    case APR_EOF:
        return APR_STATUS_IS_EOF(rc);
    default:
        return APR_STATUS_IS_TIMEUP(rc);
    }
}

/*
 * The argument is a number or an APR::Error, or whatever else a failed eval
 * left in $@: a text is no status code.
 */
static SV *is_status(pTHX_ mh_call_t *call)
{
    SV *code = call->arg[0];

    if (SvROK(code) ? !SvAMAGIC(code) : !looks_like_number(code))
        return mh_int(aTHX_ 0);
    return mh_int(aTHX_ is((apr_status_t)SvIV(code), call->method->number));
}

static const mh_method_t status_methods[] = {
    MH_METHOD_NUMBER("is_EACCES", "*", is_status, APR_EACCES,
                     "true if permission was denied"),
    MH_METHOD_NUMBER("is_EAGAIN", "*", is_status, APR_EAGAIN,
                     "true if the call would have to wait"),
    MH_METHOD_NUMBER("is_ECONNABORTED", "*", is_status, APR_ECONNABORTED,
                     "true if the connection was aborted"),
    MH_METHOD_NUMBER("is_ECONNRESET", "*", is_status, APR_ECONNRESET,
                     "true if the other side has reset the connection"),
    MH_METHOD_NUMBER("is_ENOENT", "*", is_status, APR_ENOENT,
                     "true if there is no such file"),
    MH_METHOD_NUMBER("is_EOF", "*", is_status, APR_EOF,
                     "true at the end of a file or stream"),
    MH_METHOD_NUMBER("is_TIMEUP", "*", is_status, APR_TIMEUP,
                     "true if the call has timed out"),
    MH_END,
};

const mh_api_t mh_api_apr_status[] = {
    { "APR::Status", MH_NONE, status_methods },
    MH_API_END,
};
