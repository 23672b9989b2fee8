/*
 * handler.h - what a handler's name means, and lists of handlers.
 *
 *   Package            Package::handler, loaded with require when needed
 *   Package::sub       that sub
 *   Package->method    a class method
 *   $Package::o->method  a method of the object in a package variable
 *   sub { ... }        Perl source, from the server configuration only
 * In front of a name: + load the module at start-up, - never load it.
 *
 * Handlers from the configuration live in pconf (or r->pool for .htaccess),
 * handlers pushed by Perl in r->pool with a reference to their code.
 */
#ifndef MEHARI_MODULE_REQUEST_HANDLER_H
#define MEHARI_MODULE_REQUEST_HANDLER_H

#include "module/common/mehari.h"
#include "module/config/hook.h"

struct mh_context;

typedef struct mh_handler {
    const char *name; /* as configured; NULL for code pushed by Perl */
    const char *file; /* of its configuration; NULL when pushed */
    int line;
    bool load_early;         /* + */
    bool never_load;         /* - */
    bool httpds;             /* the name of a filter of httpd's own */
    bool must_exist;         /* httpd does not start without it */
    server_rec *server;      /* its configuration names it; or NULL */
    unsigned generation;     /* of the interpreter that has the fields below */
    SV *code;                /* a code reference, or NULL */
    GV *glob;                /* of a named sub; its code may be replaced */
    SV *invocant;            /* class name or object of a method, or NULL */
    const char *method;      /* method to look up on invocant, or NULL */
    apr_pool_t *pool;        /* the pool that it is part of */
    bool released_with_pool; /* its Perl parts end with the pool */
    struct mh_handler *copy; /* the same name in another interpreter */
} mh_handler_t;

/* A handler from the configuration. `where` gives file and line. */
mh_handler_t *mh_handler_make(apr_pool_t *pool, const char *name,
                              const ap_directive_t *where);

/*
 * A handler that Perl names by a string or a code reference. Croaks when it is
 * something else.
 */
mh_handler_t *mh_handler_from_sv(pTHX_ SV *what, apr_pool_t *pool);

/*
 * The code to call now, and in *invocant the object or class to pass first (or
 * NULL). NULL with a message in *why when there is none.
 */
SV *mh_handler_code(pTHX_ mh_handler_t *handler, SV **invocant,
                    apr_pool_t *pool, const char **why);

/*
 * Resolves all that the configuration names. A name that cannot be found is
 * logged, and its own requests fail. NULL, or a message about the first name
 * that httpd must not start without: file, line, name and remedy.
 */
const char *mh_handlers_check(server_rec *s, apr_pool_t *pool);

/* Notes a handler of a container, so that mh_handlers_check() sees it. */
void mh_handlers_note(mh_handler_t *handler, apr_pool_t *pconf);
void mh_handlers_reset(void);

/*
 * True if a handler for that hook was named, by a directive or by Perl, since
 * the last reset. Most hooks have none, and are asked in each request.
 */
extern bool mh_handlers_exist[MH_HOOKS];

/* The list for a hook: pushed in this request, else configured. May be NULL. */
apr_array_header_t *mh_handlers_of_request(request_rec *r, mh_hook_e hook);

/*
 * The handlers of that list that Perl has pushed as code, which no other
 * process can run. NULL: there are none.
 */
apr_array_header_t *mh_handlers_code_of_request(request_rec *r, mh_hook_e hook);

/*
 * $r->push_handlers and friends. `what` is a name, a code reference or an
 * array reference of these; set with undef or an empty array takes all away.
 * Croak when `what` is something else.
 */
bool mh_handlers_push(pTHX_ struct mh_context *context, mh_hook_e hook,
                      SV *what);
bool mh_handlers_set(pTHX_ struct mh_context *context, mh_hook_e hook,
                     SV *what);
AV *mh_handlers_get(pTHX_ request_rec *r, mh_hook_e hook);

/* The same for a server; in a child, the change is for this process only. */
bool mh_server_handlers_push(pTHX_ server_rec *s, mh_hook_e hook, SV *what);
bool mh_server_handlers_set(pTHX_ server_rec *s, mh_hook_e hook, SV *what);
AV *mh_server_handlers_get(pTHX_ server_rec *s, mh_hook_e hook);

#endif
