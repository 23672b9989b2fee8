/*
 * peers_process.c - see peers.h. Takes descriptors and memory of processes, as
 * any process of the same user can.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "peers.h"
#include "pool/perl/start.h"
#include "shared/wire/channel.h"
#include "shared/compat.h"

#define FDS 256

static size_t read_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, text, size - 1);

    if (fd >= 0)
        close(fd);
    text[got > 0 ? got : 0] = '\0';
    return got > 0 ? (size_t)got : 0;
}

/* The parent, and the session, which is 0 if there is no such process. */
static pid_t session_of(pid_t pid, int *parent)
{
    char path[64];
    char text[1024];
    const char *at;
    int session = 0;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    read_text(path, text, sizeof(text));
    at = strrchr(text, ')');
    if (!at || sscanf(at, ") %*c %d %*d %d", parent, &session) != 2)
        return 0;
    return session;
}

/*
 * True for a process with that word, and for a fork that still looks like its
 * parent, the manager or a base, because its script is not known yet.
 */
static bool is_spared(pid_t pid, pid_t parent, const facts_t *facts,
                      const char *word)
{
    static const char manager[] = "mehari-pool";
    static const char base[] = MH_PERL_BASE_NAME;
    char path[64];
    char text[4096];
    size_t size;

    snprintf(path, sizeof(path), "/proc/%d/cmdline", (int)pid);
    size = read_text(path, text, sizeof(text));
    return !strncmp(text, manager, sizeof(manager)) ||
           (parent != facts->manager && !strncmp(text, base, sizeof(base))) ||
           memmem(text, size, word, strlen(word));
}

void see_processes(facts_t *facts, const char *spared)
{
    DIR *proc = opendir("/proc");
    const struct dirent *entry;

    facts->pid_count = 0;
    facts->pids[facts->pid_count++] = facts->manager;
    while (proc && (entry = readdir(proc))) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        int parent = 0;

        if (pid > 1 && facts->pid_count < PIDS &&
            session_of(pid, &parent) == facts->manager &&
            !is_spared(pid, parent, facts, spared))
            facts->pids[facts->pid_count++] = pid;
    }
    if (proc)
        closedir(proc);
}

/* The inodes of the process's sockets. */
static size_t sockets_of(pid_t pid, int *numbers)
{
    char path[64];
    size_t count = 0;
    const struct dirent *entry;
    DIR *dir;

    snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
    dir = opendir(path);
    while (dir && (entry = readdir(dir)) && count < FDS) {
        char link[64];
        ssize_t size = readlinkat(dirfd(dir), entry->d_name, link,
                                  sizeof(link));

        if (size > 7 && !strncmp(link, "socket:", 7))
            numbers[count++] = (int)strtol(entry->d_name, NULL, 10);
    }
    if (dir)
        closedir(dir);
    return count;
}

static int take(int process, int number)
{
    int type = 0;
    socklen_t size = sizeof(type);
    int fd = pidfd_getfd(process, number, 0);

    if (fd >= 0 && (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) ||
                    type != SOCK_SEQPACKET)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/*
 * A process that was seen earlier may have ended since, and another process may
 * have its number.
 */
int open_process(const facts_t *facts, pid_t pid)
{
    int process = pidfd_open(pid, 0);
    int parent;

    if (process < 0 || session_of(pid, &parent) == facts->manager)
        return process;
    close(process);
    return -1;
}

int steal(pid_t pid, int process)
{
    int numbers[FDS];
    size_t count = sockets_of(pid, numbers);

    return count ? take(process, numbers[below(count)]) : -1;
}

/*
 * True if the manager has the other end, which the kernel tells by the
 * manager's credentials.
 */
static bool leads_to(int dispatch, pid_t manager)
{
    static mh_channel_packet_t packet;
    struct pollfd event = { .events = POLLIN };
    char text[64];
    mh_wire_writer_t writer;
    int ends[2];
    int on = 1;
    pid_t who = 0;

    if (mh_channel_pair(ends))
        return false;
    setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof(on));
    mh_wire_begin(&writer, text, sizeof(text), MH_WIRE_POOL, 0);
    if (!mh_channel_send(dispatch, text, mh_wire_end(&writer), &ends[1], 1,
                         MSG_DONTWAIT)) {
        mh_wire_begin(&writer, text, sizeof(text), MH_WIRE_REQUEST, 1);
        mh_channel_send(ends[0], text, mh_wire_end(&writer), NULL, 0,
                        MSG_DONTWAIT);
        close(ends[1]);
        ends[1] = -1;
        event.fd = ends[0];
        if (poll(&event, 1, 5000) > 0 &&
            !mh_channel_receive(ends[0], &packet, MSG_DONTWAIT))
            who = packet.pid;
    }
    close(ends[0]);
    if (ends[1] >= 0)
        close(ends[1]);
    return who == manager;
}

int steal_dispatch(pid_t child, pid_t manager)
{
    int numbers[FDS];
    size_t count = sockets_of(child, numbers);
    int process = pidfd_open(child, 0);
    int found = -1;

    for (size_t i = 0; process >= 0 && found < 0 && i < count; i++) {
        found = take(process, numbers[i]);
        if (found >= 0 && !leads_to(found, manager)) {
            close(found);
            found = -1;
        }
    }
    if (process >= 0)
        close(process);
    return found;
}

