/*
 * body.h - the body of a request, which two readers can read in any order: the
 * form parser, and a reader in the usual way (a handler, CGI.pm, mod_proxy).
 *
 * A filter of the request stores data that one reader has read for the other.
 * Belongs to the request that the client sent: subrequests and internal
 * redirects share it. Runs in a child, during a request.
 */
#ifndef MEHARI_MODULE_FORM_BODY_H
#define MEHARI_MODULE_FORM_BODY_H

#include "module/common/mehari.h"

typedef struct mh_form_body mh_form_body_t;

/* Registers the filter and a hook. */
void mh_form_body_boot(void);

/* The request's body; made at the first call. */
mh_form_body_t *mh_form_body(request_rec *r);

/* Data beyond `memory` bytes goes to a file in dir (NULL: anywhere). */
void mh_form_body_limit(mh_form_body_t *body, apr_size_t memory,
                        const char *dir);

/*
 * The next bytes for the form; *size: how many are wanted, and how many came; 0
 * at the end.
 */
apr_status_t mh_form_body_read(mh_form_body_t *body, char *to,
                               apr_size_t *size);

/* Ends the form's reading: bytes that others read are not stored any more. */
void mh_form_body_close(mh_form_body_t *body);

/* A hash of Perl's that lives as long as the request. */
HV *mh_form_body_state(pTHX_ mh_form_body_t *body);

#endif
