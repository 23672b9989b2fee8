/*
 * uuid.c - APR::UUID: unique identifiers.
 */
#include "module/api/core/method_table.h"

#include "apr_uuid.h"

/* In a pool of its own, which ends with the object. */
typedef struct {
    apr_uuid_t uuid;
    apr_pool_t *pool;
} mh_uuid_t;

static SV *object_of(pTHX_ const apr_uuid_t *uuid, const char *function)
{
    apr_pool_t *pool = NULL;
    apr_status_t rc = apr_pool_create(&pool, NULL);
    mh_uuid_t *copy;

    mh_check_status(aTHX_ rc, function);
    copy = apr_palloc(pool, sizeof *copy);
    copy->uuid = *uuid;
    copy->pool = pool;
    return mh_object_owned(aTHX_ MH_UUID, copy, pool);
}

static SV *uuid_make(pTHX_ mh_call_t *call)
{
    apr_uuid_t uuid;

    apr_uuid_get(&uuid);
    return object_of(aTHX_ & uuid, "APR::UUID::new");
}

static SV *uuid_parse(pTHX_ mh_call_t *call)
{
    apr_uuid_t uuid;

    if (apr_uuid_parse(&uuid, mh_arg_string(aTHX_ call, 0, "")) !=
        APR_SUCCESS) {
        mh_method_croak(aTHX_ call,
                        "argument 1 must be 36 characters such as "
                        "\"d48889bb-d11d-b211-8567-ec81968c93c6\", not %s",
                        mh_describe(aTHX_ call->arg[0]));
    }
    return object_of(aTHX_ & uuid, "APR::UUID::parse");
}

static SV *format(pTHX_ mh_call_t *call)
{
    char text[APR_UUID_FORMATTED_LENGTH + 1];

    apr_uuid_format(text, &((mh_uuid_t *)call->self)->uuid);
    return mh_string(aTHX_ text);
}

static SV *uuid_destroy(pTHX_ mh_call_t *call)
{
    apr_pool_destroy(((mh_uuid_t *)call->self)->pool);
    return NULL;
}

static const mh_method_t uuid_methods[] = {
    MH_METHOD("format", "", format, "the identifier as 36 characters"),
    MH_METHOD("DESTROY", "", uuid_destroy, "give its memory back"),
    MH_METHOD("new", ".", uuid_make, "a new identifier"),
    MH_METHOD("parse", ".s", uuid_parse, "parse an identifier"),
    MH_END,
};

const mh_api_t mh_api_apr_uuid[] = {
    { "APR::UUID", MH_UUID, uuid_methods },
    MH_API_END,
};
