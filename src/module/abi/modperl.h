/*
 * modperl.h - mod_perl's C functions, under their own names, for XS modules
 * that were built for mod_perl 2, as distributions package them.
 *
 * Such a module finds these functions among the symbols that httpd has loaded.
 * httpd may call the module at any point, so the functions assume nothing about
 * the state of Perl. Runs in httpd's parent and its children.
 */
#ifndef MEHARI_MODULE_ABI_MODPERL_H
#define MEHARI_MODULE_ABI_MODPERL_H

#include "module/common/mehari.h"

#define MH_ABI __attribute__((visibility("default")))

/* The beginning of mod_perl's structure, which callers read. */
typedef struct modperl_interp_t {
    void *mip;
    PerlInterpreter *perl;
    int num_requests;
    U8 flags;
    void *ccfg;
    int refcnt;
} modperl_interp_t;

typedef struct modperl_handler_t modperl_handler_t;

/*
 * The interpreter of this process, for r, c or s, which may all be NULL.
 * Returns NULL if there is no interpreter. The caller need not give it back.
 */
MH_ABI modperl_interp_t *modperl_interp_select(request_rec *r, conn_rec *c,
                                               server_rec *s);
MH_ABI apr_status_t modperl_interp_unselect(void *data);
MH_ABI modperl_interp_t *modperl_interp_pool_select(apr_pool_t *pool,
                                                    server_rec *s);
MH_ABI modperl_interp_t *modperl_thx_interp_get(PerlInterpreter *perl);

/* A handler by its name, as in a directive. Lives as long as the pool. */
MH_ABI modperl_handler_t *modperl_handler_new(apr_pool_t *pool,
                                              const char *name);

/*
 * The same for a string or a code reference of Perl's. Croaks for anything
 * else.
 */
MH_ABI modperl_handler_t *modperl_handler_new_from_sv(pTHX_ apr_pool_t *pool,
                                                      SV *sv);
/* The handler's name; NULL for code without one. */
MH_ABI const char *modperl_handler_name(modperl_handler_t *handler);

/*
 * Appends to *list (made when NULL) an object for each class name and pointer
 * that follow, up to a NULL. "PV" is a string, "IV" a pointer as a number, "HV"
 * a hash; a NULL pointer is undef.
 */
MH_ABI void modperl_handler_make_args(pTHX_ AV **list, ...);

/*
 * Calls the handler with these arguments (list may be NULL). Returns its
 * status, or OK when it returned undef or called exit. A die is logged and kept
 * in error-notes; the status is then HTTP_INTERNAL_SERVER_ERROR. r may be NULL.
 */
MH_ABI int modperl_callback(pTHX_ modperl_handler_t *handler, apr_pool_t *pool,
                            request_rec *r, server_rec *s, AV *list);

/*
 * Logs $@ when there is one. Returns the status, or OK when $@ is what exit
 * throws.
 */
MH_ABI int modperl_errsv(pTHX_ int status, request_rec *r, server_rec *s);

/*
 * The settings that a Perl module's directives have made for s, or in the
 * vector. The module is a name or an object. The caller does not free them;
 * undef if there are none.
 */
MH_ABI SV *modperl_module_config_get_obj(pTHX_ SV *module, server_rec *s,
                                         ap_conf_vector_t *vector);

/* A new object of the class for the pointer, the caller's to free. */
MH_ABI SV *modperl_ptr2obj(pTHX_ char *classname, void *ptr);

/* The request behind sv, or the global one for a class name; or it croaks. */
MH_ABI request_rec *modperl_xs_sv2request_rec(pTHX_ SV *sv, char *classname,
                                              CV *cv);
MH_ABI request_rec *modperl_sv2request_rec(pTHX_ SV *sv);

/* The server behind sv; for a class name, the server of the global request or
 * the main server. */
MH_ABI server_rec *modperl_sv2server_rec(pTHX_ SV *sv);

/*
 * The current Apache2::RequestUtil->request. Without one it croaks, or returns
 * NULL in void context. sv, if not NULL, is a request that takes the place of
 * the present one.
 */
MH_ABI request_rec *modperl_global_request(pTHX_ SV *sv);

/* A bucket whose data are the bytes of that part of the scalar. */
MH_ABI apr_bucket *modperl_bucket_sv_create(pTHX_ apr_bucket_alloc_t *list,
                                            SV *sv, apr_off_t offset,
                                            apr_size_t length);

/* 1 if the MPM has threads and they have started, else 0. */
MH_ABI int modperl_threaded_mpm(void);
MH_ABI int modperl_threads_started(void);

/* 1 if Perl has been started, else 0. */
MH_ABI int modperl_is_running(void);

/* The object behind a hash that is tied to one of that class; or the object. */
MH_ABI SV *modperl_hash_tied_object_rv(pTHX_ const char *classname, SV *sv);

/*
 * A table as APR::Table, and the table behind such a hash; croaks if the hash
 * is not of that class.
 */
MH_ABI SV *modperl_hash_tie(pTHX_ const char *classname, SV *owner,
                            void *table);
MH_ABI void *modperl_hash_tied_object(pTHX_ const char *classname, SV *sv);

/* Croaks with an APR::Error. */
MH_ABI void modperl_croak(pTHX_ apr_status_t rc, const char *function)
    __attribute__((noreturn));

MH_ABI apr_pool_t *modperl_global_get_pconf(void);
MH_ABI server_rec *modperl_global_get_server_rec(void);

#endif
