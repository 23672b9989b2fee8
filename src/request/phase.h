/*
 * phase.h - running the handlers of a hook.
 */
#ifndef MEHARI_REQUEST_PHASE_H
#define MEHARI_REQUEST_PHASE_H

#include "../mehari.h"
#include "hook.h"

/* Take httpd's hooks. Called once, when the module is registered. */
void mh_phases_register(void);

/*
 * Run a hook's handlers for r with the one argument $r. DECLINED when there
 * are none. A die is logged, kept in error-notes, and gives 500.
 */
int mh_phase_run(request_rec *r, mh_hook_t hook);

/* Are there handlers, which httpd itself runs, for when r ends? */
bool mh_phase_awaits_end(request_rec *r);

/*
 * Run a hook of the connection's server with the one argument $c. DECLINED
 * when there are no handlers.
 */
int mh_phase_run_connection(conn_rec *c, mh_hook_t hook);

/* Run a server's hook. args are Perl values; OK or the first bad status. */
int mh_phase_run_server(pTHX_ server_rec *s, mh_hook_t hook, SV **args,
                        int count);

/* PerlChildInitHandler, PerlChildExitHandler: those of s and what follows. */
void mh_phase_child(mh_hook_t hook, apr_pool_t *pchild, server_rec *s);

/*
 * In whose interpreter do the host's handlers run that are for no request? What
 * it has inherited from the server, maybe code that Perl has pushed, in the
 * server's.
 */
const server_rec *mh_phase_home(const server_rec *host, const server_rec *base,
                                mh_hook_t hook);

#endif
