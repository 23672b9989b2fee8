/*
 * messages.c - what a script's manager says, and the note of its run:
 * see process.h.
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
/* Seconds after which a client should come back. */
#define RETRY 2

static bool has_noted(mh_cgi_script_t *script)
{
    const mh_ledger_entry_t *ledger = mh_manager_process_ledger(script->pool);

    if (!script->noted)
        script->noted = ledger && mh_ledger_look(ledger, &script->note);
    return script->noted;
}

/* The kernel says whether the manager had read our request, and the manager
 * said later what it did with it. */
static void lose_manager(mh_cgi_script_t *script, int error)
{
    script->unheard = !script->leased &&
                      (error == ECONNRESET || (!error && script->waits));
    script->end = MH_SCRIPT_LOST;
    mh_pool_connection_close(script->connection);
    script->connection = NULL;
}

void mh_cgi_script_give_up(mh_cgi_script_t *script)
{
    script->end = MH_SCRIPT_REFUSED;
    script->reason = MH_REASON_RESOURCES;
    script->text = "its manager does not answer";
    script->retry = RETRY;
    if (script->connection)
        mh_pool_connection_close(script->connection);
    script->connection = NULL;
}

/* Logs a notice of the manager. */
static void log_notice(const mh_cgi_script_t *script,
                       const mh_wire_message_t *message)
{
    const char *text = mh_wire_string(message, MH_TAG_TEXT);
    uint64_t level = mh_wire_number(message, MH_TAG_LEVEL, APLOG_ERR);

    if (level > APLOG_DEBUG)
        level = APLOG_DEBUG;
    if (text)
        mh_log_about(script->r, (int)level,
                     apr_pstrcat(script->r->pool, "pool ", script->pool->name,
                                 NULL),
                     text);
}

static void note_refusal(mh_cgi_script_t *script,
                         const mh_wire_message_t *message)
{
    const char *text = mh_wire_string(message, MH_TAG_TEXT);

    script->reason = (mh_wire_reason_e)mh_wire_number(message, MH_TAG_REASON,
                                                      MH_REASON_INVALID);
    if (script->reason == MH_REASON_ALIVE) {
        script->alive = true;
        return;
    }
    script->end = MH_SCRIPT_REFUSED;
    script->retry = (unsigned)mh_wire_number(message, MH_TAG_RETRY, 0);
    script->text = text ? apr_pstrdup(script->r->pool, text) : NULL;
}

/* The manager's answer, or what it says of the end of a lease. */
static bool is_about(const mh_cgi_script_t *script,
                     const mh_wire_message_t *message)
{
    return message->id == script->id || (script->leased && !message->id);
}

/* A lease that comes after the note of its first request is too late. */
static void take_lease(mh_cgi_script_t *script, mh_channel_packet_t *packet)
{
    if (!script->lease && packet->message.id == script->id)
        script->lease = mh_script_lease_make(&script->key, packet,
                                             script->mounted);
}

/* The end of a template does not matter to a run that has ended before. */
static void note_done(mh_cgi_script_t *script, const mh_wire_message_t *message)
{
    script->end = MH_SCRIPT_DONE;
    if (!script->leased || !has_noted(script))
        script->status = (int)mh_wire_number(message, MH_TAG_STATUS, 0);
}

bool mh_cgi_script_take_message(mh_cgi_script_t *script)
{
    mh_channel_packet_t packet;
    const mh_wire_message_t *message = &packet.message;
    int error = mh_channel_receive(script->connection->fd, &packet,
                                   MSG_DONTWAIT);

    if (error == EAGAIN)
        return false;
    if (error || !packet.size) {
        lose_manager(script, error);
        return false;
    }
    if (message->type == MH_WIRE_LEASE)
        take_lease(script, &packet);
    mh_channel_drop(&packet);
    if (message->type == MH_WIRE_LEASE)
        return true;
    else if (message->type == MH_WIRE_NOTICE)
        log_notice(script, message);
    else if (!is_about(script, message))
        return true; /* an answer that crossed our last question */
    else if (message->type == MH_WIRE_WAITS || message->type == MH_WIRE_STARTS)
        script->waits = message->type == MH_WIRE_WAITS;
    else if (message->type == MH_WIRE_DONE)
        note_done(script, message);
    else if (message->type == MH_WIRE_REFUSED)
        note_refusal(script, message);
    else
        lose_manager(script, EPROTO);
    return script->end == MH_SCRIPT_RUNS;
}

/* Notices about the pool come before the answer. */
static void take_messages(mh_cgi_script_t *script)
{
    for (int i = 0; i < NOTICES; i++)
        if (!script->connection || script->end != MH_SCRIPT_RUNS ||
            !mh_cgi_script_take_message(script))
            break;
}

void mh_cgi_script_look_for_note(mh_cgi_script_t *script)
{
    if (script->end != MH_SCRIPT_RUNS || !has_noted(script))
        return;
    if (!script->leased)
        take_messages(script);
    if (script->end == MH_SCRIPT_RUNS || script->end == MH_SCRIPT_LOST)
        script->end = MH_SCRIPT_DONE;
}

void mh_cgi_script_listen(mh_cgi_script_t *script)
{
    mh_cgi_script_look_for_note(script);
    take_messages(script);
}

static bool ask_for_end(mh_cgi_script_t *script)
{
    char data[64];
    mh_wire_writer_t writer;
    size_t size;

    mh_wire_begin(&writer, data, sizeof(data), MH_WIRE_ENDED, script->id);
    size = mh_wire_end(&writer);
    return !mh_channel_send(script->connection->fd, data, size, NULL, 0,
                            MSG_DONTWAIT);
}

void mh_cgi_script_learn_end(mh_cgi_script_t *script)
{
    apr_status_t rv;
    unsigned happened;

    rv = mh_cgi_script_wait(script, MH_WAIT_END, DONE_PAUSE, &happened);
    if (rv == APR_SUCCESS)
        return;
    if (!ask_for_end(script)) {
        lose_manager(script, 0);
        return;
    }
    rv = mh_cgi_script_wait(script, MH_WAIT_END,
                            mh_cgi_timeout(script->r, script->serves),
                            &happened);
    if (rv == APR_TIMEUP)
        mh_cgi_script_give_up(script);
}
