/*
 * filter_link.c - see filter_link.h.
 */
#include "module/api/httpd/filter_link.h"

/* httpd would call a function of the other kind with the wrong arguments. */
ap_filter_t *mh_filter_link_output(pTHX_ mh_call_t *call, ap_filter_t *link)
{
    if (ap_get_input_filter_handle(link->frec->name) == link->frec) {
        mh_method_croak(aTHX_ call,
                        "%s is an input filter: have it fill a "
                        "brigade by get_brigade()",
                        link->frec->name);
    }
    return link;
}

ap_filter_t *mh_filter_link_input(pTHX_ mh_call_t *call, ap_filter_t *link)
{
    if (ap_get_output_filter_handle(link->frec->name) == link->frec) {
        mh_method_croak(aTHX_ call,
                        "%s is an output filter: give it a brigade "
                        "by pass_brigade()",
                        link->frec->name);
    }
    return link;
}

static void set_chain(pTHX_ mh_call_t *call, ap_filter_t **place)
{
    ap_filter_t *link = mh_arg_object(aTHX_ call, 0, MH_FILTER);
    apr_pool_t *pool = mh_object_alloc_pool(call->bound->self, call->self);

    if (strstr(call->method->name, "input") != NULL)
        mh_filter_link_input(aTHX_ call, link);
    else
        mh_filter_link_output(aTHX_ call, link);
    if (!apr_pool_is_ancestor(mh_object_alloc_pool(MH_FILTER, link), pool)) {
        mh_method_croak(
            aTHX_ call,
            "argument 1 is a filter of something that ends earlier");
    }
    *place = link;
}

SV *mh_filter_link_chain(pTHX_ mh_call_t *call)
{
    ap_filter_t **place = (ap_filter_t **)((char *)call->self +
                                           call->method->number);
    SV *before = *place == NULL
                     ? &PL_sv_undef
                     : mh_object(aTHX_ MH_FILTER, *place,
                                 mh_object_alloc_pool(MH_FILTER, *place));

    if (mh_arg_given(call, 0))
        set_chain(aTHX_ call, place);
    return before;
}
