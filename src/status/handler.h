/*
 * handler.h - SetHandler mehari-status.
 */
#ifndef MEHARI_STATUS_HANDLER_H
#define MEHARI_STATUS_HANDLER_H

#include "gateway/gateway.h"

#define MH_STATUS_HANDLER "mehari-status"

int mh_status_handler(request_rec *r);

#endif
