/*
 * driver.c - acts as httpd towards a pool, as a test orders.
 *
 *     pool-driver MEHARI-POOL [name=number | perl=PATH | user=NAME |
 *                              environ=NAME=value | preload=MODULE]...
 *
 * starts a manager and takes one command per line, its words separated by tabs.
 * Each message from the pool is a line on standard output.
 *
 *     open CONNECTION
 *     request CONNECTION ID IN OUT ERR SCRIPT [@ARGUMENT | NAME=value]...
 *     large CONNECTION ...          as request, the environment as a file
 *     ended CONNECTION ID
 *     raw CONNECTION HEX            bytes as they are
 *     close CONNECTION
 *     wait SECONDS                  prints what comes within that time
 *     await CONNECTION SECONDS      until its DONE or REFUSED
 *     stop                          closes the dispatch
 *     start                         another manager, as after a crash
 *     pid                           of the manager
 *     rss                           kB of the manager
 *     bench CONNECTIONS COUNT SCRIPT [NAME=value]...
 *                                   as fast as it goes, output to /dev/null
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "shared/ledger.h"
#include "shared/pool_settings.h"
#include "shared/wire/channel.h"
#include "shared/compat.h"

#define CONNECTIONS 256
#define WORDS 256
/* ms between looks into the ledger */
#define NOTE_PAUSE 2

static mh_pool_numbers_t numbers = {
    .umask = 022,
    .processes = 20,
    .concurrency = 8,
    .queue = 16,
    .start_timeout = 10,
    .idle_timeout = 60,
};
static mh_pool_settings_t definition = {
    .name = "test",
    .perl = "/usr/bin/perl",
    .numbers = { 0 },
};
static const char *program;
static uint64_t nproc; /* 0: no limit */
static int dispatch[2];
static pid_t manager;
static int connections[CONNECTIONS];

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "pool-driver: %s: %s\n", what, strerror(errno));
    exit(2);
}

static const struct {
    const char *name;
    uint64_t *number;
} settings[] = {
    { "uid", &numbers.uid },
    { "gid", &numbers.gid },
    { "change_user", &numbers.change_user },
    { "umask", &numbers.umask },
    { "no_new_privs", &numbers.no_new_privs },
    { "seccomp", &numbers.seccomp },
    { "restore", &numbers.restore },
    { "processes", &numbers.processes },
    { "concurrency", &numbers.concurrency },
    { "queue", &numbers.queue },
    { "request_timeout", &numbers.request_timeout },
    { "start_timeout", &numbers.start_timeout },
    { "idle_timeout", &numbers.idle_timeout },
    { "memory", &numbers.memory },
    { "zygote_memory", &numbers.zygote_memory },
    { "requests", &numbers.requests },
    { "age", &numbers.age },
    { "nproc", &nproc },
};

static void add(mh_wire_field_t *list, const char *word)
{
    size_t size = strlen(word) + 1;
    char *more = malloc(list->size + size);

    if (!more)
        die("memory");
    if (list->size)
        memcpy(more, list->data, list->size);
    memcpy(more + list->size, word, size);
    list->data = more;
    list->size += (uint32_t)size;
}

static void set(char *word)
{
    char *value = strchr(word, '=');

    if (!value)
        die(word);
    *value++ = '\0';
    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
        if (!strcmp(settings[i].name, word))
            *settings[i].number = strtoull(value, NULL, 0);
    if (!strcmp(word, "perl"))
        definition.perl = value;
    else if (!strcmp(word, "rlimit"))
        mh_resource_set(&numbers.resources, value);
    else if (!strcmp(word, "environ"))
        add(&definition.environ, value);
    else if (!strcmp(word, "library"))
        definition.library = value;
    else if (!strcmp(word, "preload"))
        add(&definition.preload, value);
}

static int ledger_fd;
static const mh_ledger_entry_t *ledger;
static _Atomic uint64_t places_given;
/* The ids of the connections' requests. */
static struct {
    mh_ledger_place_t place;
    uint32_t id;
} notes[CONNECTIONS];

static void open_ledger(void)
{
    ledger_fd = mh_ledger_make();
    ledger = ledger_fd < 0 ? NULL : mh_ledger_map(ledger_fd, false);
    if (!ledger)
        die("ledger");
}

