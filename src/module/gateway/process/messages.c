/*
 * messages.c - the messages of a script's manager, and the note of its run: see
 * process.h.
 */
#include "module/gateway/process/process.h"

#include <errno.h>
#include <sys/socket.h>

#include "module/gateway/process/process_config.h"
#include "module/gateway/process/part.h"
#include "module/gateway/pools/manager_process.h"
#include "shared/wire/channel.h"
#include "module/common/message.h"

/* Time for DONE after the end of the output, before the manager is asked. */
#define DONE_PAUSE apr_time_from_msec(20)
/* More notices than a manager keeps (pool/manager/common/notice.c). */
#define NOTICES 80

static bool has_noted(mh_process_t *process)
{
    mh_process_run_t *run = process->run;
    const mh_ledger_entry_t *ledger;

    if (!run || run->noted)
        return run != NULL;
    ledger = mh_manager_process_ledger(process->pool);
    run->noted = ledger && mh_ledger_look(ledger, &run->note);
    return run->noted;
}

/* The kernel shows whether the manager had read our request (ECONNRESET: it had
 * not). If it had, its last message says whether a process got the request. */
static void lose_manager(mh_process_t *process, int error)
{
    process->unheard = !mh_process_is_leased(process) &&
                       (error == ECONNRESET || (!error && process->waits));
    process->end = MH_PROCESS_LOST;
    mh_pool_connection_close(process->connection);
    process->connection = NULL;
}

void mh_process_give_up(mh_process_t *process)
{
    process->end = MH_PROCESS_REFUSED;
    process->reason = MH_REASON_RESOURCES;
    process->text = "its manager does not answer";
    if (process->connection)
        mh_pool_connection_close(process->connection);
    process->connection = NULL;
}

/* Logs a notice of the manager. */
static void log_notice(const mh_process_t *process,
                       const mh_wire_message_t *message)
{
    const char *text = mh_wire_string(message, MH_TAG_TEXT);
    uint64_t level = mh_wire_number(message, MH_TAG_LEVEL, APLOG_ERR);

    if (level > APLOG_DEBUG)
        level = APLOG_DEBUG;
    if (text)
        mh_log_about(process->r, (int)level,
                     apr_pstrcat(process->r->pool, "pool ", process->pool->name,
                                 NULL),
                     text);
}

static void note_refusal(mh_process_t *process,
                         const mh_wire_message_t *message)
{
    const char *text = mh_wire_string(message, MH_TAG_TEXT);

    process->reason = (mh_wire_reason_e)mh_wire_number(message, MH_TAG_REASON,
                                                       MH_REASON_INVALID);
    process->end = MH_PROCESS_REFUSED;
    process->text = text ? apr_pstrdup(process->r->pool, text) : NULL;
}

/* The manager's answer, or what it says of the end of a lease. */
static bool is_about(const mh_process_t *process,
                     const mh_wire_message_t *message)
{
    return message->id == process->id ||
           (mh_process_is_leased(process) && !message->id);
}

/* A lease that comes after the note of its first request is too late. */
static void take_lease(mh_process_t *process, mh_channel_packet_t *packet)
{
    mh_process_run_t *run = process->run;

    if (run && !run->lease && packet->message.id == process->id)
        run->lease = mh_script_lease_make(&run->key, packet, run->mounted);
}

/* A process has the request: it waits no longer, or this answers our question.
 */
static void note_alive(mh_process_t *process)
{
    process->alive = !process->waits;
    process->waits = false;
}

/* The end of a template does not matter to a run that has ended before. */
static void note_done(mh_process_t *process, const mh_wire_message_t *message)
{
    if (!message->field[MH_TAG_STATUS].data) {
        note_alive(process);
        return;
    }
    process->end = MH_PROCESS_DONE;
    if (!mh_process_is_leased(process) || !has_noted(process))
        process->status = (int)mh_wire_number(message, MH_TAG_STATUS, 0);
}

bool mh_process_take_message(mh_process_t *process)
{
    mh_channel_packet_t packet;
    const mh_wire_message_t *message = &packet.message;
    int error = mh_channel_receive(process->connection->fd, &packet,
                                   MSG_DONTWAIT);

    if (error == EAGAIN)
        return false;
    if (error || !packet.size) {
        lose_manager(process, error);
        return false;
    }
    if (message->type == MH_WIRE_LEASE)
        take_lease(process, &packet);
    mh_channel_drop(&packet);
    if (message->type == MH_WIRE_LEASE)
        return true;
    else if (message->type == MH_WIRE_NOTICE)
        log_notice(process, message);
    else if (!is_about(process, message))
        return true; /* an answer that crossed our last question */
    else if (message->type == MH_WIRE_WAITS)
        process->waits = true;
    else if (message->type == MH_WIRE_DONE)
        note_done(process, message);
    else if (message->type == MH_WIRE_REFUSED)
        note_refusal(process, message);
    else
        lose_manager(process, EPROTO);
    return process->end == MH_PROCESS_RUNS;
}

/* Notices about the pool come before the answer. */
static void take_messages(mh_process_t *process)
{
    for (int i = 0; i < NOTICES; i++)
        if (!process->connection || process->end != MH_PROCESS_RUNS ||
            !mh_process_take_message(process))
            break;
}

void mh_process_look_for_note(mh_process_t *process)
{
    if (process->end != MH_PROCESS_RUNS || !has_noted(process))
        return;
    if (!mh_process_is_leased(process))
        take_messages(process);
    if (process->end == MH_PROCESS_RUNS || process->end == MH_PROCESS_LOST)
        process->end = MH_PROCESS_DONE;
}

void mh_process_listen(mh_process_t *process)
{
    mh_process_look_for_note(process);
    take_messages(process);
}

static bool ask_for_end(mh_process_t *process)
{
    char data[64];
    mh_wire_writer_t writer;
    size_t size;

    mh_wire_begin(&writer, data, sizeof(data), MH_WIRE_DONE, process->id);
    size = mh_wire_end(&writer);
    return !mh_channel_send(process->connection->fd, data, size, NULL, 0,
                            MSG_DONTWAIT);
}

void mh_process_learn_end(mh_process_t *process)
{
    apr_status_t rv;
    unsigned happened;

    rv = mh_process_wait(process, MH_WAIT_END, DONE_PAUSE, &happened);
    if (rv == APR_SUCCESS)
        return;
    if (!ask_for_end(process)) {
        lose_manager(process, 0);
        return;
    }
    rv = mh_process_wait(
        process, MH_WAIT_END,
        mh_process_timeout(process->r, process->worker != NULL), &happened);
    if (rv == APR_TIMEUP)
        mh_process_give_up(process);
}
