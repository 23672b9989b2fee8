/*
 * connection.h - the manager's connection to one of httpd's threads, and the
 * messages to it.
 *
 * The thread sends one request after the other (dispatch.h) and gets one answer
 * to each: NOTICE*, then DONE or REFUSED.
 */
#ifndef MEHARI_POOL_MANAGER_JOBS_CONNECTION_H
#define MEHARI_POOL_MANAGER_JOBS_CONNECTION_H

#include "pool/manager/loop/loop.h"
#include "shared/wire/wire.h"

struct mh_job_t;

typedef struct mh_connection_t {
    mh_source_t source;
    mh_link_t link;       /* of all connections */
    struct mh_job_t *job; /* its request; NULL: none */
    uint32_t noted;       /* the last request whose end was noted */
} mh_connection_t;

/* Sends a line for httpd's log, in front of the answer. connection may be NULL:
 * the line is dropped. */
void mh_connection_notice(mh_connection_t *connection, uint32_t id, int level,
                          const char *text);
/* Sends the notices that nobody has fetched yet. */
void mh_connection_flush(mh_connection_t *connection, uint32_t id);
/* Tells httpd that the request waits. */
void mh_connection_waits(mh_connection_t *connection, uint32_t id);
/*
 * Tells httpd that a process may have the request from now on; or, if httpd has
 * asked, that the process lives on.
 */
void mh_connection_runs(mh_connection_t *connection, uint32_t id);
/* Sends the answer to a request. */
void mh_connection_done(mh_connection_t *connection, uint32_t id, int status);
/*
 * The request's run has noted its end. httpd does not read from the connection
 * until its next request. So notices wait, and the answer is only sent if httpd
 * asks for it.
 */
void mh_connection_noted(mh_connection_t *connection, uint32_t id);
/*
 * Answers httpd, which asks for the end of a request that no process has. If
 * the run has noted its end, another process has overwritten the note.
 * Otherwise the answer has crossed the question, or the request is lost.
 */
void mh_connection_asked(mh_connection_t *connection, uint32_t id);
void mh_connection_refuse(mh_connection_t *connection, uint32_t id,
                          mh_wire_reason_e reason, const char *text);

#endif
