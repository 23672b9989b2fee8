/*
 * status_handler.h - SetHandler mehari-status. Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_STATUS_STATUS_HANDLER_H
#define MEHARI_MODULE_STATUS_STATUS_HANDLER_H

#include "module/common/httpd_headers.h"

#define MH_STATUS_HANDLER "mehari-status"

int mh_status_handler(request_rec *r);

#endif
