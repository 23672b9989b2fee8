/*
 * context.h - what the module remembers of one request.
 *
 * Made by the first thing that needs it (a phase with a handler, a method that
 * stores something); a request that meets no Perl has none. Allocated from
 * r->pool, ended by its cleanup: PerlCleanupHandler first, then the objects.
 */
#ifndef MEHARI_REQUEST_CONTEXT_H
#define MEHARI_REQUEST_CONTEXT_H

#include "../mehari.h"
#include "hook.h"
#include "output.h"

/* Who makes the response. */
typedef enum {
    MH_ANSWER_UNKNOWN,
    MH_ANSWER_OURS, /* Perl in this process */
    MH_ANSWER_OTHERS
} mh_answerer_t;

typedef struct mh_context {
    request_rec *r;
    unsigned generation; /* the interpreter that this belongs to */
    SV *object;          /* the scalar behind $r (src/api/object.c) */
    HV *pnotes;          /* $r->pnotes, made at first use */
    apr_array_header_t *pushed[MH_HOOKS]; /* push_handlers, set_handlers */
    mh_output_t output;
    struct mh_context *root;  /* threads: of the request that was sent */
    struct mh_context *inner; /* threads: the next one with that root */
    mh_answerer_t answer;     /* threads: of a root */
    int log_status;           /* what the log phase gave, if it was ahead: */
    bool logged;
    bool headers_done;  /* the handler sets headers itself: no parsing */
    bool global;        /* it is (or was) Apache2::RequestUtil->request */
    bool env_wanted;    /* CGI variables are part of %ENV */
    bool env_common;    /* they are in r->subprocess_env */
    bool env_translate; /* but for PATH_TRANSLATED */
    bool env_built;     /* and have been put into %ENV */
    bool env_server;    /* PerlSetEnv of the server has been applied */
    bool env_directory; /* and of the directory */
} mh_context_t;

/* Make the context of r, which has none. */
mh_context_t *mh_context_make(request_rec *r);

/*
 * The Perl of that request ends now, before httpd ends it: PerlCleanupHandler
 * and all that goes with the context, of requests inside it too.
 */
void mh_context_end(mh_context_t *root);

/* From here on the context's $r is Apache2::RequestUtil->request. */
void mh_context_global(mh_context_t *context);

/* The context of r, or NULL when nothing has needed one. */
static inline mh_context_t *mh_context_peek(request_rec *r)
{
    return ap_get_module_config(r->request_config, &perl_module);
}

/* The context of r, made when there is none. Never NULL. */
static inline mh_context_t *mh_context(request_rec *r)
{
    mh_context_t *context = mh_context_peek(r);

    return LIKELY(context != NULL) ? context : mh_context_make(r);
}

#endif
