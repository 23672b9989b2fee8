/*
 * config.h - what the configuration says, per server and per directory.
 *
 * Read by the parent into pconf, the same in every child. Per-directory
 * structures of .htaccess files live in r->pool.
 */
#ifndef MEHARI_MODULE_CONFIG_CONFIG_H
#define MEHARI_MODULE_CONFIG_CONFIG_H

#include "module/common/mehari.h"
#include "module/config/cgi.h"
#include "module/config/hook.h"
#include "module/config/options.h"

/* Code to load at start-up, and where the configuration asks for it. */
typedef struct {
    const char *name; /* module or file */
    bool module;      /* PerlModule, not PerlRequire */
    const char *file; /* configuration file and line, for messages */
    int line;
} mh_load_t;

/* A directive that loads code, for the configuration of workers. */
typedef struct {
    const char *directive;
    const char *word;
} mh_config_said_t;

/* PerlProfile. */
typedef enum {
    MH_PROFILE_UNSAID,
    MH_PROFILE_OFF,
    MH_PROFILE_ON,
    MH_PROFILE_ASKED /* by a client that knows the key */
} mh_profile_state_e;

/* Zeroed where nothing was said. */
typedef struct mh_profile_dir_t {
    mh_profile_state_e state;
    const char *key;
} mh_profile_dir_t;

/*
 * PerlPsgiApp and the section that has it. Sections inside that one inherit it.
 */
typedef struct {
    const char *file;  /* the application's key; NULL: none */
    const char *mount; /* the container's argument, "" at server level */
    bool unmapped;
} mh_psgi_dir_t;

/* PerlTiming. */
typedef enum {
    MH_TIMING_UNSAID,
    MH_TIMING_OFF,
    MH_TIMING_LOG,
    MH_TIMING_ON /* the client gets the times, too */
} mh_timing_mode_e;

/* PerlHtaccess of a server: see htaccess.h. */
typedef struct {
    bool said;                   /* it stands in this server */
    bool none;                   /* PerlHtaccess None: nothing else counts */
    apr_array_header_t *allowed; /* mh_htaccess_allowed_t; may be NULL */
} mh_htaccess_t;

/* PerlInterp*: settings of a pool of interpreters, in TiPoolConfig's order. */
enum {
    MH_INTERP_START,
    MH_INTERP_MAX,
    MH_INTERP_MIN_SPARE,
    MH_INTERP_MAX_SPARE,
    MH_INTERP_MAX_REQUESTS,
    MH_INTERP_NUMBERS
};

typedef struct {
    server_rec *server;
    mh_options_t options;
    apr_array_header_t *switches;   /* char *: PerlSwitches */
    apr_array_header_t *loads;      /* mh_load_t *: PerlModule, PerlRequire */
    apr_array_header_t *late_loads; /* mh_load_t *: PerlPostConfigRequire */
    apr_array_header_t *said;    /* mh_config_said_t: all that load, in order */
    apr_array_header_t *folders; /* char *: <Perl> sections put them in @INC */
    apr_table_t *vars;           /* PerlSetVar, PerlAddVar */
    apr_table_t *vars_set;       /* keys for which the base is dropped */
    apr_table_t *env;            /* PerlSetEnv */
    apr_table_t *pass_env;       /* PerlPassEnv: name => value */
    apr_int64_t interp[MH_INTERP_NUMBERS]; /* -1: not said */
    int interp_wait;                       /* PerlInterpWait, in seconds */
    bool interp_wait_set;
    apr_array_header_t *handlers[MH_HOOKS]; /* mh_handler_t *; may be NULL */
    mh_htaccess_t htaccess;                 /* PerlHtaccess */
    mh_cgi_server_t cgi;
} mh_server_config_t;

typedef struct {
    const char *location; /* the container's argument, NULL at server level */
    mh_options_t options;
    apr_table_t *vars;
    apr_table_t *vars_set;
    apr_table_t *env;
    apr_array_header_t *handlers[MH_HOOKS];
    const struct mh_speed_limit_t *speed; /* PerlSpeedLimit */
    mh_cgi_dir_t cgi;
    mh_psgi_dir_t psgi;            /* PerlPsgiApp */
    mh_profile_dir_t profile;      /* PerlProfile */
    mh_timing_mode_e timing;       /* PerlTiming */
    apr_array_header_t *page_subs; /* mh_handler_t *: PerlSsiSub */
} mh_dir_config_t;

/*
 * While the configuration is read, a host has no structure of ours until httpd
 * finds one of our directives there. Perl code may ask for the structure
 * earlier, so this function makes it, in pconf.
 */
void mh_config_ensure(server_rec *s);

/* Does the same for each host of the list that begins with s. */
void mh_config_ensure_all(server_rec *s);

static inline mh_server_config_t *mh_server_config(const server_rec *s)
{
    return ap_get_module_config(s->module_config, &perl_module);
}

static inline mh_dir_config_t *mh_dir_config(const request_rec *r)
{
    return ap_get_module_config(r->per_dir_config, &perl_module);
}

/* Creation and merging, for the module record. */
void *mh_create_server_config(apr_pool_t *pool, server_rec *s);
void *mh_merge_server_config(apr_pool_t *pool, void *base, void *add);
void *mh_create_dir_config(apr_pool_t *pool, char *location);
void *mh_merge_dir_config(apr_pool_t *pool, void *base, void *add);

/*
 * 1 if the option of that name is on, for a request (r) or for a server (s); -1
 * if there is no such option.
 */
int mh_option_enabled(request_rec *r, server_rec *s, const char *name);

/*
 * True if Perl may run the hook for this server (PerlOptions -Enable, -Hook).
 */
bool mh_hook_enabled(const server_rec *s, mh_hook_e hook);

/* True if that virtual host may have an interpreter of its own. */
bool mh_config_wants_parent(const server_rec *s, const server_rec *main);

/* True if the configuration of any server needs embedded Perl. */
bool mh_config_uses_perl(void);

/*
 * The server outside <VirtualHost>, while the configuration is read. httpd
 * shows a directive only its own server, but Perl belongs to the base server.
 */
server_rec *mh_config_base_server(server_rec *s);

/* The reason why code may not be loaded or run where cmd stands, or NULL. */
const char *mh_server_level_only(cmd_parms *cmd);

/* The directives. */
extern command_rec mh_directives[];
/* Called once, before httpd obeys a directive: see htaccess.h. */
void mh_directives_guard(void);

/*
 * Tells the parser of the first pass from that of the second, whose result is
 * used.
 */
void mh_config_reset(void);
void mh_config_note_use(void);

/* Note for the workers of a pool: they load the word as the directive does. */
void mh_config_note_said(cmd_parms *cmd, const char *directive,
                         const char *word);

#endif
