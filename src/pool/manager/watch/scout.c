/*
 * scout.c - see scout.h.
 */
#include "pool/manager/watch/scout.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pool/manager/loop/loop.h"
#include "pool/manager/watch/mounts.h"
#include "pool/manager/watch/path.h"
#include "shared/proc.h"
#include "shared/signals.h"
#include "shared/compat.h"

/* ms for which the manager waits; longer, if the scout waits for a CPU. */
#define PATIENCE 100
#define PATIENCES 10
/* Time for which a held place is left alone, also after it has answered. */
#define SLOW_TIME (30 * MH_SECOND)
/* Scouts that may be lost at the same time. */
#define LOST_MAX 16
/* The scout's own number for its channel. */
#define CHANNEL_FD 3

typedef enum { SAID, SAID_NOTHING, GONE } said_e;

/* A scout that was left behind, and the file system that holds it. */
typedef struct lost_t {
    mh_link_t link;
    pid_t pid;      /* 0: it has ended, and the place is slow */
    uint64_t until; /* mh_loop_now() at which a slow place is forgotten */
    char place[];
} lost_t;

static struct {
    pid_t pid; /* 0: there is none */
    int channel;
    _Atomic uint32_t *at; /* shared with it: the look that is under way */
} scout;

static mh_link_t lost = { &lost, &lost };
static unsigned lost_count;

static struct {
    char text[PATH_MAX + 100];
    bool slow;
} trouble;

/* --- the scout ------------------------------------------------------------ */

/* Most bytes of a question: for each look a byte, and the path with its NUL. */
static size_t look_at_all(const char *text, size_t size, mh_looked_t *looked)
{
    const char *end = text + size;
    uint32_t count = 0;

    while (text < end && count < MH_SCOUT_LOOKS) {
        atomic_store(scout.at, count);
        memset(&looked[count], 0, sizeof(*looked));
        mh_look((mh_look_e)text[0], text + 1, &looked[count++]);
        text += strlen(text) + 1;
    }
    return count;
}

static _Noreturn void serve(int channel)
{
    static char question[MH_SCOUT_LOOKS * (PATH_MAX + 1)];
    static mh_looked_t looked[MH_SCOUT_LOOKS];
    ssize_t size;

    while ((size = recv(channel, question, sizeof(question), 0)) > 0) {
        size_t count = look_at_all(question, (size_t)size, looked);

        if (send(channel, looked, count * sizeof(*looked), MSG_NOSIGNAL) < 0)
            break;
    }
    _exit(0);
}

/* Descriptors of the manager's must not stay open as long as a file system
 * likes. */
static _Noreturn void be_scout(int channel, pid_t manager)
{
    mh_signals_reset(0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, "mehari-scout");
    if (getppid() != manager || dup2(channel, CHANNEL_FD) < 0)
        _exit(1);
    close_range(CHANNEL_FD + 1, ~0U, 0);
    serve(CHANNEL_FD);
}

/* --- the manager's side --------------------------------------------------- */

static void *map_page(void)
{
    void *page = mmap(NULL, sizeof(*scout.at), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return page == MAP_FAILED ? NULL : page;
}

/* The scout reads its channel's end, and ends; or it was left behind. */
static void let_go(void)
{
    close(scout.channel);
    munmap((void *)scout.at, sizeof(*scout.at));
    scout.pid = 0;
}

/* An errno. */
static int make(void)
{
    pid_t manager = getpid();
    int ends[2];
    int error;

    scout.at = map_page();
    if (!scout.at)
        return ENOMEM;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
        error = errno;
        munmap((void *)scout.at, sizeof(*scout.at));
        return error;
    }
    scout.channel = ends[0];
    scout.pid = fork();
    error = errno;
    if (scout.pid == 0)
        be_scout(ends[1], manager);
    close(ends[1]);
    if (scout.pid > 0)
        return 0;
    let_go();
    return error;
}

static char state_of(pid_t pid)
{
    unsigned long flags;

    return mh_proc_state(pid, &flags);
}

/* A scout that was stopped or has ended says nothing, either. */
static said_e wait_for(size_t size, mh_looked_t *looked)
{
    struct pollfd answer = { .fd = scout.channel, .events = POLLIN };
    char state = 'R';

    for (int i = 0; i < PATIENCES && state == 'R'; i++) {
        if (poll(&answer, 1, PATIENCE))
            return recv(scout.channel, looked, size, MSG_DONTWAIT) ==
                           (ssize_t)size
                       ? SAID
                       : GONE;
        state = state_of(scout.pid);
    }
    return strchr("TtZX", state) ? GONE : SAID_NOTHING;
}

