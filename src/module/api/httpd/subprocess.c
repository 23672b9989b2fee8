/*
 * subprocess.c - Apache2::SubProcess: a program of its own, and pipes to it.
 *
 * The program belongs to the request. If it still runs at the request's end, it
 * gets a signal to end.
 */
#include "module/api/apr/perlio.h"
#include "module/api/core/method_table.h"

#include "apr_thread_proc.h"

#include "module/request/environment/environment.h"

/* The program's three streams, as far as the caller gets them. */
typedef struct {
    bool out;
    bool others;
} streams_t;

static const char **arguments(pTHX_ mh_call_t *call, apr_pool_t *pool)
{
    AV *list = NULL;
    SSize_t count = 0;
    const char **argv;

    if (mh_arg_given(call, 1)) {
        if (SvTYPE(SvRV(call->arg[1])) != SVt_PVAV) {
            mh_method_croak(aTHX_ call,
                            "argument 2 must be an array reference, not %s",
                            mh_describe(aTHX_ call->arg[1]));
        }
        list = (AV *)SvRV(call->arg[1]);
        count = av_count(list);
    }
    argv = apr_pcalloc(pool, sizeof(char *) * (size_t)(count + 2));
    argv[0] = apr_pstrdup(pool, mh_arg_string(aTHX_ call, 0, ""));
    for (SSize_t i = 0; i < count; i++) {
        SV **word = av_fetch(list, i, 0);

        argv[i + 1] = word == NULL ? "" : apr_pstrdup(pool, SvPV_nolen(*word));
    }
    return argv;
}

/* A stream that the caller did not ask for: no input, and output is dropped. */
static apr_status_t use_null(apr_procattr_t *attr, streams_t streams,
                             apr_pool_t *pool)
{
    apr_file_t *null = NULL;
    apr_status_t rc = apr_file_open(&null, "/dev/null",
                                    APR_FOPEN_READ | APR_FOPEN_WRITE,
                                    APR_FPROT_OS_DEFAULT, pool);

    if (rc == APR_SUCCESS && !streams.others)
        rc = apr_procattr_child_in_set(attr, null, NULL);
    if (rc == APR_SUCCESS && !streams.out)
        rc = apr_procattr_child_out_set(attr, null, NULL);
    return rc;
}

static apr_status_t subprocess_prepare(apr_procattr_t **attr, streams_t streams,
                                       apr_pool_t *pool)
{
    apr_int32_t out = streams.out ? APR_CHILD_BLOCK : APR_NO_PIPE;
    apr_int32_t other = streams.others ? APR_CHILD_BLOCK : APR_NO_PIPE;
    apr_status_t rc = apr_procattr_create(attr, pool);

    if (rc == APR_SUCCESS)
        rc = apr_procattr_io_set(*attr, other, out, other);
    if (rc == APR_SUCCESS)
        rc = apr_procattr_cmdtype_set(*attr, APR_PROGRAM);
    if (rc == APR_SUCCESS) {
        /*
         * A program that cannot be started is reported here, not by the child.
         */
        rc = apr_procattr_error_check_set(*attr, 1);
    }
    return rc == APR_SUCCESS ? use_null(*attr, streams, pool) : rc;
}

/* The pipes block, because Perl's handles need that. */
static SV *handle(pTHX_ apr_file_t *file, const char *mode)
{
    apr_file_pipe_timeout_set(file, -1);
    return mh_perlio_glob(aTHX_ file, mode);
}

static SV *spawn_proc_prog(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;
    U8 context = GIMME_V;
    streams_t streams = { context != G_VOID, context == G_LIST };
    apr_proc_t *process = apr_pcalloc(r->pool, sizeof *process);
    const char **argv = arguments(aTHX_ call, r->pool);
    apr_procattr_t *attr = NULL;
    const char *const *env;
    apr_status_t rc;

    mh_environment_settle(aTHX);
    env = (const char *const *)ap_create_environment(r->pool,
                                                     r->subprocess_env);
    rc = subprocess_prepare(&attr, streams, r->pool);
    if (rc == APR_SUCCESS)
        rc = apr_proc_create(process, argv[0], argv, env, attr, r->pool);
    if (rc != APR_SUCCESS) {
        mh_croak_status(aTHX_ rc,
                        apr_pstrcat(r->pool,
                                    "Apache2::SubProcess::spawn_proc_prog('",
                                    argv[0], "')", NULL));
    }
    apr_pool_note_subprocess(r->pool, process, APR_KILL_AFTER_TIMEOUT);
    if (context == G_LIST) {
        call->list = (AV *)sv_2mortal((SV *)newAV());
        av_push(call->list, newSVsv(handle(aTHX_ process->in, "w")));
        av_push(call->list, newSVsv(handle(aTHX_ process->out, "r")));
        av_push(call->list, newSVsv(handle(aTHX_ process->err, "r")));
        return NULL;
    }
    return context == G_VOID ? NULL : handle(aTHX_ process->out, "r");
}

static const mh_method_t subprocess_methods[] = {
    MH_METHOD("spawn_proc_prog", "s|r", spawn_proc_prog,
              "start a program, and get handles of its streams"),
    MH_END,
};

const mh_api_t mh_api_subprocess[] = {
    { "Apache2::SubProcess", MH_REQUEST, subprocess_methods },
    MH_API_END,
};
