/*
 * settings.h - PerlProfile: the requests to profile, and the folder of the
 * files.
 *
 * The parent reads both into pconf; constant afterwards. A worker reads the
 * configuration that the gateway has written for its pool, and profiles all of
 * its requests.
 */
#ifndef MEHARI_MODULE_PROFILE_SETTINGS_H
#define MEHARI_MODULE_PROFILE_SETTINGS_H

#include "module/config/config.h"
#include "shared/perl/profiler.h"

/* Header by which clients send the key. */
#define MH_PROFILE_HEADER "X-Mehari-Profile"

/* Resets the settings before the configuration is read. */
void mh_profile_reset(void);

/* True if any directory wants profiles. Read in any process. */
extern bool mh_profile_used;

/* The profiler's settings in a process that runs Perl for requests of that
 * folder. */
mh_profiler_t mh_profile_settings(const char *folder, apr_pool_t *p);

/* The folder of a pool's files; NULL: of httpd's own. */
const char *mh_profile_folder(const char *pool, apr_pool_t *p);

/*
 * Makes the folder, which only that user may read. Runs in httpd's parent.
 * NULL, or an error.
 */
const char *mh_profile_make(const char *folder, uid_t uid, gid_t gid,
                            apr_pool_t *p);

/* Parent, or worker base: loads the profiler as soon as there is Perl. NULL, or
 * an error. */
const char *mh_profile_load(pTHX_ apr_pool_t *pconf);

/* Parent, when users are known: makes the folder for profiles that httpd's
 * processes write. NULL, or an error. */
const char *mh_profile_start(apr_pool_t *pconf);

/* The directive. */
const char *mh_profile_set(cmd_parms *cmd, void *dir, const char *word,
                           const char *second, const char *third);

#endif
