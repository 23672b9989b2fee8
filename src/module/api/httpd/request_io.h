/*
 * request_io.h - for methods of other modules that write to the client.
 */
#ifndef MEHARI_MODULE_API_HTTPD_REQUEST_IO_H
#define MEHARI_MODULE_API_HTTPD_REQUEST_IO_H

#include "module/api/core/method_table.h"

/* The context to print into. Croaks in a phase that cannot have a response. */
struct mh_context *mh_output_of(pTHX_ mh_call_t *call);

#endif
