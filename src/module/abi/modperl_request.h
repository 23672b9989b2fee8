/*
 * modperl_request.h - mod_perl's C functions that do what a method of a request
 * or a server does, and those that change its handlers: see modperl.h.
 */
#ifndef MEHARI_MODULE_ABI_MODPERL_REQUEST_H
#define MEHARI_MODULE_ABI_MODPERL_REQUEST_H

#include "module/abi/modperl.h"

/* mod_perl's structure. A caller may have its own. */
typedef struct {
    HV *pnotes;
    apr_pool_t *pool;
    modperl_interp_t *interp;
} modperl_pnotes_t;

typedef enum {
    MODPERL_GET,
    MODPERL_PUSH,
    MODPERL_SET
} modperl_handler_action_e;

/* As $r->dir_config, or with r == NULL $s->dir_config. The caller's to free. */
MH_ABI SV *modperl_dir_config(pTHX_ request_rec *r, server_rec *s, char *key,
                              SV *value);

/* As $r->slurp_filename: a reference to the file's bytes. */
MH_ABI SV *modperl_slurp_filename(pTHX_ request_rec *r, int tainted);

/*
 * As $r->pnotes or $c->pnotes, if the place is the one that mod_perl's macros
 * give for these notes. Any other place has notes of the caller's own, which
 * last until the end of the pool. key or value may be NULL. The caller's to
 * free.
 */
MH_ABI SV *modperl_pnotes(pTHX_ modperl_pnotes_t *notes, SV *key, SV *value,
                          apr_pool_t *pool);
MH_ABI void modperl_pnotes_kill(void *notes);

/* As $r->subprocess_env in void context. */
MH_ABI void modperl_env_request_populate(pTHX_ request_rec *r);

/*
 * 1 if that PerlOptions word is on, else 0; for r, or for s if r is NULL. May
 * croak.
 */
MH_ABI int modperl_config_is_perl_option_enabled(pTHX_ request_rec *r,
                                                 server_rec *s,
                                                 const char *name);

/*
 * Reads at most that many bytes of the body. Returns their number, or -1 and
 * sets $!.
 */
MH_ABI SSize_t modperl_request_read(pTHX_ request_rec *r, char *buffer,
                                    Size_t length);

/* The request of Apache2::RequestUtil->request, which may be NULL, and others
 * in its place. */
MH_ABI apr_status_t modperl_tls_get_request_rec(request_rec **r);
MH_ABI void modperl_global_request_set(request_rec *r);
MH_ABI void modperl_global_request_obj_set(pTHX_ SV *sv);
/* Only under PerlOptions +GlobalRequest. */
MH_ABI void modperl_global_request_cfg_set(request_rec *r);

/*
 * As push_handlers or set_handlers of r, or of s if r is NULL. Returns 1 or 0.
 * As there, the directive's name may have any case and lack "Perl".
 */
MH_ABI int modperl_handler_perl_add_handlers(pTHX_ request_rec *r, conn_rec *c,
                                             server_rec *s, apr_pool_t *pool,
                                             const char *name, SV *handlers,
                                             modperl_handler_action_e action);

/* As Apache2::ServerUtil::restart_count. */
MH_ABI int modperl_restart_count(void);

/* The pool of the configuration. */
MH_ABI apr_pool_t *modperl_server_pool(void);
MH_ABI apr_pool_t *modperl_server_user_pool(void);

#endif
