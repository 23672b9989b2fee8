/*
 * subrequest.c - Apache2::SubRequest: looks up and runs another request inside
 * this one, or hands this one over to another.
 */
#include "module/api/httpd/filter_link.h"

#include "module/common/finfo.h"
#include "module/request/context/context.h"
#include "module/request/output.h"
#include "module/worker/answer.h"
#include "module/worker/refuse.h"

/* The state of a subrequest: the number in its object (mh_object_position). */
enum {
    LOOKED_UP,
    IN_USE /* it runs, or r uses its memory: DESTROY must not end it */
};

/*
 * The filters that the subrequest's output goes to. The subrequest gets content
 * filters of its own, so those of this request would be applied a second time.
 */
static ap_filter_t *filter_arg(pTHX_ mh_call_t *call, int i)
{
    if (mh_arg_given(call, i) && SvOK(call->arg[i])) {
        return mh_filter_link_output(aTHX_ call,
                                     mh_arg_object(aTHX_ call, i, MH_FILTER));
    }
    return ((request_rec *)call->self)->proto_output_filters;
}

static SV *subrequest(pTHX_ mh_call_t *call, request_rec *sub)
{
    SV *object = mh_object(aTHX_ MH_SUBREQUEST, sub, sub->pool);

    if (mh_object_kind(call->self_sv) == MH_SUBREQUEST)
        mh_object_depends(aTHX_ object, call->self_sv);
    return object;
}

static void need_httpd(pTHX_ mh_call_t *call)
{
    mh_refuse_in_worker(aTHX_ call,
                        "use internal_redirect() to let another URI answer, "
                        "include it with <!--#perl --> in a page of "
                        "mod_include, or write PerlUsePool none");
}

/* httpd looks beside the request's file, and expects that there is one. */
static void need_file(pTHX_ mh_call_t *call)
{
    if (((request_rec *)call->self)->filename == NULL) {
        mh_method_croak(aTHX_ call,
                        "the request has no file yet; call it after "
                        "PerlTransHandler, or use lookup_uri()");
    }
}

static SV *lookup_uri(pTHX_ mh_call_t *call)
{
    const char *uri = mh_arg_string(aTHX_ call, 0, "");

    need_httpd(aTHX_ call);
    return subrequest(aTHX_ call,
                      ap_sub_req_lookup_uri(uri, call->self,
                                            filter_arg(aTHX_ call, 1)));
}

static SV *lookup_file(pTHX_ mh_call_t *call)
{
    const char *file = mh_arg_string(aTHX_ call, 0, "");

    need_httpd(aTHX_ call);
    need_file(aTHX_ call);
    return subrequest(aTHX_ call,
                      ap_sub_req_lookup_file(file, call->self,
                                             filter_arg(aTHX_ call, 1)));
}

static SV *lookup_method_uri(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;
    const char *method = apr_pstrdup(r->pool, mh_arg_string(aTHX_ call, 0, ""));
    const char *uri = mh_arg_string(aTHX_ call, 1, "");

    need_httpd(aTHX_ call);
    return subrequest(aTHX_ call,
                      ap_sub_req_method_uri(method, uri, r,
                                            filter_arg(aTHX_ call, 2)));
}

/*
 * httpd joins the name to the directory of the request. APR fills in the name
 * only when it reads a directory: after a stat() only the path is there.
 */
static const apr_finfo_t *named(pTHX_ mh_call_t *call, const apr_finfo_t *info)
{
    const char *path = mh_finfo_path(info);
    apr_finfo_t *copy;

    if (mh_finfo_name(info) != NULL)
        return info;
    if (path == NULL) {
        mh_method_croak(aTHX_ call, "argument 1 has no path; it must be the "
                                    "finfo of a file");
    }
    copy = apr_pmemdup(((request_rec *)call->self)->pool, info, sizeof *copy);
    copy->name = apr_filepath_name_get(path);
    return copy;
}

static SV *lookup_dirent(pTHX_ mh_call_t *call)
{
    const apr_finfo_t *info = named(aTHX_ call,
                                    mh_arg_object(aTHX_ call, 0, MH_FINFO));
    int subtype = (int)mh_arg_int(aTHX_ call, 1, AP_SUBREQ_NO_ARGS);

    need_httpd(aTHX_ call);
    need_file(aTHX_ call);
    return subrequest(aTHX_ call,
                      ap_sub_req_lookup_dirent(info, call->self, subtype,
                                               filter_arg(aTHX_ call, 2)));
}

