/*
 * unanswered.c - see unanswered.h.
 */
#include "module/common/mehari.h"

#include "module/gateway/worker/unanswered.h"

#include <sys/mman.h>

#include "module/gateway/cgi/config.h"
#include "module/gateway/cgi/handler.h"
#include "module/gateway/cgi/program.h"
#include "module/request/context/context.h"
#include "module/request/handler.h"
#include "module/request/response.h"

/* After all modules; httpd itself sends files with APR_HOOK_REALLY_LAST. */
#define BEFORE_FILES (APR_HOOK_REALLY_LAST - 1)

/* One for all children: has it been said that scripts run without handler? */
static bool *said;

static apr_status_t forget(void *data)
{
    (void)data;
    if (said)
        munmap(said, sizeof(*said));
    said = NULL;
    return APR_SUCCESS;
}

void mh_unanswered_start(apr_pool_t *pconf)
{
    void *memory = mmap(NULL, sizeof(*said), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return;
    said = memory;
    apr_pool_cleanup_register(pconf, NULL, forget, apr_pool_cleanup_null);
}

bool mh_unanswered_is(request_rec *r)
{
    const apr_array_header_t *list = mh_handlers_of_request(r,
                                                            MH_HOOK_RESPONSE);

    return mh_response_handler(r->handler) && (!list || !list->nelts);
}

static int refuse(request_rec *r)
{
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "MH2061: no handler takes %s, which is a program: its source "
                  "is not sent",
                  r->filename);
    return HTTP_FORBIDDEN;
}

int mh_unanswered_declined(request_rec *r)
{
    return mh_program_is(r, false) ? refuse(r) : DECLINED;
}

/* A handler may have read the body, or sent some: no program runs then. */
static bool has_declined(request_rec *r)
{
    const mh_context_t *context = mh_context_peek(r);

    return context && context->declined;
}

static int run(request_rec *r)
{
    if (!said || !__atomic_exchange_n(said, true, __ATOMIC_RELAXED))
        mh_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                      "MH2060: SetHandler %s without a PerlResponseHandler for "
                      "%s, which is a program: it runs as under SetHandler "
                      "perl-cgi, and so do others like it",
                      r->handler, r->filename);
    r->handler = MH_CGI_HANDLER;
    return ap_run_handler(r);
}

static int answer(request_rec *r)
{
    if (has_declined(r))
        return mh_unanswered_declined(r);
    if (!mh_response_handler(r->handler) || !mh_program_is(r, true))
        return DECLINED;
    return mh_cgi_may_execute(r) ? run(r) : refuse(r);
}

void mh_unanswered_register(void)
{
    ap_hook_handler(answer, NULL, NULL, BEFORE_FILES);
}
