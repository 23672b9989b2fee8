/*
 * cgi_config.h - what the configuration says about scripts, per directory and
 * per server. Which pools there are is pool_config.h's.
 */
#ifndef MEHARI_GATEWAY_CGI_CONFIG_H
#define MEHARI_GATEWAY_CGI_CONFIG_H

#include "gateway/gateway.h"
#include "wire/wire.h"

struct mh_pool_use_t;

/* Who runs the scripts of SetHandler perl-cgi. */
typedef enum {
    MH_TIER_EXACT = 1, /* a process of its own for each request */
    MH_TIER_REGISTRY   /* ModPerl::Registry, in a worker of the pool */
} mh_tier_e;

/* Zeroed where nothing was said; lives in the module's own structures. */
typedef struct mh_cgi_dir_t {
    struct mh_pool_use_t *use;   /* PerlUsePool */
    apr_interval_time_t timeout; /* CGIScriptTimeout */
    apr_size_t buffer;           /* PerlCgiBuffer; 0: not said */
    apr_off_t body;              /* PerlRequestBuffer; 0: not said, -1: Off */
    apr_off_t file;              /* PerlResponseFile; 0: not said, -1: Off */
    mh_tier_e tier;              /* PerlTier; 0: not said */
    int scripts;                 /* PerlCgiScripts: 1 On, -1 Off; 0: not said */
} mh_cgi_dir_t;

typedef struct mh_cgi_server_t {
    const char *log;       /* ScriptLog; NULL: none */
    apr_off_t log_length;  /* ScriptLogLength */
    apr_size_t log_buffer; /* ScriptLogBuffer */
} mh_cgi_server_t;

#define MH_CGI_BUFFER (1024 * 1024)
#define MH_CGI_BODY 65536
#define MH_CGI_FILE (1024 * 1024 * 1024)

void mh_cgi_server_init(mh_cgi_server_t *server);
void mh_cgi_server_merge(mh_cgi_server_t *merged, const mh_cgi_server_t *base,
                         const mh_cgi_server_t *add);
void mh_cgi_dir_merge(mh_cgi_dir_t *merged, const mh_cgi_dir_t *base,
                      const mh_cgi_dir_t *add);
bool mh_cgi_dir_is_empty(const mh_cgi_dir_t *dir);

const mh_cgi_server_t *mh_cgi_server(const server_rec *s);
const mh_cgi_dir_t *mh_cgi_dir(const request_rec *r);

/* Is what mod_cgi would run ours to run? */
bool mh_cgi_takes_scripts(const request_rec *r);

mh_tier_e mh_cgi_tier(const request_rec *r);
/* How long a script may be silent. */
apr_interval_time_t mh_cgi_timeout(const request_rec *r);
/* How much of its output is kept for a client that is slow. */
apr_size_t mh_cgi_buffer(const request_rec *r);
/* How much more of it may be in a file; 0: nothing. */
apr_off_t mh_cgi_file(const request_rec *r);

/* How much of its body is kept in memory; false: it is streamed. */
bool mh_cgi_body_room(const request_rec *r, apr_size_t *room);

/* Why the request may not run a script anywhere, or the pool for it. */
struct mh_pool_t *mh_cgi_pool(request_rec *r, const char **why);

/* The folder of our Perl modules; NULL: it is not there. */
const char *mh_cgi_library(apr_pool_t *p);

/* For the module's table of directives. */
const char *mh_cgi_use_pool(cmd_parms *cmd, void *dir, const char *name);
const char *mh_cgi_set_log(cmd_parms *cmd, void *dir, const char *file);
const char *mh_cgi_set_log_length(cmd_parms *cmd, void *dir, const char *bytes);
const char *mh_cgi_set_log_buffer(cmd_parms *cmd, void *dir, const char *bytes);
const char *mh_cgi_set_timeout(cmd_parms *cmd, void *dir, const char *time);
const char *mh_cgi_set_tier(cmd_parms *cmd, void *dir, const char *name);
const char *mh_cgi_set_scripts(cmd_parms *cmd, void *dir, int on);
const char *mh_cgi_set_body(cmd_parms *cmd, void *dir, const char *bytes);
const char *mh_cgi_set_file(cmd_parms *cmd, void *dir, const char *bytes);
const char *mh_cgi_set_buffer(cmd_parms *cmd, void *dir, const char *bytes);

#endif
