/*
 * script_end.c - see script_end.h.
 */
#include "gateway/script_end.h"

#include <sys/wait.h>

/* For a refusal without a TEXT; its status. */
typedef struct {
    int status;
    const char *text;
} refusal_t;

static const refusal_t refusals[] = {
    [MH_REASON_QUEUE_FULL] = { HTTP_SERVICE_UNAVAILABLE, "its queue is full" },
    [MH_REASON_RESOURCES] = { HTTP_SERVICE_UNAVAILABLE,
                              "the system has no more processes or memory" },
    [MH_REASON_START_TIMEOUT] = { HTTP_GATEWAY_TIME_OUT,
                                  "the script took too long to start" },
    [MH_REASON_TIMEOUT] = { HTTP_GATEWAY_TIME_OUT, "the script took too long" },
    [MH_REASON_INVALID] = { HTTP_INTERNAL_SERVER_ERROR,
                            "the request made no sense to it" },
    [MH_REASON_STOPPING] = { HTTP_SERVICE_UNAVAILABLE, "it ends" },
};

#define REFUSALS (sizeof(refusals) / sizeof(refusals[0]))

static int refused(mh_script_t *script)
{
    size_t reason = script->reason < REFUSALS ? script->reason : 0;
    const refusal_t *refusal = &refusals[reason ? reason : MH_REASON_INVALID];
    request_rec *r = script->r;

    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "pool %s: %s: %s",
                  script->pool->name, r->filename,
                  script->text ? script->text : refusal->text);
    if (script->retry && refusal->status == HTTP_SERVICE_UNAVAILABLE)
        apr_table_setn(r->err_headers_out, "Retry-After",
                       apr_psprintf(r->pool, "%u", script->retry));
    return refusal->status;
}

static int lost(mh_script_t *script)
{
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, script->r,
                  "the manager of pool %s ended while it ran %s",
                  script->pool->name, script->r->filename);
    return HTTP_INTERNAL_SERVER_ERROR;
}

int mh_script_fault(mh_script_t *script)
{
    if (script->end == MH_SCRIPT_RUNS && !script->alive)
        mh_script_learn_end(script);
    switch (script->end) {
    case MH_SCRIPT_DONE:
        /* The manager has said which signal, of which script and request. */
        return WIFSIGNALED(script->status) ? HTTP_INTERNAL_SERVER_ERROR : OK;
    case MH_SCRIPT_REFUSED:
        return refused(script);
    case MH_SCRIPT_LOST:
        return lost(script);
    case MH_SCRIPT_RUNS:
        break;
    }
    return OK;
}
