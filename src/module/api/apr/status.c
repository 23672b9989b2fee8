/* status.c - APR::Status: tests for errors that have several codes. */
#include "module/api/core/method_table.h"

typedef struct {
    const char *name;
    int (*is)(apr_status_t rc);
} test_t;

static SV *is_status(pTHX_ mh_call_t *call);

static const mh_method_t status_methods[] = {
    MH_METHOD("is_EACCES", "*", is_status, "true if permission was denied"),
    MH_METHOD("is_EAGAIN", "*", is_status,
              "true if the call would have to wait"),
    MH_METHOD("is_ECONNABORTED", "*", is_status,
              "true if the connection was aborted"),
    MH_METHOD("is_ECONNRESET", "*", is_status,
              "true if the other side has reset the connection"),
    MH_METHOD("is_ENOENT", "*", is_status, "true if there is no such file"),
    MH_METHOD("is_EOF", "*", is_status, "true at the end of a file or stream"),
    MH_METHOD("is_TIMEUP", "*", is_status, "true if the call has timed out"),
    MH_END,
};

const mh_api_t mh_api_apr_status = {
    "APR::Status",
    "APR::Status",
    MH_NONE,
    status_methods,
};

static int is_eacces(apr_status_t rc)
{
    return APR_STATUS_IS_EACCES(rc);
}

static int is_eagain(apr_status_t rc)
{
    return APR_STATUS_IS_EAGAIN(rc);
}

static int is_econnaborted(apr_status_t rc)
{
    return APR_STATUS_IS_ECONNABORTED(rc);
}

static int is_econnreset(apr_status_t rc)
{
    return APR_STATUS_IS_ECONNRESET(rc);
}

static int is_enoent(apr_status_t rc)
{
    return APR_STATUS_IS_ENOENT(rc);
}

static int is_eof(apr_status_t rc)
{
    return APR_STATUS_IS_EOF(rc);
}

static int is_timeup(apr_status_t rc)
{
    return APR_STATUS_IS_TIMEUP(rc);
}

/* In the order of the methods. */
static const test_t tests[] = {
    { "is_EACCES", is_eacces },
    { "is_EAGAIN", is_eagain },
    { "is_ECONNABORTED", is_econnaborted },
    { "is_ECONNRESET", is_econnreset },
    { "is_ENOENT", is_enoent },
    { "is_EOF", is_eof },
    { "is_TIMEUP", is_timeup },
};

/*
 * The argument is a number or an APR::Error, or whatever else a failed eval
 * left in $@: a text is no status code.
 */
static SV *is_status(pTHX_ mh_call_t *call)
{
    SV *code = call->arg[0];
    apr_status_t rc;

    if (SvROK(code) ? !SvAMAGIC(code) : !looks_like_number(code))
        return mh_int(aTHX_ 0);
    rc = (apr_status_t)SvIV(code);
    return mh_int(aTHX_ tests[call->method - status_methods].is(rc) != 0);
}
