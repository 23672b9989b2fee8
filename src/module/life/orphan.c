/*
 * orphan.c - see orphan.h.
 *
 * The kernel sends the signal. In a process with one thread, a handler gets the
 * signal. With several threads, one waits for the signal, and all others block
 * it.
 */
#include "module/life/orphan.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ap_mpm.h"

#include "module/common/own_thread.h"
#include "shared/wire/code.h"

#define ENDED SIGRTMAX
/* Descriptors that are looked at, if their number is not known. */
#define MANY (1 << 16)
/*
 * The part of /proc/self/status with the number that is read is shorter than
 * this.
 */
#define STATUS_MAX 1024

static pid_t parent;

/* The functions below are called in a handler of a signal. */

static void say(void)
{
    static const char text[] =
        "MH1011: mehari: httpd's parent has ended: its child ends, too";
    size_t code = mh_code_length(text);

    (void)!write(STDERR_FILENO, text + code, sizeof(text) - 1 - code);
    (void)!write(STDERR_FILENO, " [", 2);
    (void)!write(STDERR_FILENO, text, code - 2);
    (void)!write(STDERR_FILENO, "]\n", 2);
}

/*
 * The connection is reset, so that the client sees it. If it were just closed,
 * a response without a length would look complete. A socket that listens may
 * belong to others, too.
 */
static void break_off(int fd)
{
    const struct linger none = { .l_onoff = 1 };
    int listens = 0;
    socklen_t size = sizeof(listens);

    if (!getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) && !listens)
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
}

/* Requests are served meanwhile: there may be a million descriptors. */
static int most_descriptors(void)
{
    static const char name[] = "FDSize:";
    char text[STATUS_MAX];
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
    const char *at;

    text[size > 0 ? size : 0] = '\0';
    at = strstr(text, name);
    return at ? atoi(at + sizeof(name) - 1) : MANY;
}

static void end(int number)
{
    int most = most_descriptors();

    for (int fd = 0; fd < most; fd++)
        break_off(fd);
    say();
    kill(getpid(), SIGKILL);
}

static void *wait_for_end(void *data)
{
    sigset_t set;
    int number;

    sigemptyset(&set);
    sigaddset(&set, ENDED);
    while (sigwait(&set, &number))
        continue;
    end(number);
    return data;
}

/* All others block the signal; threads that begin later inherit that. */
static bool make_thread(void)
{
    pthread_t thread;
    sigset_t ended;

    if (!mh_own_thread_start(&thread, wait_for_end))
        return false;
    pthread_detach(thread);
    sigemptyset(&ended);
    sigaddset(&ended, ENDED);
    pthread_sigmask(SIG_BLOCK, &ended, NULL);
    return true;
}

static bool make_handler(void)
{
    struct sigaction action = { .sa_handler = end, .sa_flags = SA_RESTART };

    sigfillset(&action.sa_mask);
    return !sigaction(ENDED, &action, NULL);
}

void mh_orphan_parent(void)
{
    parent = getpid();
}

/* With -X, httpd has no children: its parent is a shell. */
void mh_orphan_child(void)
{
    int threaded = 0;
    bool made;

    if (getpid() == parent)
        return;
    ap_mpm_query(AP_MPMQ_IS_THREADED, &threaded);
    made = threaded ? make_thread() : make_handler();
    prctl(PR_SET_PDEATHSIG, made ? ENDED : SIGKILL);
    if (getppid() != parent)
        end(0);
}
