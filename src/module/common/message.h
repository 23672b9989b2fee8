/*
 * message.h - lines of httpd's log, with the number of their text at the end.
 *
 * Each text has its number in front, in its literal (shared/wire/code.h). All
 * messages of the module go through here. Messages of Perl code go to httpd's
 * functions, and look as under mod_perl.
 */
#ifndef MEHARI_MODULE_COMMON_MESSAGE_H
#define MEHARI_MODULE_COMMON_MESSAGE_H

#include "httpd.h"
#include "http_log.h"

#include "shared/wire/code.h"

/* The same as httpd's ap_log_*error, with the same arguments. */
void mh_log_error(const char *file, int line, int module, int level,
                  apr_status_t status, const server_rec *s, const char *format,
                  ...) __attribute__((format(printf, 7, 8)));
void mh_log_rerror(const char *file, int line, int module, int level,
                   apr_status_t status, const request_rec *r,
                   const char *format, ...)
    __attribute__((format(printf, 7, 8)));
void mh_log_cerror(const char *file, int line, int module, int level,
                   apr_status_t status, const conn_rec *c, const char *format,
                   ...) __attribute__((format(printf, 7, 8)));
void mh_log_perror(const char *file, int line, int module, int level,
                   apr_status_t status, apr_pool_t *pool, const char *format,
                   ...) __attribute__((format(printf, 7, 8)));

/* "ABOUT: its queue is full [MH3010]" from a text with the number in front. */
void mh_log_about(request_rec *r, int level, const char *about,
                  const char *text);

/* A text for a terminal, or for httpd to show: the number last. NULL stays. */
const char *mh_message(apr_pool_t *pool, const char *text);

#endif
