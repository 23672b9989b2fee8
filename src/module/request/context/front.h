/*
 * front.h - functions by which a worker reaches httpd, which has the client.
 *
 * In httpd itself mh_front is NULL. In a worker, module/worker sets it when it
 * takes over.
 */
#ifndef MEHARI_MODULE_REQUEST_CONTEXT_FRONT_H
#define MEHARI_MODULE_REQUEST_CONTEXT_FRONT_H

#include "module/common/mehari.h"

typedef enum {
    MH_REDIRECT_NONE,
    MH_REDIRECT_URI,     /* ap_internal_redirect() */
    MH_REDIRECT_HANDLER, /* ap_internal_redirect_handler() */
    MH_REDIRECT_GET      /* the same, by GET: the body has been read */
} mh_redirect_e;

typedef struct mh_front {
    /* True if httpd has the head of the response already. */
    bool (*has_head)(void);
    void (*interim)(int status, apr_table_t *headers);
    /* The request goes on with another URI when the handler has returned. */
    bool (*redirect)(request_rec *r, mh_redirect_e how, const char *uri);
    /* PATH_TRANSLATED as httpd has found it; NULL: none. */
    const char *(*path_translated)(void);
} mh_front_t;

extern const mh_front_t *mh_front;

#endif
