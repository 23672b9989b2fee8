/*
 * embedded.h - what of the configuration runs Perl in httpd's own processes.
 *
 * Under a threaded MPM most sites have their handlers in pools, and then
 * httpd's parent, which is often root, starts no Perl at all.
 */
#ifndef MEHARI_MODULE_CONFIG_EMBEDDED_H
#define MEHARI_MODULE_CONFIG_EMBEDDED_H

#include "module/config/config.h"

/* A handler for the hook has been configured where dir is. */
void mh_embedded_note(cmd_parms *cmd, const mh_dir_config_t *dir,
                      mh_hook_e hook);

/* Something else runs in httpd: a provider, code of the configuration. */
void mh_embedded_note_use(void);

void mh_embedded_reset(void);

/* The configuration has been read: is there something to run in httpd? */
bool mh_embedded_needed(void);

/* Are there handlers at all, in httpd or in workers of a pool? */
bool mh_embedded_has_handlers(void);

/* The directives PerlInterpStart and so on: cmd->info is an MH_INTERP_*. */
const char *mh_embedded_set_number(cmd_parms *cmd, void *dir, const char *word);

/* The directives' values for that server, or mod_perl's defaults. */
apr_int64_t mh_embedded_number(const server_rec *s, int which);

/* The directive PerlInterpWait. */
const char *mh_embedded_set_wait(cmd_parms *cmd, void *dir, const char *time);

#endif
