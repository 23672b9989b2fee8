/*
 * first_look.c - see first_look.h.
 */
#include "pool/manager/first_look.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/common/hear.h"
#include "pool/manager/scripts/shebang.h"
#include "pool/perl/start.h"
#include "shared/wire/files.h"

/* Milliseconds for a script to come to its first look. */
#define PATIENCE 10000

/* Variables that most requests have, with different values. */
static const char varies[] =
    "AUTH_TYPE\0CONTENT_LENGTH\0CONTENT_TYPE\0HTTPS\0HTTP_ACCEPT\0"
    "HTTP_ACCEPT_ENCODING\0HTTP_ACCEPT_LANGUAGE\0HTTP_AUTHORIZATION\0"
    "HTTP_CONNECTION\0HTTP_COOKIE\0HTTP_HOST\0HTTP_IF_MODIFIED_SINCE\0"
    "HTTP_IF_NONE_MATCH\0HTTP_ORIGIN\0HTTP_REFERER\0HTTP_USER_AGENT\0"
    "HTTP_X_FORWARDED_FOR\0HTTP_X_REQUESTED_WITH\0PATH_INFO\0"
    "PATH_TRANSLATED\0QUERY_STRING\0REMOTE_ADDR\0REMOTE_HOST\0REMOTE_PORT\0"
    "REMOTE_USER\0REQUEST_METHOD\0REQUEST_URI\0UNIQUE_ID";

extern char **environ;

static mh_wire_field_t own_environ(void)
{
    static char list[MH_WIRE_MAX / 2];
    mh_wire_field_t field = { list, 0 };

    for (char **at = environ; *at; at++) {
        size_t size = strlen(*at) + 1;

        if (size > sizeof(list) - field.size)
            continue;
        memcpy(list + field.size, *at, size);
        field.size += (uint32_t)size;
    }
    return field;
}

static void print_files(const mh_wire_field_t *list)
{
    for (const char *at = mh_wire_next(list, NULL); at;
         at = mh_wire_next(list, at)) {
        mh_file_t file;

        if (mh_file_read(at, &file) && file.kind == MH_FILE_CONTENTS &&
            file.seen != MH_FILE_ABSENT)
            printf("file %s\n", file.path);
    }
}

/* True: more messages follow. */
static bool take(const mh_wire_message_t *message, int *status)
{
    const char *look = mh_wire_string(message, MH_TAG_ABOUT);

    if (message->type == MH_WIRE_DEPENDS) {
        print_files(&message->field[MH_TAG_FILES]);
        return true;
    }
    *status = message->type != MH_WIRE_READY;
    if (look)
        printf("look %s\n", look);
    return false;
}

static int listen_to(int control)
{
    static mh_channel_packet_t packet;
    struct pollfd source = { .fd = control, .events = POLLIN };
    int status = 1;

    while (poll(&source, 1, PATIENCE) > 0 && !mh_hear(control, &packet) &&
           packet.size && take(&packet.message, &status))
        continue;
    return status;
}

int mh_first_look_print(const char *script, const char *library)
{
    static mh_hear_address_t report;
    mh_shebang_t shebang;
    mh_perl_start_t start = {
        .manager = getpid(),
        .script = script,
        .mode = MH_MODE_SHARED,
        .pool = { .name = "first look",
                  .library = library,
                  .environ = own_environ() },
        .varies = { varies, sizeof(varies) },
        .report = &report,
        .ledger_fd = -1,
        .tracker = MH_TRACKERS,
    };
    int ends[2];
    int status;
    pid_t pid;

    if (mh_shebang_read(script, &start.pool.environ, "/usr/bin/perl",
                        &shebang) ||
        mh_hear_pair(ends))
        return 1;
    start.control = ends[1];
    start.pool.perl = shebang.interpreter;
    start.switch_word = shebang.word[0] ? shebang.word : NULL;
    pid = fork();
    if (pid == 0)
        mh_perl_execute(&start);
    close(ends[1]);
    status = listen_to(ends[0]);
    if (pid > 0) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    fflush(stdout);
    return status;
}
