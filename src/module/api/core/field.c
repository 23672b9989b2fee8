/*
 * field.c - methods that are a plain field of a structure of httpd, or a
 * function of httpd with a request as its only argument.
 */
#include "module/api/core/method_table.h"

static SV *get(pTHX_ mh_call_t *call, char *place);
static void set(pTHX_ mh_call_t *call, char *place);

char mh_field_letter(mh_field_e field)
{
    switch (field) {
    case MH_FIELD_STRING:
        return 'S';
    case MH_FIELD_TEXT:
    case MH_FIELD_FILLED:
        return 's';
    case MH_FIELD_INT:
    case MH_FIELD_UINT:
    case MH_FIELD_LONG:
    case MH_FIELD_INT64:
    case MH_FIELD_SECONDS:
        return 'i';
    case MH_FIELD_TABLE:
        return 'T';
    case MH_FIELD_ARRAY:
        return 'A';
    default:
        return '*';
    }
}

SV *mh_of_request(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ call->method->of_request(call->self));
}

SV *mh_field(pTHX_ mh_call_t *call)
{
    char *place = (char *)call->self + call->method->number;
    SV *before = NULL;

    /* Setters return what was there before, which most callers ignore. */
    if (call->nargs == 0 || GIMME_V != G_VOID)
        before = get(aTHX_ call, place);
    if (call->nargs != 0)
        set(aTHX_ call, place);
    return before;
}

static SV *get(pTHX_ mh_call_t *call, char *place)
{
    switch (call->method->field) {
    case MH_FIELD_STRING:
    case MH_FIELD_TEXT:
    case MH_FIELD_FILLED:
        return mh_string(aTHX_ * (char **)place);
    case MH_FIELD_INT:
        return mh_int(aTHX_ * (int *)place);
    case MH_FIELD_UINT:
        return mh_int(aTHX_ * (unsigned *)place);
    case MH_FIELD_LONG:
        return mh_int(aTHX_ * (long *)place);
    case MH_FIELD_INT64:
        return mh_int(aTHX_ * (apr_int64_t *)place);
    case MH_FIELD_SECONDS:
        return mh_int(aTHX_ apr_time_sec(*(apr_time_t *)place));
    case MH_FIELD_REQUEST:
        return mh_object_request(aTHX_ * (request_rec **)place);
    case MH_FIELD_POOL:
        return mh_object_pool(aTHX_ * (apr_pool_t **)place);
    case MH_FIELD_CONNECTION:
        return mh_object_connection(aTHX_ * (conn_rec **)place);
    case MH_FIELD_SERVER:
        return mh_object_server(aTHX_ * (server_rec **)place);
    default:
        return mh_object(aTHX_(mh_object_kind_e)(call->method->field -
                                                 MH_FIELD_OBJECT),
                         *(void **)place,
                         mh_object_alloc_pool(call->bound->self, call->self));
    }
}

/*
 * If the pool of a table ends before the table's new owner, the table is
 * copied.
 */
static apr_table_t *lasting(apr_table_t *table, apr_pool_t *pool)
{
    return apr_pool_is_ancestor(apr_table_elts(table)->pool, pool)
               ? table
               : apr_table_copy(pool, table);
}

static void set(pTHX_ mh_call_t *call, char *place)
{
    apr_pool_t *pool = mh_object_alloc_pool(call->bound->self, call->self);
    const char *string;

    switch (call->method->field) {
    case MH_FIELD_STRING:
    case MH_FIELD_TEXT:
    case MH_FIELD_FILLED:
        string = mh_arg_string(aTHX_ call, 0, NULL);
        *(char **)place = string == NULL ? NULL : apr_pstrdup(pool, string);
        break;
    case MH_FIELD_INT:
    case MH_FIELD_UINT:
        *(int *)place = (int)mh_arg_int(aTHX_ call, 0, 0);
        break;
    case MH_FIELD_LONG:
        *(long *)place = (long)mh_arg_int(aTHX_ call, 0, 0);
        break;
    case MH_FIELD_INT64:
        *(apr_int64_t *)place = mh_arg_int(aTHX_ call, 0, 0);
        break;
    case MH_FIELD_SECONDS:
        *(apr_time_t *)place = apr_time_from_sec(mh_arg_int(aTHX_ call, 0, 0));
        break;
    case MH_FIELD_TABLE:
        *(apr_table_t **)place = lasting(mh_arg_object(aTHX_ call, 0, MH_TABLE),
                                         pool);
        break;
    case MH_FIELD_ARRAY:
        *(apr_array_header_t **)place =
            apr_array_copy(pool, mh_arg_object(aTHX_ call, 0, MH_ARRAY));
        break;
    default:
        mh_method_croak(aTHX_ call, "cannot be set");
    }
}
