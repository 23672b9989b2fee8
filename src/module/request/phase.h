/*
 * phase.h - running the handlers of a hook.
 */
#ifndef MEHARI_MODULE_REQUEST_PHASE_H
#define MEHARI_MODULE_REQUEST_PHASE_H

#include "module/common/mehari.h"
#include "module/config/hook.h"
#include "module/request/context/context.h"

/* Takes httpd's hooks. Called once, when the module is registered. */
void mh_phases_register(void);

/*
 * Runs a hook's handlers for r with the one argument $r. DECLINED when there
 * are none. A die is logged, kept in error-notes, and gives 500.
 */
int mh_phase_run(request_rec *r, mh_hook_e hook);

/*
 * Runs the handlers that mh_handlers_of_request() has found, for a caller that
 * has entered Perl for the request (enter.h) and made it the current one
 * (nested.h).
 */
int mh_phase_run_entered(mh_context_t *context, mh_hook_e hook,
                         const apr_array_header_t *list);

/*
 * Answers the request without a call of the method that is its handler;
 * invocant is the method's. False: call the method.
 */
typedef bool mh_answerer_fn(pTHX_ mh_context_t *context, SV *invocant,
                            CV *method, int *status);
void mh_phase_answered_by(mh_answerer_fn *function);

/* True if httpd itself runs handlers when r ends. */
bool mh_phase_awaits_end(request_rec *r);

/* The name of the handler that was called last, in this process. */
const char *mh_phase_last(void);

/* Runs a server's hook. args are Perl values; OK or the first bad status. */
int mh_phase_run_server(pTHX_ server_rec *s, mh_hook_e hook, SV **args,
                        int count);

/*
 * PerlChildInitHandler, PerlChildExitHandler: those of s and of the servers
 * after it in httpd's list.
 */
void mh_phase_child(mh_hook_e hook, apr_pool_t *pchild, server_rec *s);

#endif
