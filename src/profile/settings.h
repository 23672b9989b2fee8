/*
 * settings.h - PerlProfile and PerlProfileDir: which requests are profiled, and
 * where the files go.
 *
 * Read by the parent into pconf, constant afterwards. A worker reads what the
 * gateway has written for its pool, and profiles every request it gets.
 */
#ifndef MEHARI_PROFILE_SETTINGS_H
#define MEHARI_PROFILE_SETTINGS_H

#include "../mehari.h"
#include "profile/profiler.h"

typedef enum {
    MH_PROFILE_UNSAID,
    MH_PROFILE_OFF,
    MH_PROFILE_ON,
    MH_PROFILE_ASKED /* by a client that knows the key */
} mh_profile_state_t;

/* Zeroed where nothing was said. */
typedef struct mh_profile_dir_t {
    mh_profile_state_t state;
    const char *key;
} mh_profile_dir_t;

/* Clients that know the key ask with it. */
#define MH_PROFILE_HEADER "X-Mehari-Profile"

/* The configuration is about to be read. */
void mh_profile_reset(void);

/* Some place of the configuration wants profiles. Any process; a look. */
extern bool mh_profile_used;

/* What a process that runs Perl for requests of that folder has to know. */
mh_profiler_t mh_profile_settings(const char *folder, apr_pool_t *p);

/* The folder of a pool's files; NULL: of those that httpd itself writes. */
const char *mh_profile_folder(const char *pool, apr_pool_t *p);

/*
 * Parent: the folder is there and belongs to that user alone. NULL, or what is
 * wrong.
 */
const char *mh_profile_make(const char *folder, uid_t uid, gid_t gid,
                            apr_pool_t *p);

/* Parent, or worker base: as soon as there is Perl. NULL, or why not. */
const char *mh_profile_load(pTHX_ apr_pool_t *pconf);

/* Parent, users are known: the folder of httpd's own. NULL, or why not. */
const char *mh_profile_start(apr_pool_t *pconf);

/* The directives. */
const char *mh_profile_set(cmd_parms *cmd, void *dir, const char *word,
                           const char *file);
const char *mh_profile_set_dir(cmd_parms *cmd, void *dir, int argc,
                               char *const argv[]);

#endif
