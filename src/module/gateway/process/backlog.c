/*
 * backlog.c - see backlog.h.
 */
#include "module/gateway/process/backlog.h"

#include <errno.h>

#include "http_core.h"

#include "module/gateway/process/process_config.h"
#include "module/common/message.h"

apr_off_t mh_process_output_left(const mh_process_output_t *output)
{
    apr_off_t left = (apr_off_t)output->held;

    return output->spool ? left + mh_spool_left(output->spool) : left;
}

static void say_full(mh_process_output_t *output, int error)
{
    request_rec *r = output->process->r;

    mh_log_rerror(
        APLOG_MARK, APLOG_WARNING, error, r,
        "MH3074: no room in %s for the response to %s, whose client is slow: "
        "its script or handler waits",
        output->spool->folder, r->uri);
}

static mh_spool_t *spool_of(mh_process_output_t *output)
{
    request_rec *r = output->process->r;

    /*
     * Data of a subrequest may still be on its way when the subrequest has
     * ended.
     */
    if (!output->spool)
        output->spool = mh_spool_new(r->main ? r->main->pool : r->pool);
    return output->spool;
}

/* False: some of it stays in memory. */
static bool move(mh_process_output_t *output)
{
    mh_spool_t *spool = spool_of(output);
    apr_off_t before = spool->size;
    int error = ENOSPC;

    if (output->unfiled ||
        before + (apr_off_t)output->held > mh_process_file(output->process->r))
        return false;
    if (mh_spool_fits(spool, (apr_off_t)output->held))
        error = mh_spool_move(spool, output->bb);
    output->held -= (apr_size_t)(spool->size - before);
    if (error) {
        output->unfiled = true;
        say_full(output, error);
    }
    return !error;
}

bool mh_backlog_has_room(mh_process_output_t *output)
{
    apr_size_t most = mh_process_buffer(output->process->r);

    if (output->held >= most && !output->full_since)
        output->full_since = apr_time_now();
    if (output->held <= most / 2)
        output->full_since = 0;
    if (!output->full_since)
        return true;
    /* A stream gives no sign when its client takes data. */
    if (output->process->client.fd < 0 ||
        apr_time_now() - output->full_since >= MH_BACKLOG_PAUSE)
        output->slow = true;
    if (!output->slow || !move(output))
        return false;
    output->full_since = 0;
    return true;
}

void mh_backlog_store(mh_process_output_t *output)
{
    output->slow = true;
    if (output->held)
        move(output);
}

apr_status_t mh_backlog_take(mh_process_output_t *output,
                             apr_bucket_brigade *bb, apr_size_t most)
{
    apr_size_t size = 0;

    if (output->spool && mh_spool_left(output->spool))
        return mh_spool_read(output->spool, bb, most);
    while (!APR_BRIGADE_EMPTY(output->bb)) {
        apr_bucket *first = APR_BRIGADE_FIRST(output->bb);

        if (size && size + first->length > most)
            break;
        if (first->length > most)
            apr_bucket_split(first, most);
        size += first->length;
        APR_BUCKET_REMOVE(first);
        APR_BRIGADE_INSERT_TAIL(bb, first);
    }
    output->held -= size;
    return APR_SUCCESS;
}

/*
 * Without sendfile() httpd's core reads a file into memory, and waits in its
 * thread until the client has taken that. EnableSendfile is off by default
 * because of network file systems, and this file is local.
 */
static bool may_sendfile(const request_rec *r)
{
    const core_dir_config *core = ap_get_core_module_config(r->per_dir_config);

    return core->enable_sendfile != ENABLE_SENDFILE_OFF;
}

apr_status_t mh_backlog_join(mh_process_output_t *output)
{
    return output->spool ? mh_spool_give(output->spool, output->bb,
                                         may_sendfile(output->process->r))
                         : APR_SUCCESS;
}

apr_status_t mh_backlog_take_all(mh_process_output_t *output,
                                 apr_bucket_brigade *bb)
{
    apr_status_t rv = mh_backlog_join(output);

    if (rv != APR_SUCCESS)
        return rv;
    APR_BRIGADE_CONCAT(bb, output->bb);
    output->held = 0;
    return APR_SUCCESS;
}

void mh_backlog_drop(mh_process_output_t *output)
{
    apr_brigade_cleanup(output->bb);
    output->held = 0;
    if (output->spool)
        output->spool->from = output->spool->size;
}
