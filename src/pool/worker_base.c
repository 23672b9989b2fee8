/*
 * worker_base.c - see worker_base.h.
 */
#include "pool/worker_base.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/attention.h"
#include "pool/dependencies.h"
#include "pool/manager.h"
#include "pool/notice.h"
#include "pool/peer.h"
#include "pool/privileges.h"
#include "pool/signals.h"
#include "pool/tally.h"
#include "pool/worker.h"
#include "wire/hear.h"
#include "wire/code.h"
#include "worker/descriptors.h"

#define RETRY_MAX 30 /* seconds */
#define SANITIZE 2   /* variables, of a build with a sanitizer */

static mh_link_t bases = { &bases, &bases };
static mh_worker_base_t *current;   /* NULL: there is none */
static mh_worker_base_t *successor; /* is to take its place */
static mh_timers_t start_timers;
static mh_timers_t retry_timers;
static mh_timer_t retry; /* until a successor is tried again */
static unsigned failures;
static uint64_t retry_from;
static bool exhausted; /* there was no process for one */

static void lose(mh_worker_base_t *base);
static void begin_successor(void);

mh_link_t *mh_worker_base_all(void)
{
    return &bases;
}

static void start_took_too_long(mh_timer_t *timer)
{
    mh_worker_base_t *base = MH_OWNER(timer, mh_worker_base_t, timer);

    mh_notice(MH_ERROR, "MH3050: workers did not start within %llu seconds",
              (unsigned long long)mh_manager.definition->numbers.start_timeout);
    kill(base->pid, SIGKILL);
}

static void retry_due(mh_timer_t *timer)
{
    if (current)
        begin_successor();
}

void mh_worker_base_setup(void)
{
    mh_loop_add_timers(&start_timers,
                       mh_manager.definition->numbers.start_timeout * MH_SECOND,
                       start_took_too_long);
    mh_loop_add_timers(&retry_timers, MH_SECOND, retry_due);
    mh_timer_init(&retry);
}

/* In the new process. */

#ifdef __SANITIZE_ADDRESS__
void __asan_init(void);
#endif

/*
 * httpd is built without a sanitizer: its library has to come before all
 * others. The count of what was put into the list.
 */
static size_t sanitize(char **list)
{
    size_t count = 0;

#ifdef __SANITIZE_ADDRESS__
    static char library[4096];
    Dl_info info;

    if (!dladdr((void *)(uintptr_t)&__asan_init, &info))
        return 0;
    snprintf(library, sizeof(library), "LD_PRELOAD=%s", info.dli_fname);
    list[count++] = library;
    list[count++] = (char *)(uintptr_t) "ASAN_OPTIONS=detect_leaks=0";
#endif
    return count;
}

/* PATH and TZ are httpd's; the pool's own come first, and so count. */
static char **environment(void)
{
    const mh_wire_field_t *own = &mh_manager.definition->environ;
    const char *at = NULL;
    size_t count = 1 + SANITIZE;
    char **list;

    for (char **word = environ; *word; word++)
        count++;
    while ((at = mh_wire_next(own, at)))
        count++;
    list = calloc(count, sizeof(*list));
    if (!list)
        _exit(1);
    count = sanitize(list);
    while ((at = mh_wire_next(own, at)))
        list[count++] = (char *)(uintptr_t)at;
    for (char **word = environ; *word; word++)
        list[count++] = *word;
    return list;
}

static _Noreturn void become(int control, int said, int board)
{
    const char *program = mh_manager.definition->httpd;
    bool reload = mh_manager.definition->numbers.reload;
    char *words[] = { (char *)(uintptr_t)program,
                      (char *)(uintptr_t) "-f",
                      (char *)(uintptr_t) "/proc/self/fd/4",
                      (char *)(uintptr_t) "-D",
                      (char *)(uintptr_t) "FOREGROUND",
                      (char *)(uintptr_t) "-D",
                      (char *)(uintptr_t)MH_WORKER_DEFINE,
                      reload ? (char *)(uintptr_t) "-D" : NULL,
                      (char *)(uintptr_t)MH_WORKER_RELOAD,
                      NULL };
    int fds[4] = { fcntl(control, F_DUPFD, 10), fcntl(said, F_DUPFD, 10),
                   fcntl(MH_POOL_FD_WORKERS, F_DUPFD, 10),
                   fcntl(board, F_DUPFD, 10) };

    dup2(fds[1], STDERR_FILENO);
    dup2(fds[0], MH_WORKER_FD_CONTROL);
    dup2(fds[2], MH_WORKER_FD_CONFIG);
    if (fds[3] >= 0)
        dup2(fds[3], MH_WORKER_FD_BOARD);
    close_range(fds[3] >= 0 ? MH_WORKER_FD_BOARD + 1 : MH_WORKER_FD_BOARD, ~0U,
                0);
    mh_signals_reset(0);
    mh_privileges_restore_limits();
    execve(program, words, environment());
    dprintf(STDERR_FILENO, "cannot run %s: %s\n", program, strerror(errno));
    _exit(1);
}

