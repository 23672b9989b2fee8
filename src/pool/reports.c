/*
 * reports.c - see reports.h.
 */
#include "pool/reports.h"

#include <errno.h>
#include <sys/socket.h>

#include "pool/loop.h"
#include "pool/manner.h"
#include "wire/channel.h"

/* As many are taken in one round: others have something to say too. */
#define ROUND 64

/* Those who spoke before they were known. */
#define EARLY 32
#define EARLY_TIME MH_SECOND

static mh_source_t source;
static char name[128];
static size_t name_size;

static struct {
    pid_t pid;
    int status;
    bool stays;
    uint64_t time;
} early[EARLY];
static unsigned early_count; /* all that there ever were */

static void end_run(mh_child_t *child, int status, bool stays)
{
    if (stays)
        mh_child_stays(child, status);
    else
        mh_child_finished(child, status);
}

static void keep(pid_t pid, int status, bool stays)
{
    unsigned at = early_count++ % EARLY;

    early[at].pid = pid;
    early[at].status = status;
    early[at].stays = stays;
    early[at].time = mh_loop_now();
}

void mh_reports_recall(mh_child_t *child)
{
    unsigned count = early_count < EARLY ? early_count : EARLY;

    for (unsigned i = 0; i < count; i++) {
        if (early[i].pid != child->pid)
            continue;
        early[i].pid = 0;
        if (mh_loop_now() - early[i].time >= EARLY_TIME || !child->run)
            continue;
        end_run(child, early[i].status, early[i].stays);
    }
}

static void take(const mh_channel_packet_t *packet)
{
    const mh_wire_message_t *message = &packet->message;
    mh_child_t *child = packet->pid > 1 ? mh_child_find(packet->pid) : NULL;
    int status = (int)mh_wire_number(message, MH_TAG_STATUS, 0);
    bool stays = mh_wire_number(message, MH_TAG_MODE, 0) == MH_MODE_TEMPLATE;

    if (!child) {
        if (packet->pid > 1 && message->type == MH_WIRE_DONE)
            keep(packet->pid, status, stays);
        return;
    }
    if (!child->run)
        return;
    if (message->type == MH_WIRE_DONE)
        end_run(child, status, stays);
    else if (message->type == MH_WIRE_LEARNED)
        mh_manner_learned(child, message);
    else if (message->type == MH_WIRE_TOLD)
        mh_manner_told(child, message);
}

/* False when there is nothing more. */
static bool take_one(void)
{
    static mh_channel_packet_t packet;
    int error = mh_channel_receive(source.fd, &packet, MSG_DONTWAIT);

    if (error == EPROTO)
        return true;
    if (error)
        return false;
    if (packet.size)
        take(&packet);
    mh_channel_drop(&packet);
    return true;
}

void mh_reports_read(void)
{
    for (int i = 0; i < ROUND && take_one(); i++)
        continue;
}

static void on_report(mh_source_t *reports)
{
    take_one();
}

const char *mh_reports_open(const char **address, size_t *address_size)
{
    int fd;

    name_size = sizeof(name);
    if (mh_channel_reports(&fd, name, &name_size) ||
        mh_loop_watch(&source, fd, on_report))
        return "cannot make the socket for its processes' reports";
    *address = name;
    *address_size = name_size;
    return NULL;
}