static void start(void)
{
    static char buffer[MH_WIRE_MAX];
    size_t size;
    int memory;

    definition.numbers = numbers;
    size = mh_pool_settings_write(&definition, buffer, sizeof(buffer));
    memory = mh_channel_memory(buffer, size);
    if (!size || memory < 0)
        die("definition");
    manager = fork();
    if (manager < 0)
        die("fork");
    if (manager)
        close(memory);
    if (manager)
        return;
    /* First moves the descriptors above 6, because the manager needs 3 to 6. */
    memory = fcntl(memory, F_DUPFD, 100);
    ledger_fd = fcntl(ledger_fd, F_DUPFD, 101);
    dup2(fcntl(dispatch[1], F_DUPFD, 102), MH_POOL_FD_DISPATCH);
    dup2(memory, MH_POOL_FD_SETTINGS);
    dup2(ledger_fd, MH_POOL_FD_LEDGER);
    close(MH_POOL_FD_WORKERS);
    close_range(MH_POOL_FD_LEDGER + 1, ~0U, 0);
    setsid();
    if (nproc)
        setrlimit(RLIMIT_NPROC, &(struct rlimit){ nproc, nproc });
    execl(program, program, (char *)NULL);
    die(program);
}

static void close_connection(int number)
{
    close(connections[number]);
    connections[number] = -1;
    notes[number].place.secret = 0;
}

static void say_field(const mh_wire_message_t *message, const char *name,
                      mh_wire_tag_e tag)
{
    if (message->field[tag].data)
        printf("\t%s=%llu", name,
               (unsigned long long)mh_wire_number(message, tag, 0));
}

/* A listener waits, or no more: who listens here asks no other manager. */
static bool is_aside(int number, const mh_wire_message_t *message)
{
    static bool waits[CONNECTIONS];
    bool before = waits[number];

    waits[number] = message->type == MH_WIRE_WAITS;
    return waits[number] || (before && message->type == MH_WIRE_DONE &&
                             !message->field[MH_TAG_STATUS].data);
}

static bool say(int number)
{
    static mh_channel_packet_t packet;
    const mh_wire_message_t *message = &packet.message;
    const char *text;
    int error = mh_channel_receive(connections[number], &packet, 0);
    static const char *const names[MH_WIRE_TYPES] = {
        [MH_WIRE_DONE] = "DONE",
        [MH_WIRE_REFUSED] = "REFUSED",
        [MH_WIRE_NOTICE] = "NOTICE",
    };

    if (error || !packet.size) {
        printf("%d\tCLOSED\n", number);
        close_connection(number);
        return true;
    }
    if (is_aside(number, message))
        return false;
    printf("%d\t%s\tid=%u", number,
           names[message->type] ? names[message->type] : "OTHER", message->id);
    say_field(message, "status", MH_TAG_STATUS);
    say_field(message, "reason", MH_TAG_REASON);
    say_field(message, "level", MH_TAG_LEVEL);
    text = mh_wire_string(message, MH_TAG_TEXT);
    if (text) {
        fputs("\ttext=", stdout);
        for (; *text; text++)
            *text == '\n' ? fputs("\\n", stdout) : putchar(*text);
    }
    putchar('\n');
    mh_channel_drop(&packet);
    if (message->type == MH_WIRE_NOTICE)
        return false;
    notes[number].place.secret = 0;
    return true;
}

/* A note replaces DONE. The manager's earlier messages come first. */
static bool say_note(int number)
{
    struct pollfd heard = { .fd = connections[number], .events = POLLIN };

    if (!mh_ledger_look(ledger, &notes[number].place))
        return false;
    while (poll(&heard, 1, 0) > 0)
        if (say(number))
            return true;
    notes[number].place.secret = 0;
    printf("%d\tDONE\tid=%u\tstatus=0\n", number, notes[number].id);
    return true;
}

static long long now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/*
 * Prints messages until the answer of connection `number` comes, or the time is
 * over.
 */
static void listen_for(int number, double seconds)
{
    long long end = now() + (long long)(seconds * 1000);
    bool answered = false;

    while (!answered && now() < end) {
        struct pollfd polls[CONNECTIONS];

        for (int i = 0; i < CONNECTIONS; i++) {
            polls[i].fd = connections[i];
            polls[i].events = POLLIN;
            polls[i].revents = 0;
        }
        poll(polls, CONNECTIONS,
             end - now() < NOTE_PAUSE ? (int)(end - now()) : NOTE_PAUSE);
        for (int i = 0; i < CONNECTIONS; i++)
            if ((say_note(i) || (polls[i].revents && say(i))) && i == number)
                answered = true;
    }
}

static void open_connection(int number)
{
    char buffer[64];
    mh_wire_writer_t writer;
    int ends[2];

    if (mh_channel_pair(ends))
        die("socketpair");
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_POOL, 0);
    if (mh_channel_send(dispatch[0], buffer, mh_wire_end(&writer), &ends[1], 1,
                        0))
        die("dispatch");
    close(ends[1]);
    connections[number] = ends[0];
}

