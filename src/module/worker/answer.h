/*
 * answer.h - the result of a handler, in the last record of its answer.
 */
#ifndef MEHARI_MODULE_WORKER_ANSWER_H
#define MEHARI_MODULE_WORKER_ANSWER_H

#include "module/common/mehari.h"
#include "module/request/context/front.h"
#include "module/worker/pack.h"

typedef struct mh_answer_t {
    int status; /* the handler's result */
    int ended;  /* the response is complete, EOS and all */
    int keeps;  /* the worker stays with this process of httpd */
    int lasts;  /* later phases run: the client must not wait */
    int redirect;
    const char *uri;
    int breaks; /* the response breaks off */
    int closes; /* the connection must be closed */
    /* status => ap_custom_response()'s text; may be NULL */
    apr_table_t *customs;
} mh_answer_t;

/*
 * Used by both sides: the answer and, if there was no HEAD, the response's
 * fields.
 */
void mh_answer_fields(mh_pack_t *pack, mh_answer_t *answer, request_rec *r,
                      bool has_head);

/*
 * In a worker: lets httpd redirect when the handler has returned. False: this
 * is no worker.
 */
bool mh_answer_redirect(request_rec *r, mh_redirect_e how, const char *uri);

/* In a worker: lets httpd call ap_custom_response(). */
void mh_answer_custom(request_rec *r, int status, const char *text);

/* In a worker: breaks the response off, so that it does not look complete. */
void mh_answer_break(void);

/* In a worker: the values noted since the last call. */
mh_answer_t mh_answer_take(int status);

#endif