static said_e ask(const char *text, size_t size, mh_looked_t *looked,
                  size_t count)
{
    if (send(scout.channel, text, size, MSG_DONTWAIT | MSG_NOSIGNAL) !=
        (ssize_t)size)
        return GONE;
    return wait_for(count * sizeof(*looked), looked);
}

static bool is_below(const char *path, const char *place)
{
    size_t length = strlen(place);

    return !strncmp(path, place, length) &&
           (!path[length] || path[length] == '/');
}

static void forget(lost_t *place)
{
    mh_link_remove(&place->link);
    if (place->pid)
        lost_count--;
    free(place);
}

/* The trouble that the path's place has; slow ones are forgotten in time. */
static const lost_t *find_lost(const char *path)
{
    mh_link_t *link = lost.next;

    while (link != &lost) {
        lost_t *place = MH_OWNER(link, lost_t, link);

        link = link->next;
        if (!place->pid && mh_loop_now() >= place->until)
            forget(place);
        else if (is_below(path, place->place))
            return place;
    }
    return NULL;
}

static void say(bool slow, const char *format, const char *what)
{
    trouble.slow = slow;
    snprintf(trouble.text, sizeof(trouble.text), format, what);
}

static void say_of(const lost_t *place)
{
    say(!place->pid,
        place->pid ? "the file system at %s does not answer"
                   : "the file system at %s is slow",
        place->place);
}

/* Leaves the scout behind. Without memory, it is ended if it can be. */
static void lose(const char *path)
{
    const char *at = mh_mounts_place(path);
    lost_t *place = malloc(sizeof(*place) + strlen(at) + 1);

    if (place) {
        place->pid = scout.pid;
        strcpy(place->place, at);
        mh_link_init(&place->link);
        mh_link_append(&lost, &place->link);
        lost_count++;
        say_of(place);
    } else {
        kill(scout.pid, SIGKILL);
        say(false, "there is no memory to look at %s", path);
    }
    let_go();
}

/* A place is known not to answer, or no more scouts may be lost. */
static bool is_refused(const mh_scout_question_t *questions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const lost_t *place = find_lost(questions[i].path);

        if (!place)
            continue;
        say_of(place);
        return true;
    }
    if (lost_count < LOST_MAX)
        return false;
    say(false, "too many file systems do not answer, so nobody looks at %s",
        questions[0].path);
    return true;
}

static size_t write_question(const mh_scout_question_t *questions, size_t count,
                             char *text)
{
    char *at = text;

    for (size_t i = 0; i < count; i++) {
        *at++ = (char)questions[i].what;
        at = stpcpy(at, questions[i].path) + 1;
    }
    return (size_t)(at - text);
}

static void end(void)
{
    kill(scout.pid, SIGKILL);
    let_go();
}

bool mh_scout_ask(const mh_scout_question_t *questions, size_t count,
                  mh_looked_t *looked)
{
    static char text[MH_SCOUT_LOOKS * (PATH_MAX + 1)];
    size_t size;

    if (!count)
        return true;
    if (is_refused(questions, count))
        return false;
    size = write_question(questions, count, text);
    /* Another process may have ended the scout, so a new one is asked, once. */
    for (int i = 0; i < 2; i++) {
        int error = scout.pid ? 0 : make();
        said_e said = error ? GONE : ask(text, size, looked, count);

        if (said == SAID)
            return true;
        if (said == SAID_NOTHING) {
            uint32_t at = atomic_load(scout.at);

            lose(questions[at < count ? at : 0].path);
            return false;
        }
        say(false, "no process looks at its files: %s",
            strerror(error ? error : ECONNRESET));
        if (!error)
            end();
    }
    return false;
}

bool mh_scout_look(mh_look_e what, const char *path, mh_looked_t *looked)
{
    mh_scout_question_t question = { what, path };

    if (strlen(path) >= PATH_MAX || !mh_path_is_local(path))
        return mh_scout_ask(&question, 1, looked);
    mh_look(what, path, looked);
    return true;
}

const char *mh_scout_trouble(bool *slow)
{
    *slow = trouble.slow;
    return trouble.text;
}

bool mh_scout_ended(pid_t pid)
{
    for (mh_link_t *link = lost.next; link != &lost; link = link->next) {
        lost_t *place = MH_OWNER(link, lost_t, link);

        if (place->pid != pid)
            continue;
        place->pid = 0;
        place->until = mh_loop_now() + SLOW_TIME;
        lost_count--;
        return true;
    }
    if (pid != scout.pid)
        return false;
    let_go();
    return true;
}
