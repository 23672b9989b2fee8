/*
 * filter_call.c - one call of a filter by httpd, and the handling of its
 * result.
 */
#include "module/api/apr/bucket.h"
#include "module/perl/error_object.h"
#include "module/api/core/object.h"
#include "module/config/config.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/request/context/context.h"
#include "module/request/nested.h"
#include "module/filter/filter.h"
#include "module/filter/filter_stream.h"
#include "module/request/enter.h"

/*
 * State that a filter must not change when it runs in the middle of other Perl
 * code.
 */
typedef struct {
    mh_nested_t nested;
    mh_context_t *context; /* NULL for a filter of the connection */
    SV *error;             /* $@ */
    int hook;
} around_t;

static int run_handler(mh_filter_run_t *run);
static int call(pTHX_ mh_filter_run_t *run, SV *code, SV *invocant);
static int died(pTHX_ mh_filter_run_t *run);
static int finish(mh_filter_run_t *run, int status);
static void enter(pTHX_ around_t *around, mh_filter_run_t *run);
static void leave(pTHX_ around_t *around, mh_filter_run_t *run);
static apr_status_t fail_output(mh_filter_run_t *run, int status);
static void break_off(ap_filter_t *f);

int mh_filter_enter(request_rec *r, conn_rec *c)
{
    return r ? mh_enter_perl(r, MH_HOOK_NONE) : mh_enter_perl_of(c);
}

/*
 * True if the filter passes all data on: it has ended, or has no handler's
 * structure, because SetOutputFilter added it.
 */
static bool is_idle(const mh_filter_t *filter)
{
    return !filter || filter->ended;
}

apr_status_t mh_filter_output(ap_filter_t *f, apr_bucket_brigade *bb)
{
    mh_filter_t *filter = f->ctx;
    mh_filter_run_t run = { .filter = filter, .in = bb };
    int status;

    if (is_idle(filter))
        return ap_pass_brigade(f->next, bb);
    status = filter->failed ? filter->failed : run_handler(&run);
    if (status == OK)
        return APR_SUCCESS;
    if (status == DECLINED)
        return ap_pass_brigade(f->next, bb);
    return fail_output(&run, status);
}

/*
 * A filter of a request that returns no data is called again, as long as it
 * gets input: httpd takes an empty answer for an error.
 */
apr_status_t mh_filter_input(ap_filter_t *f, apr_bucket_brigade *bb,
                             ap_input_mode_t mode, apr_read_type_e block,
                             apr_off_t wanted)
{
    mh_filter_t *filter = f->ctx;
    int status;
    mh_filter_run_t run;

    if (is_idle(filter))
        return ap_get_brigade(f->next, bb, mode, block, wanted);
    do {
        run = (mh_filter_run_t){ .filter = filter,
                                 .out = bb,
                                 .mode = mode,
                                 .block = block,
                                 .wanted = wanted };
        status = filter->failed ? filter->failed : run_handler(&run);
    } while (status == OK && f->r && block == APR_BLOCK_READ && run.taken &&
             APR_BRIGADE_EMPTY(bb));
    if (status == OK)
        return APR_SUCCESS;
    if (status == DECLINED)
        return ap_get_brigade(f->next, bb, mode, block, wanted);
    return status == HTTP_INTERNAL_SERVER_ERROR ? MH_FILTER_ERROR : status;
}

int mh_filter_init(pTHX_ mh_filter_t *filter, SV *code)
{
    mh_filter_run_t run = { .filter = filter, .init = true };
    around_t around;
    int status;

    enter(aTHX_ & around, &run);
    status = call(aTHX_ & run, code, NULL);
    leave(aTHX_ & around, &run);
    return status;
}

static int run_handler(mh_filter_run_t *run)
{
    mh_filter_t *filter = run->filter;
    ap_filter_t *f = filter->link;
    apr_pool_t *pool = f->r ? f->r->pool : f->c->pool;
    int status = mh_filter_enter(f->r, f->c);
    around_t around;
    const char *why;
    SV *invocant;
    SV *code;

    if (status != OK)
        return filter->failed = status;
    status = HTTP_INTERNAL_SERVER_ERROR;
    /*
     * A request of one host may have added the filter to a connection of
     * another.
     */
    mh_parent_enter_generation(filter->generation);
    {
        dTHXa(mehari.perl);

        enter(aTHX_ & around, run);
        code = mh_handler_code(aTHX_ filter->handler, &invocant, pool, &why);
        if (code)
            status = finish(run, call(aTHX_ run, code, invocant));
        else
            mh_log_cerror(APLOG_MARK, APLOG_ERR, 0, f->c,
                          "MH2017: filter %s: %s",
                          mh_filter_name(filter->handler), why);
        leave(aTHX_ & around, run);
    }
    mh_parent_leave();
    mh_leave_perl();
    if (status == HTTP_INTERNAL_SERVER_ERROR)
        filter->failed = status;
    return status;
}

