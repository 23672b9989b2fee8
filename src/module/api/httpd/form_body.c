/*
 * form_body.c - Mehari::Form for $r: its body, as module/form/body.h has it.
 */
#include "module/api/core/method_table.h"

#include "module/form/body.h"

static mh_form_body_t *body_arg(pTHX_ mh_call_t *call)
{
    return mh_form_body(mh_arg_object(aTHX_ call, 0, MH_REQUEST));
}

static SV *body_state(pTHX_ mh_call_t *call)
{
    HV *state = mh_form_body_state(aTHX_ body_arg(aTHX_ call));

    return sv_2mortal(newRV_inc((SV *)state));
}

static SV *body_limit(pTHX_ mh_call_t *call)
{
    mh_form_body_t *body = body_arg(aTHX_ call);
    IV memory = mh_arg_int(aTHX_ call, 1, 0);

    mh_form_body_limit(body, memory < 0 ? 0 : (apr_size_t)memory,
                       mh_arg_string(aTHX_ call, 2, NULL));
    return NULL;
}

static SV *body_read(pTHX_ mh_call_t *call)
{
    mh_form_body_t *body = body_arg(aTHX_ call);
    SV *target = call->arg[1];
    IV wanted = mh_arg_int(aTHX_ call, 2, 0);
    apr_size_t size = wanted < 1 ? 1 : (apr_size_t)wanted;
    SV *buffer = sv_2mortal(newSV(size + 1));
    apr_status_t rc = mh_form_body_read(body, SvPVX(buffer), &size);

    mh_check_status(aTHX_ rc, "Mehari::Form::body_read");
    SvPOK_only(buffer);
    SvCUR_set(buffer, size);
    *SvEND(buffer) = '\0';
    sv_setsv_mg(target, buffer);
    if (TAINTING_get)
        SvTAINTED_on(target);
    return mh_int(aTHX_(IV) size);
}

static SV *body_close(pTHX_ mh_call_t *call)
{
    mh_form_body_close(body_arg(aTHX_ call));
    return NULL;
}

static const mh_method_t form_body_functions[] = {
    MH_METHOD_WHEN("body_state", "R", body_state, MH_IN_REQUEST,
                   "a hash that lives as long as the request"),
    MH_METHOD("body_limit", "Ri|S", body_limit,
              "how much of the body memory may hold, and where files go"),
    MH_METHOD("body_read", "Rwi", body_read, "read the next bytes"),
    MH_METHOD("body_close", "R", body_close, "no more of the body is wanted"),
    MH_END,
};

const mh_api_t mh_api_form_body[] = {
    { "Mehari::Form", MH_NONE, form_body_functions },
    MH_API_END,
};