/* Calls see() for each mapping with these rights, until it returns true. */
static void each_mapping(pid_t pid, const char *rights,
                         bool (*see)(int memory, unsigned long from,
                                     unsigned long to, void *context),
                         void *context)
{
    char path[64];
    char line[1024];
    FILE *maps;
    int memory;

    snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
    maps = fopen(path, "re");
    snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
    memory = open(path, O_RDWR | O_CLOEXEC);
    while (maps && memory >= 0 && fgets(line, sizeof(line), maps)) {
        unsigned long from;
        unsigned long to;
        char its[8] = "";

        if (sscanf(line, "%lx-%lx %7s", &from, &to, its) == 3 &&
            !strcmp(its, rights) && see(memory, from, to, context))
            break;
    }
    if (maps)
        fclose(maps);
    if (memory >= 0)
        close(memory);
}

static bool scribble_there(int memory, unsigned long from, unsigned long to,
                           void *context)
{
    char bytes[64];

    (void)context;
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (char)below(256);
    return pwrite(memory, bytes, 1 + below(sizeof(bytes)),
                  (off_t)(from + below(to - from))) < 0;
}

void scribble(pid_t pid)
{
    each_mapping(pid, "rw-s", scribble_there, NULL);
}

/* --- reports --- */

static bool has_socket(pid_t pid, const int *numbers, size_t count,
                       unsigned long inode)
{
    for (size_t i = 0; i < count; i++) {
        char path[64];
        char link[64] = "";
        unsigned long its = 0;

        snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)pid, numbers[i]);
        if (readlink(path, link, sizeof(link) - 1) > 0 &&
            sscanf(link, "socket:[%lu", &its) == 1 && its == inode)
            return true;
    }
    return false;
}

/* The abstract name among a process's sockets. */
static void find_name(report_t *report, pid_t manager)
{
    char line[512];
    int numbers[FDS];
    size_t count = sockets_of(manager, numbers);
    FILE *names = fopen("/proc/net/unix", "re");

    report->size = 0;
    while (names && !report->size && fgets(line, sizeof(line), names)) {
        unsigned long inode;
        char name[100];

        if (sscanf(line, "%*s %*s %*s %*s %*s %*s %lu @%99s", &inode, name) !=
                2 ||
            !has_socket(manager, numbers, count, inode))
            continue;
        report->size = strlen(name) + 1;
        memcpy(report->name + 1, name, report->size);
    }
    if (names)
        fclose(names);
}

/* The size stands before the name: see wire/hear.h. */
static bool find_secret(int memory, unsigned long from, unsigned long to,
                        void *context)
{
    report_t *report = context;
    const sa_family_t family = AF_UNIX;
    size_t size = to - from;
    char *bytes = size < (16UL << 20) ? malloc(size) : NULL;
    const char *at = NULL;
    char wanted[160];

    memcpy(wanted, &family, sizeof(family));
    memcpy(wanted + sizeof(family), report->name, report->size);
    if (bytes && pread(memory, bytes, size, (off_t)from) == (ssize_t)size)
        at = memmem(bytes, size, wanted, sizeof(family) + report->size);
    if (at && at - bytes >= (ptrdiff_t)sizeof(report->secret))
        memcpy(report->secret, at - sizeof(report->secret),
               sizeof(report->secret));
    else
        at = NULL;
    free(bytes);
    return at != NULL;
}

void find_report(report_t *report, pid_t manager, pid_t knows)
{
    static const char none[sizeof(report->secret)];

    memset(report, 0, sizeof(*report));
    report->socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    find_name(report, manager);
    if (report->size)
        each_mapping(knows, "rw-p", find_secret, report);
    if (!memcmp(report->secret, none, sizeof(none)))
        report->size = 0;
}

pid_t send_report(const report_t *report, pid_t as, const forged_t *forged)
{
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    union {
        struct cmsghdr align;
        char room[CMSG_SPACE(sizeof(struct ucred))];
    } control = { .align = { .cmsg_len = CMSG_LEN(sizeof(struct ucred)),
                             .cmsg_level = SOL_SOCKET,
                             .cmsg_type = SCM_CREDENTIALS } };
    struct ucred who = { .pid = as, .uid = getuid(), .gid = getgid() };
    struct iovec parts[2] = {
        { (void *)(uintptr_t)report->secret, sizeof(report->secret) },
        { (void *)(uintptr_t)forged->bytes, forged->size },
    };
    struct msghdr message = {
        .msg_name = &name,
        .msg_namelen = (socklen_t)(sizeof(sa_family_t) + report->size),
        .msg_iov = parts,
        .msg_iovlen = 2,
        .msg_control = &control,
        .msg_controllen = sizeof(control),
    };

    memcpy(name.sun_path, report->name, report->size);
    memcpy(CMSG_DATA(&control.align), &who, sizeof(who));
    if (sendmsg(report->socket, &message, MSG_DONTWAIT) >= 0)
        return as;
    message.msg_control = NULL;
    message.msg_controllen = 0;
    return sendmsg(report->socket, &message, MSG_DONTWAIT) >= 0 ? getpid() : 0;
}