static void put_stamp(mh_wire_writer_t *writer, const char *script)
{
    struct stat status;
    mh_wire_stamp_t stamp;

    if (stat(script, &status))
        return;
    stamp.device = status.st_dev;
    stamp.inode = status.st_ino;
    stamp.size = (uint64_t)status.st_size;
    stamp.mtime = (int64_t)status.st_mtim.tv_sec * 1000000000 +
                  status.st_mtim.tv_nsec / 1000 * 1000;
    mh_wire_put(writer, MH_TAG_STAMP, &stamp, sizeof(stamp));
}

/* 0: no limit. */
static void put_limits(mh_wire_writer_t *writer)
{
    mh_wire_limits_t limits;

    memset(&limits, 0xff, sizeof(limits));
    limits.ignored = 0;
    mh_wire_put(writer, MH_TAG_LIMITS, &limits, sizeof(limits));
}

/* Variables that a request brings. */
static bool is_requests(const char *name)
{
    static const char *const beginnings[] = {
        "AUTH_",   "HTTP_",    "PATH_INFO",   "QUERY_STRING",
        "REMOTE_", "REQUEST_", "SCRIPT_NAME", "SERVER_NAME",
    };

    for (size_t i = 0; i < sizeof(beginnings) / sizeof(*beginnings); i++)
        if (!strncmp(name, beginnings[i], strlen(beginnings[i])))
            return true;
    return false;
}

/* All other variables count as those of the configuration. */
static void put_constant(mh_wire_writer_t *writer, const mh_wire_field_t *list)
{
    mh_wire_field_t names = { 0 };

    for (const char *at = mh_wire_next(list, NULL); at;
         at = mh_wire_next(list, at)) {
        char *name = strndup(at, strcspn(at, "="));

        if (!is_requests(name))
            add(&names, name);
        free(name);
    }
    if (names.size)
        mh_wire_put(writer, MH_TAG_CONSTANT, names.data, names.size);
}

static void request(char **word, int count, bool large)
{
    static char buffer[MH_WIRE_MAX];
    mh_wire_field_t arguments = { 0 };
    mh_wire_field_t environ_list = { 0 };
    mh_wire_writer_t writer;
    int number = atoi(word[1]);
    mh_ledger_place_t place = mh_ledger_give(&places_given);
    int fds[4];
    int fd_count = 3;

    notes[number].place = place;
    notes[number].id = (uint32_t)atoi(word[2]);
    fds[0] = open(word[3], O_RDONLY | O_CLOEXEC);
    fds[1] = open(word[4], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    fds[2] = open(word[5], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    for (int i = 7; i < count; i++)
        add(word[i][0] == '@' ? &arguments : &environ_list,
            word[i] + (word[i][0] == '@'));
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_REQUEST,
                  (uint32_t)atoi(word[2]));
    mh_wire_put_string(&writer, MH_TAG_SCRIPT, word[6]);
    mh_wire_put(&writer, MH_TAG_ARGS, arguments.data, arguments.size);
    put_constant(&writer, &environ_list);
    if (large)
        fds[fd_count++] = mh_channel_memory(environ_list.data,
                                            environ_list.size);
    else
        mh_wire_put(&writer, MH_TAG_ENVIRON, environ_list.data,
                    environ_list.size);
    mh_wire_put_string(&writer, MH_TAG_ABOUT, "GET /it");
    put_stamp(&writer, word[6]);
    put_limits(&writer);
    mh_wire_put(&writer, MH_TAG_NOTE, &place, sizeof(place));
    if (mh_channel_send(connections[number], buffer, mh_wire_end(&writer), fds,
                        fd_count, 0))
        perror("pool-driver: request");
    while (fd_count)
        close(fds[--fd_count]);
}

static void ended(int number, uint32_t id)
{
    char buffer[64];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_DONE, id);
    mh_channel_send(connections[number], buffer, mh_wire_end(&writer), NULL, 0,
                    0);
}

static void raw(int number, const char *hex)
{
    static unsigned char bytes[MH_WIRE_MAX];
    size_t size = 0;

    for (; hex[0] && hex[1]; hex += 2)
        sscanf(hex, "%2hhx", &bytes[size++]);
    mh_channel_send(connections[number], bytes, size, NULL, 0, 0);
}

static void stop(void)
{
    int status;

    close(dispatch[0]);
    close(dispatch[1]);
    waitpid(manager, &status, 0);
    printf("manager\tended\tstatus=%d\n", status);
}

static void say_memory(void)
{
    char path[64];
    char line[256];
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%d/status", (int)manager);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof(line), file))
        if (!strncmp(line, "VmRSS:", 6))
            printf("rss\t%d\n", atoi(line + 6));
    if (file)
        fclose(file);
}

