/*
 * upgrade.h - a request whose connection goes on with another protocol.
 */
#ifndef MEHARI_MODULE_API_HTTPD_UPGRADE_H
#define MEHARI_MODULE_API_HTTPD_UPGRADE_H

#include "module/api/core/method_table.h"

/* $r->switch_protocol(NAME): false when the client has not offered it. */
SV *mh_switch_protocol(pTHX_ mh_call_t *call);

/*
 * Croaks for headers with characters that HTTP does not allow: httpd checks
 * those of final responses only (response.c).
 */
void mh_headers_check(pTHX_ mh_call_t *call, const apr_table_t *headers);

#endif