/* In the manager. */

/* Those who have leases do not come to fetch them. */
static void pass_notices(void)
{
    if (current)
        mh_worker_pass_notices(current);
}

/*
 * Lines that it has written before there was a request. Its workers have the
 * pipe too, and may outlive it.
 */
static void on_said(mh_source_t *source)
{
    char text[MH_NOTICE_MAX / 2];
    ssize_t size = read(source->fd, text, sizeof(text) - 1);
    char *line = text;

    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size <= 0) {
        mh_loop_forget(source);
        return;
    }
    text[size] = '\0';
    while (*line) {
        size_t length = strcspn(line, "\n");

        if (length)
            mh_notice(MH_WARNING, "%s%.*s",
                      mh_code_length(line) ? "" : "MH3051: ", (int)length,
                      line);
        line += length + (line[length] == '\n');
    }
    pass_notices();
}

static void drop(mh_worker_base_t *base)
{
    mh_timer_stop(&base->timer);
    mh_loop_forget(&base->control);
    mh_loop_forget(&base->said);
    if (base->owner)
        mh_dependencies_remove(base->owner);
    mh_link_remove(&base->link);
    if (current == base)
        current = NULL;
    if (successor == base)
        successor = NULL;
    mh_loop_free(base);
}

void mh_worker_base_left(mh_worker_base_t *base)
{
    if (base->retired && !base->worker_count)
        drop(base);
}

static void retire(mh_worker_base_t *base)
{
    if (current == base)
        current = NULL;
    base->retired = true;
    if (base->worker_count)
        mh_worker_retire_all(base);
    else
        drop(base);
}

static void back_off(void)
{
    unsigned seconds = failures < 5 ? 1U << failures : RETRY_MAX;

    failures++;
    retry_from = mh_loop_now() + seconds * MH_SECOND;
}

/* It has gone, in whatever state it was. */
static void lose(mh_worker_base_t *base)
{
    bool starting = !base->ready;
    bool was_current = current == base;

    back_off();
    if (base->said.fd >= 0)
        on_said(&base->said);
    base->retired = true;
    base->worker_count++;
    mh_worker_lose_all(base);
    base->worker_count--;
    drop(base);
    if (current)
        begin_successor();
    pass_notices();
    if (starting && was_current)
        mh_worker_base_failed("its workers do not start: see this log");
}

static void take_ready(mh_worker_base_t *base, const mh_wire_message_t *message)
{
    mh_timer_stop(&base->timer);
    base->ready = true;
    base->perl = mh_wire_number(message, MH_TAG_PERL, 0);
    failures = 0;
    if (successor == base) {
        mh_worker_base_t *before = current;

        successor = NULL;
        current = base;
        if (before)
            retire(before);
    }
    mh_worker_base_ready();
    /* A file has been changed while it was read. */
    if (base == current)
        begin_successor();
}

static bool take(mh_worker_base_t *base, const mh_wire_message_t *message)
{
    if (!mh_peer_may(MH_PEER_WORKER_BASE, message))
        return false;
    switch (message->type) {
    case MH_WIRE_READY:
        take_ready(base, message);
        return true;
    case MH_WIRE_FORKED:
        mh_worker_born(base, message->id, mh_peer_pid(message));
        return true;
    case MH_WIRE_EXITED:
        if (mh_peer_pid(message))
            mh_worker_ended(base, mh_peer_pid(message),
                            (int)mh_wire_number(message, MH_TAG_STATUS, 0));
        return true;
    case MH_WIRE_DEPENDS:
        return !base->owner ||
               !mh_dependencies_add(base->owner, &message->field[MH_TAG_FILES]);
    default:
        return false;
    }
}

static void on_packet(mh_source_t *source)
{
    static mh_channel_packet_t packet;
    mh_worker_base_t *base = MH_OWNER(source, mh_worker_base_t, control);
    int error = mh_hear(source->fd, &packet);
    pid_t pid = base->pid;

    if (error == EAGAIN)
        return;
    if (error || !packet.size || !take(base, &packet.message)) {
        if (error || packet.size)
            mh_peer_end(MH_PEER_WORKER_BASE, pid);
        lose(base);
    }
}