/* Arguments: ($f, $bb), and for input those of httpd's caller. */
static int call(pTHX_ mh_filter_run_t *run, SV *code, SV *invocant)
{
    ap_filter_t *f = run->filter->link;
    apr_bucket_brigade *bb = run->filter->input ? run->out : run->in;
    SV *args[6];
    int n = 0;
    mh_result_t result;

    ENTER;
    SAVETMPS;
    if (invocant)
        args[n++] = invocant;
    args[n++] = mh_object(aTHX_ MH_FILTER, f,
                          mh_object_alloc_pool(MH_FILTER, f));
    if (bb) {
        mh_bucket_home_note(f->c->bucket_alloc, f->c->pool);
        args[n++] = mh_object_shared(aTHX_ MH_BRIGADE, bb, bb->p);
    }
    if (bb && run->filter->input) {
        args[n++] = sv_2mortal(newSViv(run->mode));
        args[n++] = sv_2mortal(newSViv(run->block));
        args[n++] = sv_2mortal(newSViv((IV)run->wanted));
    }
    result = mh_call(aTHX_ code, args, n);
    if (result.outcome == MH_CALL_DIED)
        result.status = died(aTHX_ run);
    else if (result.outcome != MH_CALL_OK || !result.defined)
        result.status = OK;
    FREETMPS;
    LEAVE;
    return (int)result.status;
}

/*
 * The filter is not at fault if $f->read or $f->print found that the client has
 * gone, or sends nothing: httpd gets the error that they threw.
 */
static int died(pTHX_ mh_filter_run_t *run)
{
    ap_filter_t *f = run->filter->link;

    if (run->rc == APR_SUCCESS || !mh_error_is(aTHX_ ERRSV, run->rc))
        return mh_error_report(aTHX_ f->r, f->c->base_server);
    mh_log_cerror(APLOG_MARK, APLOG_INFO, run->rc, f->c, "filter %s",
                  mh_filter_name(run->filter->handler));
    return run->rc;
}

/* Printed data goes out first, then the returned brigade. */
static int finish(mh_filter_run_t *run, int status)
{
    ap_filter_t *f = run->filter->link;
    apr_status_t rc;

    if (status == DECLINED && run->read) {
        mh_log_cerror(
            APLOG_MARK, APLOG_ERR, 0, f->c,
            "MH2019: filter %s: a filter that has called $f->read must "
            "return OK and not DECLINED",
            mh_filter_name(run->filter->handler));
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (status != OK && status != DECLINED)
        return status;
    rc = mh_filter_stream_finish(run);
    return rc == APR_SUCCESS ? status : rc;
}

static void enter(pTHX_ around_t *around, mh_filter_run_t *run)
{
    request_rec *r = run->filter->link->r;

    run->outer = run->filter->run;
    run->filter->run = run;
    around->context = r ? mh_context(r) : NULL;
    around->error = mehari.depth > 0 ? newSVsv(ERRSV) : NULL;
    around->hook = mehari.hook;
    if (around->context)
        mh_nested_enter(aTHX_ & around->nested, around->context);
}

static void leave(pTHX_ around_t *around, mh_filter_run_t *run)
{
    if (around->context)
        mh_nested_leave(aTHX_ & around->nested, around->context);
    mehari.hook = around->hook;
    if (around->error) {
        sv_setsv(ERRSV, around->error);
        SvREFCNT_dec_NN(around->error);
    }
    run->filter->run = run->outer;
}

/* No part of a failed response goes out any more. */
static apr_status_t fail_output(mh_filter_run_t *run, int status)
{
    ap_filter_t *f = run->filter->link;

    apr_brigade_cleanup(run->in);
    run->filter->used = 0;
    if (status == HTTP_INTERNAL_SERVER_ERROR && !f->r)
        f->c->aborted = 1;
    else if (status == HTTP_INTERNAL_SERVER_ERROR && !f->r->main &&
             f->r->sent_bodyct && !f->c->aborted)
        break_off(f);
    return status;
}

/*
 * The header has been sent: a response that ends here must not look complete.
 * The error bucket is httpd's own way to break off: it leaves out the last
 * chunk.
 */
static void break_off(ap_filter_t *f)
{
    apr_bucket_alloc_t *list = f->c->bucket_alloc;
    apr_bucket_brigade *bb = apr_brigade_create(f->r->pool, list);

    f->c->keepalive = AP_CONN_CLOSE;
    APR_BRIGADE_INSERT_TAIL(bb, ap_bucket_error_create(HTTP_BAD_GATEWAY, NULL,
                                                       f->r->pool, list));
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(list));
    ap_pass_brigade(f->next, bb);
    apr_brigade_destroy(bb);
    f->c->aborted = 1;
}
