/*
 * unanswered.c - see unanswered.h.
 */
#include "module/common/mehari.h"

#include "module/gateway/worker/unanswered.h"

#include <sys/mman.h>

#include "module/gateway/process/process_config.h"
#include "module/gateway/cgi/cgi_handler.h"
#include "module/gateway/cgi/program.h"
#include "module/request/context/context.h"
#include "module/request/handler.h"
#include "module/request/response_maker.h"

/* After all modules; httpd itself sends files with APR_HOOK_REALLY_LAST. */
#define BEFORE_FILES (APR_HOOK_REALLY_LAST - 1)

/*
 * Shared by all children: true once the log says that scripts run without a
 * handler, and without mod_cgi.
 */
typedef struct {
    bool handler;
    bool mod_cgi;
} said_t;

static said_t *said;

static apr_status_t forget(void *data)
{
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

static int refuse_request(request_rec *r)
{
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "MH2061: no handler takes %s, which is a program: its source "
                  "is not sent",
                  r->filename);
    return HTTP_FORBIDDEN;
}

int mh_unanswered_declined(request_rec *r)
{
    return mh_program_is(r, false) ? refuse_request(r) : DECLINED;
}

/* A handler may have read the body, or sent some: no program runs then. */
static bool has_declined(request_rec *r)
{
    const mh_context_t *context = mh_context_peek(r);

    return context && context->declined;
}

static bool is_first(bool *once)
{
    return !once || !__atomic_exchange_n(once, true, __ATOMIC_RELAXED);
}

static int run_unanswered(request_rec *r)
{
    r->handler = MH_CGI_HANDLER;
    return ap_run_handler(r);
}

static int run_without_handler(request_rec *r)
{
    if (is_first(said ? &said->handler : NULL))
        mh_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                      "MH2060: SetHandler %s without a PerlResponseHandler for "
                      "%s, which is a program: it runs as under SetHandler "
                      "perl-cgi, and so do others like it. Write SetHandler "
                      "perl-cgi, or name a handler",
                      r->handler, r->filename);
    return run_unanswered(r);
}

/* mod_cgi and mod_cgid decline none of their scripts: neither is loaded. */
static int run_without_mod_cgi(request_rec *r)
{
    if (is_first(said ? &said->mod_cgi : NULL))
        mh_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                      "MH2062: %s has the handler %s, and mod_cgi is not "
                      "loaded: it runs as under SetHandler perl-cgi, and so do "
                      "others like it. Write PerlCgiScripts On",
                      r->filename, r->handler);
    return run_unanswered(r);
}

static int answer(request_rec *r)
{
    if (has_declined(r))
        return mh_unanswered_declined(r);
    if (mh_cgi_is_script(r))
        return run_without_mod_cgi(r);
    if (!mh_response_handler(r->handler) || !mh_program_is(r, true))
        return DECLINED;
    return mh_cgi_may_execute(r) ? run_without_handler(r) : refuse_request(r);
}

void mh_unanswered_register(void)
{
    ap_hook_handler(answer, NULL, NULL, BEFORE_FILES);
}
