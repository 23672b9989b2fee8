/*
 * filter.c - Apache2::Filter and Apache2::FilterRec: a link in httpd's chain,
 * and what a Perl filter does while it runs.
 */
#include "module/filter/attributes.h"
#include "module/filter/filter.h"
#include "module/filter/filter_stream.h"
#include "module/api/httpd/filter_link.h"

#define LINK(call) ((ap_filter_t *)(call)->self)

/* --- streaming -------------------------------------------------------- */

static mh_filter_t *perl_filter(pTHX_ mh_call_t *call)
{
    mh_filter_t *filter = mh_filter_at(LINK(call));

    if (filter == NULL) {
        mh_method_croak(aTHX_ call,
                        "%s is a filter of httpd's; only a Perl "
                        "filter has this",
                        LINK(call)->frec->name);
    }
    return filter;
}

/* The run that has data to read or print. */
static mh_filter_run_t *running(pTHX_ mh_call_t *call)
{
    mh_filter_run_t *run = perl_filter(aTHX_ call)->run;

    if (run == NULL)
        mh_method_croak(aTHX_ call, "can be called only while the filter runs");
    if (run->init) {
        mh_method_croak(aTHX_ call, "there is no data yet while the filter is "
                                    "being set up");
    }
    return run;
}

static SV *read_filter(pTHX_ mh_call_t *call)
{
    mh_filter_run_t *run = running(aTHX_ call);
    IV wanted = mh_arg_int(aTHX_ call, 1, AP_IOBUFSIZE);
    SV *variable = call->arg[0];
    apr_status_t rc;

    if (wanted < 0)
        mh_method_croak(aTHX_ call, "a length cannot be negative");
    SvPVCLEAR(variable);
    SvUTF8_off(variable); /* of what was in it before */
    rc = mh_filter_stream_read(aTHX_ run, variable, (apr_size_t)wanted);
    mh_check_status(aTHX_ rc, "Apache2::Filter::read");
    SvSETMAGIC(variable);
    SvTAINTED_on(variable);
    return mh_int(aTHX_(IV) SvCUR(variable));
}

static SV *filter_print(pTHX_ mh_call_t *call)
{
    mh_filter_run_t *run = running(aTHX_ call);
    /* By index, not by pointer: an overloaded argument may move the stack. */
    SSize_t first = call->arg - PL_stack_base;
    STRLEN total = 0;

    for (int i = 0; i < call->nargs; i++) {
        STRLEN length;
        const char *data = SvPV(PL_stack_base[first + i], length);
        apr_status_t rc = mh_filter_stream_write(run, data, length);

        mh_check_status(aTHX_ rc, "Apache2::Filter::print");
        total += length;
    }
    if (total == 0)
        return sv_2mortal(newSVpvs("0E0"));
    return mh_int(aTHX_(IV) total);
}

static SV *seen_eos(pTHX_ mh_call_t *call)
{
    mh_filter_run_t *run = running(aTHX_ call);

    if (mh_arg_given(call, 0))
        run->seen_eos = mh_arg_bool(aTHX_ call, 0, false);
    return mh_bool(aTHX_ run->seen_eos);
}

static SV *ctx(pTHX_ mh_call_t *call)
{
    mh_filter_t *filter = perl_filter(aTHX_ call);

    if (mh_arg_given(call, 0)) {
        SV *before = filter->ctx;

        filter->ctx = newSVsv(call->arg[0]);
        sv_2mortal(before);
    }
    return filter->ctx == NULL
               ? &PL_sv_undef
               : sv_2mortal(SvREFCNT_inc_simple_NN(filter->ctx));
}

/* --- the chain -------------------------------------------------------- */

static SV *link_object(pTHX_ ap_filter_t *link)
{
    return link == NULL ? &PL_sv_undef
                        : mh_object(aTHX_ MH_FILTER, link,
                                    mh_object_alloc_pool(MH_FILTER, link));
}

static SV *filter_next(pTHX_ mh_call_t *call)
{
    return link_object(aTHX_ LINK(call)->next);
}

/* A filter is in one chain only; httpd does not say in which. */
static SV *remove_filter(pTHX_ mh_call_t *call)
{
    mh_filter_t *filter = mh_filter_at(LINK(call));

    if (filter == NULL || filter->input)
        ap_remove_input_filter(LINK(call));
    if (filter == NULL || !filter->input)
        ap_remove_output_filter(LINK(call));
    return NULL;
}

static SV *rec_name(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_((const ap_filter_rec_t *)call->self)->name);
}

/* --- brigades --------------------------------------------------------- */

/* A caller that ignores the status gets an exception. */
static SV *status(pTHX_ apr_status_t rc, const char *function)
{
    if (rc != APR_SUCCESS && GIMME_V == G_VOID)
        mh_croak_status(aTHX_ rc, function);
    return mh_int(aTHX_ rc);
}

