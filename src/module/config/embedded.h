/*
 * embedded.h - directives that run Perl in httpd's own processes.
 *
 * Under a threaded MPM most sites have their handlers in pools, and then
 * httpd's parent, which is often root, starts no Perl at all.
 */
#ifndef MEHARI_MODULE_CONFIG_EMBEDDED_H
#define MEHARI_MODULE_CONFIG_EMBEDDED_H

#include "module/config/config.h"

/* Notes that a handler for the hook is configured in dir's place. */
void mh_embedded_note(cmd_parms *cmd, const mh_dir_config_t *dir,
                      mh_hook_e hook);

/*
 * Notes that something else runs in httpd: a provider, or code of the
 * configuration.
 */
void mh_embedded_note_use(void);

void mh_embedded_reset(void);

/*
 * True if there is something to run in httpd. Valid when the configuration has
 * been read.
 */
bool mh_embedded_needed(void);

/* True if there are handlers at all, in httpd or in workers of a pool. */
bool mh_embedded_has_handlers(void);

/* The directives PerlInterpStart and so on: cmd->info is an MH_INTERP_*. */
const char *mh_embedded_set_number(cmd_parms *cmd, void *dir, const char *word);

/* The directives' values for that server, or mod_perl's defaults. */
apr_int64_t mh_embedded_number(const server_rec *s, int which);

/* The directive PerlInterpWait. */
const char *mh_embedded_set_wait(cmd_parms *cmd, void *dir, const char *time);

#endif
