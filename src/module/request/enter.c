/*
 * enter.c - see enter.h.
 */
#include "module/request/enter.h"

#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/perl/turn.h"
#include "module/request/context/context.h"
#include "module/request/hold.h"

static const char *(*start_late)(void);

void mh_enter_starts_by(const char *(*start)(void))
{
    start_late = start;
}

/*
 * Enters the interpreter that has the request's objects. r->server may be
 * another host by now.
 */
static void enter_interpreter(request_rec *r)
{
    const mh_context_t *context = mh_context_peek(r);

    if (context)
        mh_parent_enter_generation(context->generation);
    else
        mh_parent_enter(r->server);
}

int mh_enter_perl(request_rec *r, mh_hook_e hook)
{
    int status = mehari.threaded ? mh_hold_take(r, hook) : OK;
    const char *why;

    if (status != OK)
        return status;
    why = LIKELY(mehari.perl) ? NULL : start_late();
    if (why) {
        mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "%s", why);
        mh_turn_leave();
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (UNLIKELY(mh_parents))
        enter_interpreter(r);
    if (mehari.threaded)
        mh_hold_begin(r, hook);
    return OK;
}

int mh_enter_perl_of(conn_rec *c)
{
    int seconds = mh_server_config(c->base_server)->interp_wait;

    if (!mehari.perl) {
        mh_log_cerror(APLOG_MARK, APLOG_ERR, 0, c,
                      "MH2006: a connection needs Perl, which did not start");
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (mh_turn_take(seconds)) {
        mh_parent_enter(c->base_server);
        return OK;
    }
    mh_log_cerror(APLOG_MARK, APLOG_ERR, 0, c, "MH2004: " MH_TURN_LATE,
                  seconds);
    return HTTP_SERVICE_UNAVAILABLE;
}

void mh_leave_perl(void)
{
    mh_parent_leave();
    mh_turn_leave();
}