static SV *get_brigade(pTHX_ mh_call_t *call)
{
    apr_bucket_brigade *bb = mh_arg_object(aTHX_ call, 0, MH_BRIGADE);
    IV mode = mh_arg_int(aTHX_ call, 1, AP_MODE_READBYTES);
    IV block = mh_arg_int(aTHX_ call, 2, APR_BLOCK_READ);
    IV bytes = mh_arg_int(aTHX_ call, 3, AP_IOBUFSIZE);

    if (mode < AP_MODE_READBYTES || mode > AP_MODE_INIT) {
        mh_method_croak(aTHX_ call,
                        "argument 2 must be one of the constants "
                        ":input_mode, not %" IVdf,
                        mode);
    }
    if (block != APR_BLOCK_READ && block != APR_NONBLOCK_READ) {
        mh_method_croak(aTHX_ call,
                        "argument 3 must be BLOCK_READ or "
                        "NONBLOCK_READ, not %" IVdf,
                        block);
    }
    if (bytes <= 0 && mode == AP_MODE_READBYTES)
        mh_method_croak(aTHX_ call, "argument 4 must be a number of bytes");
    return status(aTHX_ ap_get_brigade(
                      mh_filter_link_input(aTHX_ call, LINK(call)), bb,
                      (ap_input_mode_t)mode, (apr_read_type_e)block, bytes),
                  "Apache2::Filter::get_brigade");
}

static SV *pass_brigade(pTHX_ mh_call_t *call)
{
    apr_bucket_brigade *bb = mh_arg_object(aTHX_ call, 0, MH_BRIGADE);

    return status(aTHX_ ap_pass_brigade(
                      mh_filter_link_output(aTHX_ call, LINK(call)), bb),
                  "Apache2::Filter::pass_brigade");
}

static SV *flush_brigade(pTHX_ mh_call_t *call)
{
    apr_bucket_brigade *bb = mh_arg_object(aTHX_ call, 0, MH_BRIGADE);

    return status(aTHX_ ap_fflush(mh_filter_link_output(aTHX_ call, LINK(call)),
                                  bb),
                  "Apache2::Filter::fflush");
}

static SV *filter_flush(pTHX_ mh_call_t *call)
{
    ap_filter_t *link = mh_arg_object(aTHX_ call, 0, MH_FILTER);

    return status(aTHX_ ap_filter_flush(
                      call->self, mh_filter_link_output(aTHX_ call, link)),
                  "APR::Brigade::filter_flush");
}

/* --- subs and handles ------------------------------------------------- */

/* tie *STDOUT, $f; or with the class in front, and then the filter. */
static SV *filter_tie_handle(pTHX_ mh_call_t *call)
{
    int last = call->nargs - 1;

    mh_object_ptr(aTHX_ call->arg[last], MH_FILTER, "TIEHANDLE()", last);
    return sv_mortalcopy(call->arg[last]);
}

/* Attributes that are not ours go back, and perl reports them. */
static SV *modify_attributes(pTHX_ mh_call_t *call)
{
    SV *code = call->arg[0];
    AV *unknown = (AV *)sv_2mortal((SV *)newAV());

    if (SvTYPE(SvRV(code)) != SVt_PVCV)
        mh_method_croak(aTHX_ call, "argument 1 must be a code reference");
    for (int i = 1; i < call->nargs; i++)
        if (!mh_filter_attribute(aTHX_(CV *) SvRV(code), call->arg[i]))
            av_push(unknown, newSVsv(call->arg[i]));
    call->list = unknown;
    return NULL;
}

static const mh_method_t filter_methods[] = {
    MH_METHOD_USAGE("read", "w|i", read_filter, "$buf, [$wanted]",
                    "read data from the stream"),
    MH_METHOD("print", "@", filter_print, "write data for the next filter"),
    MH_METHOD("PRINT", "@", filter_print, "print, for a tied handle"),
    MH_METHOD("seen_eos", "|b", seen_eos, "true at the end of the stream"),
    MH_METHOD("ctx", "|*", ctx,
              "the value that the filter keeps between its calls"),
    MH_FIELD("frec", MH_FIELD_FILTER_REC, ap_filter_t, frec, MH_RO,
             "its record, an Apache2::FilterRec"),
    MH_METHOD("next", "", filter_next, "the next filter, or undef"),
    MH_FIELD("r", MH_FIELD_REQUEST, ap_filter_t, r, MH_RO,
             "the request; undef for a filter of a connection"),
    MH_FIELD("c", MH_FIELD_CONNECTION, ap_filter_t, c, MH_RO, "the connection"),
    MH_METHOD("remove", "", remove_filter, "remove it from its chain"),
    MH_METHOD_USAGE("get_brigade", "G|iii", get_brigade,
                    "$bb, [$mode], [$block], [$readbytes]",
                    "let that filter fill a brigade"),
    MH_METHOD("pass_brigade", "G", pass_brigade,
              "pass a brigade to that filter"),
    MH_METHOD("fflush", "G", flush_brigade,
              "pass a brigade with a flush bucket to that filter"),
    MH_METHOD("TIEHANDLE", ":*|*", filter_tie_handle,
              "the filter, to tie a handle to"),
    MH_METHOD("MODIFY_CODE_ATTRIBUTES", ".r@", modify_attributes,
              "note the attributes of a sub"),
    MH_END,
};

static const mh_method_t brigade_methods[] = {
    MH_METHOD("filter_flush", "L", filter_flush,
              "pass the brigade to a filter, and empty it"),
    MH_END,
};

static const mh_method_t rec_methods[] = {
    MH_METHOD("name", "", rec_name, "the name of the filter, in lower case"),
    MH_END,
};

const mh_api_t mh_api_filter[] = {
    { "Apache2::Filter", MH_FILTER, filter_methods },
    { "Apache2::Filter", MH_BRIGADE, brigade_methods },
    { "Apache2::FilterRec", MH_FILTER_REC, rec_methods },
    MH_API_END,
};
