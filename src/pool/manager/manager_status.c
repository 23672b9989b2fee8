/*
 * manager_status.c - see manager_status.h.
 */
#include "pool/manager/manager_status.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pool/manager/rows.h"
#include "pool/manager/perl/child.h"
#include "pool/manager/perl/perl_stack.h"
#include "shared/wire/channel.h"
#include "shared/wire/wire_status.h"

/* Forks that answer at the same time; a page that is requested more often can
 * wait. */
#define TELLERS 4
/* Seconds after which a fork must have ended. */
#define TELLER_SECONDS 10

static pid_t tellers[TELLERS];

static pid_t *free_place(void)
{
    for (int i = 0; i < TELLERS; i++)
        if (!tellers[i])
            return &tellers[i];
    return NULL;
}

bool mh_manager_status_ended(pid_t pid)
{
    for (int i = 0; i < TELLERS; i++) {
        if (tellers[i] != pid)
            continue;
        tellers[i] = 0;
        return true;
    }
    return false;
}

/* The process's present Perl stack; empty: it runs no Perl that we know of. */
static void read_stack(pid_t pid, char *stack, size_t size)
{
    const mh_child_t *child = mh_child_find(pid);

    *stack = '\0';
    if (child && child->job)
        mh_perl_stack_read(child, stack, size);
}

/* Runs in the fork. */
static _Noreturn void tell(const mh_connection_t *connection, uint32_t id,
                           pid_t pid, const char *stack)
{
    size_t size;
    const char *rows = mh_rows_write(pid, stack, &size);
    int file = rows ? mh_channel_memory(rows, size) : -1;
    char buffer[64];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer),
                  file >= 0 ? MH_WIRE_STATUS : MH_WIRE_REFUSED, id);
    size = mh_wire_end(&writer);
    mh_channel_send(connection->source.fd, buffer, size, &file, file >= 0,
                    MSG_DONTWAIT);
    _exit(0);
}

void mh_manager_status_answer(mh_connection_t *connection,
                              const mh_wire_message_t *message)
{
    uint64_t number = mh_wire_number(message, MH_TAG_PID, 0);
    pid_t pid = number <= INT32_MAX ? (pid_t)number : 0;
    char stack[MH_STATUS_STACK];
    pid_t *teller = free_place();

    read_stack(pid, stack, sizeof(stack));
    if (teller)
        *teller = fork();
    if (teller && *teller == 0) {
        alarm(TELLER_SECONDS);
        tell(connection, message->id, pid, stack);
    }
    if (teller && *teller > 0)
        return;
    if (teller)
        *teller = 0;
    mh_connection_refuse(connection, message->id, MH_REASON_RESOURCES,
                         "too many requests for the status page at once");
}
