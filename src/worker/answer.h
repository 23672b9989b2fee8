/*
 * answer.h - how a handler has answered: the last that httpd hears of it.
 */
#ifndef MEHARI_WORKER_ANSWER_H
#define MEHARI_WORKER_ANSWER_H

#include "../mehari.h"
#include "worker/pack.h"

typedef enum {
    MH_REDIRECT_NONE,
    MH_REDIRECT_URI,     /* ap_internal_redirect() */
    MH_REDIRECT_HANDLER, /* ap_internal_redirect_handler() */
    MH_REDIRECT_GET      /* the same, by GET: the body has been read */
} mh_redirect_e;

typedef struct mh_answer_t {
    int status; /* what the handler returned */
    int ended;  /* the response is complete, EOS and all */
    int keeps;  /* the worker stays with this process of httpd */
    int lasts;  /* handlers of later phases run: the client is not to wait */
    int redirect;
    const char *uri;
    int breaks; /* what has been sent is not whole and never will be */
    int closes; /* the connection is not to be kept */
    apr_table_t *customs; /* status => what to send for it; may be NULL */
} mh_answer_t;

/* Both sides: the answer and, when there was no HEAD, the response's fields. */
void mh_answer_fields(mh_pack_t *pack, mh_answer_t *answer, request_rec *r,
                      bool has_head);

/*
 * In a worker: httpd is to go on with another URI when the handler has
 * returned. False: this is no worker.
 */
bool mh_answer_redirect(request_rec *r, mh_redirect_e how, const char *uri);

/* In a worker: ap_custom_response() is for httpd to call. */
void mh_answer_custom(request_rec *r, int status, const char *text);

/* In a worker: the response breaks off, and is not to look whole. */
void mh_answer_break(void);

/* In a worker: what has been noted since the last call. */
mh_answer_t mh_answer_take(int status);

#endif
