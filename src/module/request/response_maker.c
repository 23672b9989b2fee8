/*
 * response_maker.c - see response_maker.h.
 */
#include "module/request/response_maker.h"

#include "module/request/handler.h"

static bool nowhere(const request_rec *r)
{
    return false;
}

bool (*mh_response_elsewhere)(const request_rec *r) = nowhere;

bool mh_response_is_ours(request_rec *r)
{
    const apr_array_header_t *list;

    if (!mh_response_handler(r->handler) || mh_response_elsewhere(r))
        return false;
    list = mh_handlers_of_request(r, MH_HOOK_RESPONSE);
    return list && list->nelts;
}
