/*
 * nested.h - Perl of one request in the middle of another request's Perl: a
 * subrequest, $r->internal_redirect, a lookup that runs handlers.
 *
 * The outer request finds its %ENV, its $@ and Apache2::RequestUtil->request as
 * they were, whatever the inner one does. Costs nothing when no Perl of another
 * request is under way.
 */
#ifndef MEHARI_MODULE_REQUEST_NESTED_H
#define MEHARI_MODULE_REQUEST_NESTED_H

#include "module/common/mehari.h"
#include "module/request/context/context.h"
#include "module/request/environment/environment.h"

typedef struct {
    mh_context_t *outer; /* the request around; NULL when there is none */
    mh_context_t *current;
    mh_context_t *global;
    mh_environment_t environment;
    SV *error; /* $@ */
} mh_nested_t;

/* Perl code of this request is about to run: makes it the current request. */
void mh_nested_enter(pTHX_ mh_nested_t *nested, mh_context_t *inner);
void mh_nested_leave(pTHX_ mh_nested_t *nested, mh_context_t *inner);

#endif
