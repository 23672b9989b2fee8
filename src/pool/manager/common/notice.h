/*
 * notice.h - messages of the manager to the operator.
 *
 * The manager has no log of its own, so a line travels in front of the next
 * answer, and httpd logs it. A line about one request goes with that request's
 * answer.
 */
#ifndef MEHARI_POOL_MANAGER_COMMON_NOTICE_H
#define MEHARI_POOL_MANAGER_COMMON_NOTICE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of one notice, with its NUL; more is cut. */
#define MH_NOTICE_MAX 8192

/* Levels as syslog and httpd count them. */
enum { MH_ERROR = 3, MH_WARNING = 4, MH_NOTE = 5, MH_DEBUG = 7 };

/* Queues a line about the pool; it goes with the next answer to anybody. */
void mh_notice(int level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same, a notice for each line of a text that may be NULL. */
void mh_notice_lines(int level, const char *about, const char *text);
/* A process's end, as waitpid() gives it: "signal 9 (Killed)". */
#define MH_NOTICE_HOW 64
const char *mh_notice_how(int status, char *text, size_t size);
/* Passes the queued lines on, the oldest first, and forgets them. */
void mh_notice_drain(void (*take)(void *to, int level, const char *text),
                     void *to);

#endif
