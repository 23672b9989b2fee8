/*
 * startup.h - what happens between the configuration and the first child:
 * Perl is started, modules are loaded, handlers are found. Parent only, but
 * for mh_startup_in_child().
 */
#ifndef MEHARI_MODULE_LIFE_STARTUP_H
#define MEHARI_MODULE_LIFE_STARTUP_H

#include "module/common/mehari.h"
#include "module/config/hook.h"

/* Starts Perl if the configuration wants it; PerlRequire, then PerlModule. */
const char *mh_startup(server_rec *s, apr_pool_t *pconf);

/*
 * Starts Perl for a directive that needs it while the configuration is read,
 * with the code that PerlRequire and PerlModule have named above. NULL, or an
 * error.
 */
const char *mh_startup_early(cmd_parms *cmd);

/* Starts the interpreter of a virtual host for a directive, if the host has one
 * of its own. The base server's already runs. NULL, or an error. */
const char *mh_startup_host(cmd_parms *cmd);

/*
 * Starts the server's interpreter, unless it runs, with what PerlSwitches say.
 */
const char *mh_startup_perl(server_rec *s, apr_pool_t *pconf);

/*
 * Handlers that only an .htaccess file names do not start Perl in the parent.
 * The child starts it when it meets them.
 */
const char *mh_startup_in_child(void);

/* PerlPostConfigRequire, and the handlers that are named are looked for. */
const char *mh_startup_late(server_rec *s, apr_pool_t *pconf);

/* PerlOpenLogsHandler or PerlPostConfigHandler of all servers. */
const char *mh_startup_hook(server_rec *s, mh_hook_e hook, apr_pool_t *pconf,
                            apr_pool_t *plog, apr_pool_t *ptemp);

#endif
