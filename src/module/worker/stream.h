/*
 * stream.h - the two pipes of a request in a worker: its body comes in, and
 * records (record.h) go out.
 *
 * Filters of httpd at the ends of the chains use them in place of the client.
 */
#ifndef MEHARI_MODULE_WORKER_STREAM_H
#define MEHARI_MODULE_WORKER_STREAM_H

#include "module/common/mehari.h"

/* Called in a base only: SetOutputFilter could name a filter that httpd has. */
void mh_stream_register(void);

/* Begins a request; in: -1 when it has no body. */
void mh_stream_open(request_rec *r, int in, int out);
/* Adds the filters to a connection that has none yet. */
void mh_stream_attach(conn_rec *c);
bool mh_stream_is_open(void);
/* True if httpd still reads the response. */
bool mh_stream_is_heard(void);
/* Notes whether httpd has stopped reading, before anything is written. */
void mh_stream_look(void);
/* Sends the manager a line that belongs to no request. */
void mh_stream_say(const char *line, size_t size);
/* Sets the descriptor for such lines. */
void mh_stream_to(int fd);
/* Ends the answer; now: httpd gets it at once. Log lines may still follow. */
void mh_stream_end(bool now);
/* Sends DONE; keeps: out is used again. */
void mh_stream_close(bool keeps);

/* Closes the pipes in a process that the handler has forked. */
void mh_stream_forked(void);

/* Writes a whole record; it may be held until more comes. */
void mh_stream_put(unsigned kind, const void *data, size_t size);
/* True if HEAD has been sent. */
bool mh_stream_has_head(void);
/* Sends an interim response at once. */
void mh_stream_interim(int status, apr_table_t *headers);

#endif