static int start_process(int ends[2], int said[2], pid_t *pid)
{
    int error = mh_hear_pair(ends);
    int board;

    if (error)
        return error;
    mh_tally_workers(&board);
    /* Ours is the end that must not wait. */
    if (pipe2(said, O_CLOEXEC) || fcntl(said[0], F_SETFL, O_NONBLOCK)) {
        error = errno;
        close(ends[0]);
        close(ends[1]);
        return error;
    }
    *pid = fork();
    if (*pid == 0)
        become(ends[1], said[1], board);
    error = *pid > 0 ? 0 : errno;
    close(ends[1]);
    close(said[1]);
    if (error) {
        close(ends[0]);
        close(said[0]);
    }
    return error;
}

static mh_worker_base_t *start(void)
{
    mh_worker_base_t *base = calloc(1, sizeof(*base));
    int ends[2];
    int said[2];
    int error = base ? start_process(ends, said, &base->pid) : ENOMEM;

    if (error) {
        mh_notice(MH_ERROR, "MH3052: no process for workers: %s",
                  strerror(error));
        free(base);
        back_off();
        exhausted = true;
        return NULL;
    }
    exhausted = false;
    base->said.fd = -1;
    mh_link_init(&base->free);
    mh_link_init(&base->busy);
    mh_timer_init(&base->timer);
    mh_link_append(&bases, &base->link);
    base->owner = mh_manager_number();
    mh_loop_watch(&base->control, ends[0], on_packet);
    mh_loop_watch(&base->said, said[0], on_said);
    mh_timer_set(&start_timers, &base->timer);
    return base;
}

/* Its code has changed; what does not start is tried again after a while. */
static void begin_successor(void)
{
    if (current->owner || !current->ready || successor || mh_manager.stopping)
        return;
    if (mh_loop_now() >= retry_from)
        successor = start();
    if (!successor)
        mh_timer_set(&retry_timers, &retry);
}

mh_worker_base_t *mh_worker_base_current(const char **why)
{
    if (current) {
        begin_successor();
        return current;
    }
    *why = "its workers do not start: see this log";
    if (!mh_manager.definition->httpd) {
        *why = "it can have no workers";
        return NULL;
    }
    if (mh_loop_now() < retry_from)
        return NULL;
    current = start();
    return current;
}

int mh_worker_base_order(const mh_worker_base_t *base, uint32_t id, int channel)
{
    const mh_pool_numbers_t *numbers = &mh_manager.definition->numbers;
    char buffer[64 + sizeof(*numbers)];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_FORK, id);
    mh_wire_put(&writer, MH_TAG_POOL_NUMBERS, numbers, sizeof(*numbers));
    return mh_channel_send(base->control.fd, buffer, mh_wire_end(&writer),
                           &channel, 1, MSG_DONTWAIT);
}

bool mh_worker_base_ended(pid_t pid, int status)
{
    for (mh_link_t *link = bases.next; link != &bases; link = link->next) {
        mh_worker_base_t *base = MH_OWNER(link, mh_worker_base_t, link);

        if (base->pid != pid)
            continue;
        if (!base->retired || base->worker_count)
            mh_notice(MH_ERROR,
                      "MH3053: the process that workers come from ended: %s "
                      "%d",
                      WIFSIGNALED(status) ? "signal" : "status",
                      WIFSIGNALED(status) ? WTERMSIG(status)
                                          : WEXITSTATUS(status));
        if (!base->retired)
            mh_tally_count(MH_COUNT_LOST);
        lose(base);
        return true;
    }
    return false;
}

/* The next is started; until it is ready the present one goes on. */
bool mh_worker_base_changed(uint64_t owner)
{
    for (mh_link_t *link = bases.next; link != &bases; link = link->next) {
        mh_worker_base_t *base = MH_OWNER(link, mh_worker_base_t, link);

        if (base->owner != owner)
            continue;
        base->owner = 0;
        if (base == current)
            begin_successor();
        return true;
    }
    return false;
}

mh_wire_reason_e mh_worker_base_reason(void)
{
    return exhausted ? MH_REASON_RESOURCES : MH_REASON_INVALID;
}

/* One that starts has its own time; it is only not to be stopped. */
static bool is_stuck(const mh_worker_base_t *base)
{
    uint64_t since = base->ready ? mh_worker_owed(base)
                                 : mh_loop_now() - MH_SECOND;

    return since &&
           mh_attention_ends(MH_PEER_WORKER_BASE, base->pid, since, false);
}

void mh_worker_base_look(void)
{
    mh_link_t *link = bases.next;

    while (link != &bases) {
        mh_worker_base_t *base = MH_OWNER(link, mh_worker_base_t, link);

        link = link->next;
        if (is_stuck(base)) {
            lose(base);
            return; /* the ring may be another */
        }
        mh_worker_look(base);
    }
}
