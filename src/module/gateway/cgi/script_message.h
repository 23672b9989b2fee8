/*
 * script_message.h - the message REQUEST: a script, or a command of the shell,
 * with the request's environment. Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_CGI_SCRIPT_MESSAGE_H
#define MEHARI_MODULE_GATEWAY_CGI_SCRIPT_MESSAGE_H

#include "module/gateway/process/request_message.h"

/*
 * Makes the message of a request whose subprocess_env is complete. False and
 * errno: it cannot be made. The caller closes memory.
 */
bool mh_script_message(request_rec *r, const mh_pool_t *pool,
                       mh_request_message_t *message);

/* The same for a shell command in a page of mod_include. */
bool mh_script_message_command(request_rec *r, const mh_pool_t *pool,
                               const char *command,
                               mh_request_message_t *message);

#endif
