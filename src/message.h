/*
 * message.h - lines of httpd's log that begin with a number (wire/code.h).
 */
#ifndef MH_MESSAGE_H
#define MH_MESSAGE_H

#include "httpd.h"

#include "wire/code.h"

/* "MH3010: ABOUT: its queue is full" from a text with the number. */
void mh_log_about(request_rec *r, int level, const char *about,
                  const char *text);

#endif
