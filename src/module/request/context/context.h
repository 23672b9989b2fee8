/*
 * context.h - what the module remembers of one request.
 *
 * Made by the first thing that needs it (a phase with a handler, a method that
 * stores something); a request that meets no Perl has none. Allocated from
 * r->pool, ended by a cleanup of that pool: PerlCleanupHandler first, then the
 * objects.
 */
#ifndef MEHARI_MODULE_REQUEST_CONTEXT_CONTEXT_H
#define MEHARI_MODULE_REQUEST_CONTEXT_CONTEXT_H

#include "module/common/mehari.h"
#include "module/config/hook.h"

/* The output of Perl: see request/output.h. */
typedef struct {
    char *buffer; /* AP_IOBUFSIZE bytes, NULL until something is printed */
    apr_size_t used;
    apr_bucket_brigade
        *brigade; /* to pass data in; NULL: none yet, or in use */
    char *header; /* a header block that is not complete yet */
    apr_size_t header_used;
    apr_size_t header_size;
    apr_size_t header_line;   /* beginning of its last line */
    apr_size_t header_sought; /* no empty line ends before this offset */
    apr_off_t length;         /* bytes written, headers included */
    bool parse_headers;       /* the next output begins with CGI headers */
    bool discard;         /* a redirect or an error: the rest is not wanted */
    bool printed;         /* something has been written */
    bool sent;            /* something has been passed to the filters */
    bool finished;        /* the end of the response has been passed */
    bool raw;             /* another protocol has been switched to */
    int status;           /* of header parsing: OK or an HTTP status */
    const char *redirect; /* Location: /path, to be served instead */
    apr_status_t failed;  /* the filters' error */
} mh_output_t;

/* The process that makes the response. */
typedef enum {
    MH_ANSWER_UNKNOWN,
    MH_ANSWER_OURS, /* Perl in this process */
    MH_ANSWER_OTHERS
} mh_answerer_e;

typedef struct mh_context {
    request_rec *r;
    unsigned generation; /* the interpreter that this belongs to */
    SV *object; /* the scalar behind $r (src/module/api/core/object.c) */
    HV *pnotes; /* $r->pnotes, made at first use */
    apr_array_header_t *pushed[MH_HOOKS]; /* push_handlers, set_handlers */
    mh_output_t output;
    struct mh_context *root;  /* threads: of the request that was sent */
    struct mh_context *inner; /* threads: the next one with that root */
    mh_answerer_e answer;     /* threads: of a root */
    int log_status;           /* of the log phase, if that has run early: */
    bool logged;
    bool declined;      /* a response handler has declined it */
    bool headers_done;  /* the handler sets headers itself: no parsing */
    bool global;        /* it is (or was) Apache2::RequestUtil->request */
    bool env_wanted;    /* CGI variables are part of %ENV */
    bool env_common;    /* they are in r->subprocess_env */
    bool env_translate; /* but for PATH_TRANSLATED */
    bool env_built;     /* and have been put into %ENV */
    bool env_server;    /* PerlSetEnv of the server has been applied */
    bool env_directory; /* and of the directory */
} mh_context_t;

/* Makes the context of r, which has none. */
mh_context_t *mh_context_make(request_rec *r);

/*
 * Functions of the parts above, for a context's begin and end. join (threads):
 * a context was made for a part of a request. end: the context's pool is about
 * to go.
 */
typedef struct mh_context_life {
    void (*join)(mh_context_t *context);
    apr_status_t (*end)(void *context);
} mh_context_life_t;

void mh_context_lives_by(const mh_context_life_t *life);

/*
 * Runs PerlCleanupHandler of the request and of its subrequests, and ends all
 * their Perl objects. httpd ends the request later.
 */
void mh_context_end(mh_context_t *root);

/* From here on the context's $r is Apache2::RequestUtil->request. */
void mh_context_global(mh_context_t *context);

/* This process was forked off by Perl code: the client's socket is dropped. */
void mh_context_forked(void (*drop)(int fd));

/* The context of r, or NULL if it has none. */
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
