/*
 * stream.h - the two pipes of a request in a worker: its body comes in, and
 * records (record.h) go out.
 *
 * They are filters of httpd at the ends of the chains where a client would be.
 */
#ifndef MEHARI_WORKER_STREAM_H
#define MEHARI_WORKER_STREAM_H

#include "../mehari.h"

/* In a base only: a filter that httpd has, SetOutputFilter could name. */
void mh_stream_register(void);

/* A request comes; in: -1 when it has no body. */
void mh_stream_open(request_rec *r, int in, int out);
/* To a connection that has no filters yet. */
void mh_stream_attach(conn_rec *c);
bool mh_stream_is_open(void);
/* Is there still somebody who reads it? */
bool mh_stream_is_heard(void);
/* Has httpd stopped reading? Notes it, before anything is written. */
void mh_stream_look(void);
/* A line for the manager: there is no request that it belongs to. */
void mh_stream_say(const char *line, size_t size);
/* Where such lines go: a descriptor. */
void mh_stream_to(int fd);
/*
 * The answer has been put; now: httpd gets it at once. What is logged still
 * goes there.
 */
void mh_stream_end(bool now);
/* Everything has been said; keeps: out is used again. */
void mh_stream_close(bool keeps);

/* This is a process that the handler has forked off. */
void mh_stream_forked(void);

/* A whole record; it may be held until more comes. */
void mh_stream_put(unsigned kind, const void *data, size_t size);
/* What httpd has to know before the first byte; harmless when it does. */
void mh_stream_head(void);
/* Does httpd know? */
bool mh_stream_has_head(void);
/* A response ahead of that; it goes at once. */
void mh_stream_interim(int status, apr_table_t *headers);

#endif