/* Printed output goes out before that of the subrequest. */
static void flush_before(pTHX_ request_rec *r, const char *function)
{
    mh_context_t *context = mh_context_peek(r);
    apr_status_t rc;

    if (context == NULL || context->output.used == 0)
        return;
    rc = mh_output_flush(context, false);
    mh_check_status(aTHX_ rc, function);
}

static SV *redirect(pTHX_ mh_call_t *call, mh_redirect_e kind,
                    void (*how)(const char *uri, request_rec *r))
{
    request_rec *r = call->self;
    const char *uri = apr_pstrdup(r->pool, mh_arg_string(aTHX_ call, 0, ""));

    flush_before(aTHX_ r, "Apache2::SubRequest::internal_redirect");
    if (!mh_answer_redirect(r, kind, uri))
        how(uri, r);
    /* The other request has sent the end of the response. */
    mh_context(r)->output.finished = true;
    return NULL;
}

static SV *internal_redirect(pTHX_ mh_call_t *call)
{
    return redirect(aTHX_ call, MH_REDIRECT_URI, ap_internal_redirect);
}

static SV *internal_redirect_handler(pTHX_ mh_call_t *call)
{
    return redirect(aTHX_ call, MH_REDIRECT_HANDLER,
                    ap_internal_redirect_handler);
}

/*
 * From here on r is made of the subrequest's memory, which must live as long
 * as r does: Perl's object no longer ends it.
 */
static SV *internal_fast_redirect(pTHX_ mh_call_t *call)
{
    request_rec *sub = mh_arg_object(aTHX_ call, 0, MH_SUBREQUEST);

    *mh_object_position(call->arg[0]) = IN_USE;
    ap_internal_fast_redirect(sub, call->self);
    return NULL;
}

/*
 * A subrequest inside a subrequest shares the outer one's first filter, and the
 * inner end would count as the outer one's.
 */
static int run_inside(request_rec *sub)
{
    request_rec *outer = sub->main;
    int ended = outer != NULL && outer->eos_sent;
    int rc = ap_run_sub_req(sub);

    if (outer != NULL)
        outer->eos_sent = ended;
    return rc;
}

static SV *subrequest_run(pTHX_ mh_call_t *call)
{
    request_rec *sub = call->self;

    int *state = mh_object_position(call->self_sv);
    int rc;

    if (*state == IN_USE)
        mh_method_croak(aTHX_ call, "the subrequest is in use");
    if (sub->main != NULL)
        flush_before(aTHX_ sub->main, "Apache2::SubRequest::run");
    /* The response may drop the last reference to the subrequest's object. */
    sv_2mortal(SvREFCNT_inc_simple_NN(SvRV(call->self_sv)));
    *state = IN_USE;
    rc = run_inside(sub);
    *state = LOOKED_UP;
    return mh_int(aTHX_ rc);
}

static SV *destroy(pTHX_ mh_call_t *call)
{
    if (*mh_object_position(call->self_sv) != IN_USE)
        ap_destroy_sub_req(call->self);
    return NULL;
}

static const mh_method_t subrequest_request_methods[] = {
    MH_METHOD("lookup_uri", "s|*", lookup_uri, "a subrequest for a URI"),
    MH_METHOD("lookup_file", "s|*", lookup_file, "a subrequest for a file"),
    MH_METHOD("lookup_method_uri", "ss|*", lookup_method_uri,
              "a subrequest for a URI by a method"),
    MH_METHOD("lookup_dirent", "F|i*", lookup_dirent,
              "a subrequest for an entry of the directory"),
    MH_METHOD("internal_redirect", "s", internal_redirect,
              "let another URI answer"),
    MH_METHOD("internal_redirect_handler", "s", internal_redirect_handler,
              "let another URI answer, and keep the content type"),
    MH_METHOD("internal_fast_redirect", "U", internal_fast_redirect,
              "turn the request into a subrequest"),
    MH_END,
};

static const mh_method_t subrequest_methods[] = {
    MH_METHOD("run", "", subrequest_run, "run the subrequest"),
    MH_METHOD("DESTROY", "", destroy, "end the subrequest"),
    MH_END,
};

const mh_api_t mh_api_subrequest[] = {
    { "Apache2::SubRequest", MH_REQUEST, subrequest_request_methods },
    { "Apache2::SubRequest", MH_SUBREQUEST, subrequest_methods },
    MH_API_END,
};
