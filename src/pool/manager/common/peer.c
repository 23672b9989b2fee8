/*
 * peer.c - see peer.h.
 */
#include "pool/manager/common/peer.h"

#include <signal.h>
#include <unistd.h>

#include "pool/manager/common/notice.h"

#define BIT(tag) (UINT64_C(1) << (tag))
#define ANY (~UINT64_C(0))
#define PID BIT(MH_TAG_PID)
#define STATUS BIT(MH_TAG_STATUS)
#define TEXT BIT(MH_TAG_TEXT)
#define ABOUT BIT(MH_TAG_ABOUT)
#define FILES BIT(MH_TAG_FILES)
#define PERL BIT(MH_TAG_PERL)
#define RAN BIT(MH_TAG_RAN)
#define COST BIT(MH_TAG_COST)

_Static_assert(MH_TAGS <= 64, "a field has a bit");

/* Each row: a type of message, the fields that it must have, and those it may
 * have. */
static const struct {
    mh_peer_e peer;
    mh_wire_type_e type;
    uint64_t must;
    uint64_t may;
} table[] = {
    { MH_PEER_BASE, MH_WIRE_DEPENDS, FILES, 0 },
    { MH_PEER_BASE, MH_WIRE_READY, 0, TEXT | ABOUT | BIT(MH_TAG_MEMORY) },
    { MH_PEER_BASE, MH_WIRE_FAILED, 0, BIT(MH_TAG_OUTPUT) },
    { MH_PEER_BASE, MH_WIRE_FORK, PID, TEXT },
    { MH_PEER_BASE, MH_WIRE_DONE, PID | STATUS, 0 },

    { MH_PEER_STARTING, MH_WIRE_DEPENDS, 0, FILES },
    { MH_PEER_STARTING, MH_WIRE_READY, PERL,
      TEXT | ABOUT | BIT(MH_TAG_STAMP) | BIT(MH_TAG_OUTPUT) | COST },
    { MH_PEER_STARTING, MH_WIRE_FAILED, 0, TEXT | BIT(MH_TAG_OUTPUT) },

    { MH_PEER_ZYGOTE, MH_WIRE_READY, BIT(MH_TAG_MEMORY), TEXT },
    { MH_PEER_ZYGOTE, MH_WIRE_FORK, PID, TEXT },
    { MH_PEER_ZYGOTE, MH_WIRE_DONE, PID | STATUS, 0 },

    { MH_PEER_TEMPLATE, MH_WIRE_READY, PID,
      STATUS | TEXT | BIT(MH_TAG_TRACKER) | RAN | COST },
    { MH_PEER_TEMPLATE, MH_WIRE_DONE, STATUS | RAN, ABOUT },

    { MH_PEER_RUN, MH_WIRE_DONE, STATUS, COST | BIT(MH_TAG_ASKED) },
    { MH_PEER_RUN, MH_WIRE_FAILED, 0, BIT(MH_TAG_VARIES) },

    { MH_PEER_WORKER_BASE, MH_WIRE_DEPENDS, FILES, 0 },
    { MH_PEER_WORKER_BASE, MH_WIRE_READY, PERL, 0 },
    { MH_PEER_WORKER_BASE, MH_WIRE_FORK, PID, 0 },
    { MH_PEER_WORKER_BASE, MH_WIRE_DONE, PID | STATUS, 0 },

    { MH_PEER_WORKER, MH_WIRE_DEPENDS, FILES, 0 },
    { MH_PEER_WORKER, MH_WIRE_READY, 0, 0 },
    { MH_PEER_WORKER, MH_WIRE_DONE, 0, STATUS },

    { MH_PEER_HTTPD, MH_WIRE_REQUEST, 0, ANY },
    { MH_PEER_HTTPD, MH_WIRE_DONE, 0, 0 },
    { MH_PEER_HTTPD, MH_WIRE_LATE, BIT(MH_TAG_REASON) | RAN, ANY },
    { MH_PEER_HTTPD, MH_WIRE_SAID, 0, ANY },
    { MH_PEER_HTTPD, MH_WIRE_STATUS, 0, ANY },

    { MH_PEER_DISPATCH, MH_WIRE_POOL, 0, ANY },
};

static const char *const names[MH_PEERS] = {
    [MH_PEER_NOBODY] = "a program",
    [MH_PEER_BASE] = "a base",
    [MH_PEER_STARTING] = "a script that is compiled",
    [MH_PEER_ZYGOTE] = "a zygote",
    [MH_PEER_TEMPLATE] = "a template",
    [MH_PEER_RUN] = "a script",
    [MH_PEER_WORKER_BASE] = "the process that workers come from",
    [MH_PEER_WORKER] = "a worker",
    [MH_PEER_HTTPD] = "httpd",
    [MH_PEER_DISPATCH] = "httpd",
};

const char *mh_peer_name(mh_peer_e peer)
{
    return names[peer];
}

static uint64_t fields_of(const mh_wire_message_t *message)
{
    uint64_t fields = 0;

    for (int tag = 1; tag < MH_TAGS; tag++)
        if (message->field[tag].data)
            fields |= BIT(tag);
    return fields;
}

bool mh_peer_may(mh_peer_e peer, const mh_wire_message_t *message)
{
    uint64_t fields = fields_of(message);

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        uint64_t must = table[i].must;

        if (table[i].peer == peer && table[i].type == message->type)
            return (fields & must) == must &&
                   !(fields & ~(must | table[i].may));
    }
    return false;
}

/* Only the manager calls this, and none of its forks does. */
static bool is_own(pid_t pid)
{
    static pid_t own;

    if (!own)
        own = getpid();
    return pid == own;
}

pid_t mh_peer_pid(const mh_wire_message_t *message)
{
    uint64_t pid = mh_wire_number(message, MH_TAG_PID, 0);

    return pid > 1 && pid <= INT32_MAX && !is_own((pid_t)pid) ? (pid_t)pid : 0;
}

void mh_peer_end(mh_peer_e peer, pid_t pid)
{
    mh_notice(
        MH_ERROR,
        "MH3080: %s (process %d) sent the manager a message that it may not "
        "send: it is killed",
        names[peer], (int)pid);
    if (pid > 1 && !is_own(pid))
        kill(pid, SIGKILL);
}