/* The manager's use of the CPU, in microseconds. */
static double cpu_used(void)
{
    char path[64];
    unsigned long long run = 0;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)manager);
    file = fopen(path, "r");
    if (file && fscanf(file, "%llu", &run) != 1)
        run = 0;
    if (file)
        fclose(file);
    return (double)run / 1000;
}

static size_t write_request(char *buffer, char **word, int count)
{
    mh_wire_field_t environ_list = { 0 };
    mh_wire_writer_t writer;

    for (int i = 4; i < count; i++)
        add(&environ_list, word[i]);
    mh_wire_begin(&writer, buffer, MH_WIRE_MAX, MH_WIRE_REQUEST, 1);
    mh_wire_put_string(&writer, MH_TAG_SCRIPT, word[3]);
    mh_wire_put(&writer, MH_TAG_ENVIRON, environ_list.data, environ_list.size);
    mh_wire_put_string(&writer, MH_TAG_ABOUT, "GET /it");
    put_stamp(&writer, word[3]);
    put_limits(&writer);
    return mh_wire_end(&writer);
}

/* bench: each connection has one request under way, until all are done. */
static void bench(char **word, int count)
{
    static char buffer[MH_WIRE_MAX];
    static mh_channel_packet_t packet;
    int lines = atoi(word[1]);
    int total = atoi(word[2]);
    int sent = 0;
    int done = 0;
    size_t size = write_request(buffer, word, count);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int fds[3] = { null, null, null };
    struct pollfd polls[CONNECTIONS] = { { 0 } };
    long long began = now();
    double used = cpu_used();
    int bad = 0;

    for (int i = 0; i < lines; i++) {
        open_connection(i);
        polls[i].fd = connections[i];
        polls[i].events = POLLIN;
        mh_channel_send(connections[i], buffer, size, fds, 3, 0);
        sent++;
    }
    while (done < total && poll(polls, (nfds_t)lines, 10000) > 0) {
        for (int i = 0; i < lines; i++) {
            if (!polls[i].revents ||
                mh_channel_receive(polls[i].fd, &packet, 0))
                continue;
            if (!packet.size || packet.message.type == MH_WIRE_NOTICE ||
                is_aside(i, &packet.message))
                continue;
            bad += packet.message.type != MH_WIRE_DONE;
            done++;
            if (sent < total &&
                !mh_channel_send(polls[i].fd, buffer, size, fds, 3, 0))
                sent++;
        }
    }
    printf("bench\tdone=%d\tbad=%d\trate=%.0f\tcpu=%.1f us\n", done, bad,
           1000.0 * done / (double)(now() - began),
           (cpu_used() - used) / (done ? done : 1));
    for (int i = 0; i < lines; i++) {
        close(connections[i]);
        connections[i] = -1;
    }
    close(null);
}

static void obey(char **word, int count)
{
    const char *command = word[0];
    int number = count > 1 ? atoi(word[1]) : 0;

    if (!strcmp(command, "open"))
        open_connection(number);
    else if (!strcmp(command, "request") || !strcmp(command, "large"))
        request(word, count, *command == 'l');
    else if (!strcmp(command, "ended"))
        ended(number, (uint32_t)atoi(word[2]));
    else if (!strcmp(command, "raw"))
        raw(number, word[2]);
    else if (!strcmp(command, "close"))
        close_connection(number);
    else if (!strcmp(command, "wait"))
        listen_for(-1, atof(word[1]));
    else if (!strcmp(command, "await"))
        listen_for(number, atof(word[2]));
    else if (!strcmp(command, "stop"))
        stop();
    else if (!strcmp(command, "start"))
        start();
    else if (!strcmp(command, "pid"))
        printf("pid\t%d\n", (int)manager);
    else if (!strcmp(command, "rss"))
        say_memory();
    else if (!strcmp(command, "bench"))
        bench(word, count);
    puts("ok");
}

int main(int argc, char **argv)
{
    char *line = NULL;
    size_t room = 0;

    if (argc < 2)
        return 2;
    program = argv[1];
    for (int i = 2; i < argc; i++)
        set(argv[i]);
    for (int i = 0; i < CONNECTIONS; i++)
        connections[i] = -1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (mh_channel_pair(dispatch))
        die("socketpair");
    open_ledger();
    start();
    while (getline(&line, &room, stdin) > 0) {
        char *word[WORDS];
        int count = 0;
        char *at = line;

        line[strcspn(line, "\n")] = '\0';
        while (count < WORDS && (word[count] = strsep(&at, "\t")))
            count++;
        obey(word, count);
    }
    return 0;
}
