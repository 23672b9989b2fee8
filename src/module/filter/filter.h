/*
 * filter.h - a Perl sub as a link in one of httpd's chains of filters.
 *
 * A filter belongs to a request (what httpd calls a resource filter) or to a
 * connection; the attribute of its sub says which. A filter is made in r->pool
 * or c->pool when it is put into the chain, and keeps $f->ctx from one call to
 * the next. A *run* is one call: a brigade that goes out, or one that a caller
 * asks for.
 *
 * Runs in a child; in a worker for filters that a handler there adds.
 */
#ifndef MEHARI_MODULE_FILTER_FILTER_H
#define MEHARI_MODULE_FILTER_FILTER_H

#include "module/common/mehari.h"
#include "module/request/handler.h"
#include "util_filter.h"

typedef struct mh_filter_run mh_filter_run_t;

typedef struct {
    ap_filter_t *link; /* its place in httpd's chain */
    mh_handler_t *handler;
    SV *ctx;             /* $f->ctx, or NULL */
    unsigned generation; /* the interpreter that ctx belongs to */
    int failed;          /* its error, for good, or OK */
    bool input;
    bool ended;                 /* it has sent the end of its stream */
    mh_filter_run_t *run;       /* its innermost run, or NULL */
    char *buffer;               /* output: printed, and not passed on yet */
    apr_size_t used;            /* bytes in there */
    apr_bucket_brigade *spare;  /* output: empty, for the next run */
    apr_bucket_brigade *unread; /* input: fetched, and not read yet */
} mh_filter_t;

struct mh_filter_run {
    mh_filter_t *filter;
    mh_filter_run_t *outer;  /* a run around this one, of the same filter */
    bool init;               /* of the init handler: there is no data */
    apr_bucket_brigade *in;  /* to be read; input: once it was fetched */
    apr_bucket_brigade *out; /* input: what the caller gets */
    ap_input_mode_t mode;    /* input: what the caller asks for */
    apr_read_type_e block;
    apr_off_t wanted;
    bool fetched;    /* input: the next filter was called */
    bool read;       /* $f->read has been called */
    bool taken;      /* and has returned data */
    bool seen_eos;   /* the end of the stream has been read, or declared */
    apr_status_t rc; /* error of reading or printing */
};

/* Registers the names of our filters and the hooks that insert them. */
void mh_filters_register(void);

/* The Perl filter at that link, or NULL for one of httpd's own. */
mh_filter_t *mh_filter_at(const ap_filter_t *link);

/*
 * $r->add_input_filter and its like: adds the sub that `what` names at the end
 * of its kind. r is NULL for a filter of the connection. Croaks when there is
 * no such sub, when it is of the other kind, or when its init handler fails.
 */
void mh_filter_add(pTHX_ SV *what, bool input, request_rec *r, conn_rec *c);

/* httpd's calls of a filter (filter_call.c). */
apr_status_t mh_filter_output(ap_filter_t *f, apr_bucket_brigade *bb);
apr_status_t mh_filter_input(ap_filter_t *f, apr_bucket_brigade *bb,
                             ap_input_mode_t mode, apr_read_type_e block,
                             apr_off_t wanted);

/* Calls the init handler. OK, or the status that it returned. */
int mh_filter_init(pTHX_ mh_filter_t *filter, SV *code);

/* The filter's name in messages. */
static inline const char *mh_filter_name(const mh_handler_t *handler)
{
    return handler->name ? handler->name : "(a code reference)";
}

/*
 * Enters Perl for filters of r (or of c, when r is NULL). OK: mh_leave_perl()
 * is due afterwards; else the filters' error.
 */
int mh_filter_enter(request_rec *r, conn_rec *c);

#endif
