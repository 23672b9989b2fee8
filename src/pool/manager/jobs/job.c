/*
 * job.c - see job.h.
 */
#include "pool/manager/jobs/job.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "pool/manager/common/counters.h"
#include "pool/manager/common/notice.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/jobs/slots.h"

void mh_job_is_about(mh_job_t *job, const char *text)
{
    if (text && *text)
        snprintf(job->about, sizeof(job->about), "%s", text);
}

void mh_job_is_of(mh_job_t *job, const mh_wire_message_t *request)
{
    const char *about = mh_wire_string(request, MH_TAG_ABOUT);

    job->id = request->id;
    if (!mh_wire_copy(request, MH_TAG_NOTE, &job->note, sizeof(job->note)))
        job->note.secret = 0;
    job->lease_wanted = request->field[MH_TAG_LEASE].data != NULL;
    snprintf(job->about, sizeof(job->about), "%s", about ? about : "a request");
}

const char *mh_job_make(mh_connection_t *connection,
                        mh_channel_packet_t *packet, mh_job_t **made)
{
    mh_job_t *job = calloc(1, sizeof(*job));
    const char *wrong;

    if (!job)
        return "there is no memory for it";
    mh_link_init(&job->link);
    mh_link_init(&job->sibling);
    mh_timer_init(&job->timer);
    mh_timer_init(&job->slow);
    mh_timer_init(&job->says);
    wrong = mh_request_take(&job->request, packet);
    if (wrong) {
        mh_request_drop(&job->request);
        free(job);
        return wrong;
    }
    job->name = mh_request_is_for_worker(&job->request) ? "a worker"
                                                        : "a script";
    mh_job_is_of(job, &job->request.message);
    job->connection = connection;
    connection->job = job;
    *made = job;
    return NULL;
}

void mh_job_notice(mh_job_t *job, int level, const char *format, ...)
{
    char text[MH_NOTICE_MAX];
    va_list words;

    va_start(words, format);
    vsnprintf(text, sizeof(text), format, words);
    va_end(words);
    if (job->connection)
        mh_connection_notice(job->connection, job->id, level, text);
    else
        mh_notice(level, "%s", text);
}

void mh_job_pass_notices(const mh_job_t *job)
{
    if (job->connection)
        mh_connection_flush(job->connection, job->id);
}

bool mh_job_noted(mh_job_t *job)
{
    job->noted = mh_manager.ledger &&
                 mh_ledger_look(mh_manager.ledger, &job->note);
    return job->noted;
}

void mh_job_give_slot(mh_job_t *job)
{
    if (job->holds_slot)
        mh_slots_give();
    job->holds_slot = false;
}

void mh_job_drop(mh_job_t *job)
{
    if (job->connection)
        job->connection->job = NULL;
    mh_job_give_slot(job);
    mh_timer_stop(&job->timer);
    mh_timer_stop(&job->slow);
    mh_timer_stop(&job->says);
    mh_request_drop(&job->request);
    mh_link_remove(&job->link);
    mh_link_remove(&job->sibling);
    mh_loop_free(job);
}

void mh_job_refuse(mh_job_t *job, mh_wire_reason_e reason, const char *text)
{
    mh_counters_refused(reason);
    if (job->connection) {
        mh_connection_refuse(job->connection, job->id, reason, text);
        job->connection->job = NULL;
        job->connection = NULL;
    }
    if (!job->child)
        mh_job_drop(job);
}

/* A text of our own, until httpd reports the script's own message. */
static void note_error(const mh_job_t *job, int status, uint64_t now)
{
    unsigned long long seconds = mh_manager.settings->numbers.request_timeout;
    char text[100];

    if (job->timed_out)
        snprintf(text, sizeof(text), "ran for more than %llu s", seconds);
    else if (WIFSIGNALED(status))
        snprintf(text, sizeof(text), "signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, sizeof(text), "exit status %d", WEXITSTATUS(status));
    mh_scoreboard_error(job->row, text, now);
}

/* The manager has ended a cancelled job, so it is not a failure. */
static void count_end(const mh_job_t *job, int status)
{
    bool wanted = job->connection || job->timed_out;
    bool error = status && wanted;
    uint64_t now = mh_scoreboard_now();

    if (WIFSIGNALED(status) && job->connection)
        mh_counters_count(MH_COUNT_CRASHES);
    if (!job->row)
        return;
    mh_counters_count(MH_COUNT_REQUESTS);
    if (error) {
        mh_counters_count(MH_COUNT_ERRORS);
        note_error(job, status, now);
    }
    mh_scoreboard_count(mh_counters_board(), job->row, now - job->started,
                        error, now);
}

void mh_job_count(mh_job_t *job)
{
    count_end(job, 0);
    job->row = NULL;
}

/*
 * httpd waits for the end of the request that it asked about. If this answer is
 * about another request, that end stays unknown.
 */
static void answer_asked(const mh_job_t *job, int status)
{
    mh_connection_done(job->connection, job->asked,
                       job->id == job->asked ? status : SIGKILL);
}

/* httpd may never read the answer that ends a lease, so notices do not go with
 * it. */
static void answer(const mh_job_t *job, int status)
{
    if (job->noted && !job->asked) {
        mh_connection_noted(job->connection, job->id);
        return;
    }
    if (!job->leased)
        mh_job_pass_notices(job);
    if (job->asked)
        answer_asked(job, status);
    else
        mh_connection_done(job->connection, job->id, status);
}

void mh_job_ended(mh_job_t *job, int status)
{
    count_end(job, status);
    if (job->connection) {
        if (WIFSIGNALED(status))
            mh_job_notice(job, MH_ERROR,
                          "MH3064: signal %d (%s) ended %s while it served %s",
                          WTERMSIG(status), strsignal(WTERMSIG(status)),
                          job->name, job->about);
        answer(job, status);
    }
    mh_job_drop(job);
}
