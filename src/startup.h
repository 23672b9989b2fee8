/*
 * startup.h - what happens between the configuration and the first child:
 * Perl is started, modules are loaded, handlers are found. Parent only.
 */
#ifndef MEHARI_STARTUP_H
#define MEHARI_STARTUP_H

#include "mehari.h"
#include "request/hook.h"

/* Start Perl if the configuration wants it; PerlRequire, then PerlModule. */
const char *mh_startup(server_rec *s, apr_pool_t *pconf);

/*
 * A directive needs Perl while the configuration is read: start it with what
 * PerlRequire and PerlModule have asked for above. NULL, or why not.
 */
const char *mh_startup_early(cmd_parms *cmd);

/* A directive needs the Perl of its server, which runs but for a parent's. */
const char *mh_startup_host(cmd_parms *cmd);

/* Start the interpreters of virtual hosts that have their own. */
const char *mh_startup_parents(server_rec *s, apr_pool_t *pconf);

/* PerlPostConfigRequire, and the handlers that are named are looked for. */
const char *mh_startup_late(server_rec *s, apr_pool_t *pconf);

/* PerlOpenLogsHandler or PerlPostConfigHandler of all servers. */
const char *mh_startup_hook(server_rec *s, mh_hook_t hook, apr_pool_t *pconf,
                            apr_pool_t *plog, apr_pool_t *ptemp);

/*
 * By the time we load code, stderr is the error log. Whoever typed the
 * command wants to see the reason too, so the terminal's is kept at start-up.
 */
void mh_startup_keep_terminal(void);
/* httpd has left the terminal, if it does: processes that are forked from here
 * on have no use for it. */
void mh_startup_has_detached(void);
/* Nothing can go wrong any more that whoever typed it would wait for. */
void mh_startup_let_go_of_terminal(void);

/* Say it in the log and to the terminal; httpd starts nevertheless. */
void mh_startup_warn(server_rec *s, const char *what);

/* Say why, in the log and to the terminal. Returns what stops httpd. */
int mh_startup_failed(server_rec *s, const char *why);

#endif
