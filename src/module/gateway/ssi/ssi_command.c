/*
 * ssi_command.c - a command of the shell in a page: see ssi.h.
 */
#include "module/gateway/ssi/ssi.h"

#include "module/gateway/process/admission.h"
#include "module/gateway/process/process_config.h"
#include "module/gateway/pools/owner_check.h"
#include "module/gateway/process/end.h"
#include "module/gateway/process/process_output.h"
#include "module/gateway/cgi/script_message.h"

static void set_path(request_rec *r)
{
    const char *uri = ap_escape_uri(r->pool, r->path_info);
    request_rec *rr = ap_sub_req_lookup_uri(uri, r, NULL);

    apr_table_setn(r->subprocess_env, "PATH_INFO",
                   ap_escape_shell_cmd(r->pool, r->path_info));
    if (rr->filename)
        apr_table_setn(r->subprocess_env, "PATH_TRANSLATED",
                       apr_pstrcat(r->pool, rr->filename, rr->path_info, NULL));
    ap_destroy_sub_req(rr);
}

/* Values of the client are escaped: they are for a shell. */
static void set_variables(request_rec *r)
{
    char *plain;

    if (r->path_info && *r->path_info)
        set_path(r);
    if (!r->args)
        return;
    plain = apr_pstrdup(r->pool, r->args);
    ap_unescape_url(plain);
    apr_table_setn(r->subprocess_env, "QUERY_STRING", r->args);
    apr_table_setn(r->subprocess_env, "QUERY_STRING_UNESCAPED",
                   ap_escape_shell_cmd(r->pool, plain));
}

static const char *finish(mh_process_t *process, apr_status_t rv)
{
    unsigned happened;
    int fault = rv == APR_SUCCESS ? mh_process_fault(process) : OK;

    if (rv == APR_SUCCESS && fault == OK)
        mh_process_wait(process, MH_WAIT_STDERR_END,
                        mh_process_timeout(process->r, false), &happened);
    mh_process_close(process);
    if (rv == APR_TIMEUP)
        return "it was silent for too long";
    return fault == OK ? NULL : "it did not end by itself";
}

static const char *run(ap_filter_t *f, apr_bucket_brigade *bb, mh_pool_t *pool,
                       const char *command)
{
    mh_process_output_t output;
    int status;
    mh_request_message_t message;
    bool made = mh_script_message_command(f->r, pool, command, &message);
    mh_process_t *process = mh_process_start(f->r, pool, made ? &message : NULL,
                                             &status);

    if (!process)
        return "it could not be started";
    mh_process_output_begin(&output, process);
    return finish(process, mh_process_output_copy(&output, &f->next, bb));
}

const char *mh_ssi_command(ap_filter_t *f, apr_bucket_brigade *bb,
                           const char *command)
{
    const char *why = NULL;
    mh_pool_t *pool = mh_process_pool(f->r, &why);
    mh_held_thread_t held;

    if (!why && (!pool || !pool->manager))
        why =
            "MH3033: its pool could not be started; see the start of this log";
    if (!why && pool->check_owner)
        why = mh_owner_check(f->r, pool);
    if (why)
        return why;
    if (mh_process_admit(f->r, pool, MH_HELD_SCRIPTS, &held) != OK)
        return "it could not be started";
    set_variables(f->r);
    why = run(f, bb, pool, command);
    mh_held_thread_end(&held);
    return why;
}
