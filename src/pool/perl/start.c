/*
 * start.c - see start.h.
 */
#include "pool/perl/start.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "pool/perl/bind.h"
#include "shared/startup_names.h"
#include "shared/wire/channel.h"
#include "shared/compat.h"

/* Descriptors of the new program: memory file, control, and the ledger. */
#define START_FD 3
#define CONTROL_FD 4
#define LEDGER_FD 5
#define HIGH_FD 10

/* Bit shift of the check in TRACKER. */
#define CHECK_SHIFT 8
#define MODULES_SHIFT 9

extern char **environ;

static size_t write_start(const mh_perl_start_t *start, char *buffer,
                          size_t size)
{
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, size, MH_WIRE_POOL, 0);
    mh_pool_settings_put(&writer, start->pool);
    mh_wire_put_number(&writer, MH_TAG_PID, (uint64_t)start->manager);
    mh_wire_put_string(&writer, MH_TAG_ARGS, start->switch_word);
    mh_wire_put_string(&writer, MH_TAG_SCRIPT, start->script);
    mh_wire_put_number(&writer, MH_TAG_MODE, start->mode);
    mh_wire_put_number(&writer, MH_TAG_TRACKER,
                       (uint64_t)start->tracker |
                           (uint64_t)start->check_memory << CHECK_SHIFT |
                           (uint64_t)start->modules << MODULES_SHIFT);
    mh_wire_put_field(&writer, MH_TAG_ASKED, &start->files);
    mh_wire_put_field(&writer, MH_TAG_VARIES, &start->varies);
    mh_wire_put(&writer, MH_TAG_REPORT, start->report, sizeof(*start->report));
    return mh_wire_end(&writer);
}

/* A list that is too long is dropped: children compile those files. */
static int write_memory(const mh_perl_start_t *start)
{
    static char buffer[MH_WIRE_MAX];
    mh_perl_start_t less = *start;
    size_t size = write_start(start, buffer, sizeof(buffer));

    less.files = (mh_wire_field_t){ NULL, 0 };
    if (!size)
        size = write_start(&less, buffer, sizeof(buffer));
    return size ? mh_channel_memory(buffer, size) : -1;
}

/*
 * A setting of malloc() in the new program: its lists for one thread hold
 * pieces up to this size only. A larger piece that is freed then never gets a
 * random number written into it. DBD::SQLite depends on that: when perl ends,
 * it frees a database's handle first, and looks at that handle when it frees
 * the statements. Under perl these lists are full by then, which has the same
 * effect; with modules loaded ahead they are not.
 */
#define MALLOC_SETTING "glibc.malloc.tcache_max=128"

/* The linker of the new program looks where that of the scripts' perl would. */
static bool set_libraries(const mh_wire_field_t *variables)
{
    const char *entry = NULL;
    size_t size = sizeof(MH_STARTUP_LIBRARIES) - 1;

    while ((entry = mh_wire_next(variables, entry)))
        if (!strncmp(entry, MH_STARTUP_LIBRARIES, size) &&
            setenv("LD_LIBRARY_PATH", entry + size, 1))
            return false;
    return true;
}

_Noreturn void mh_perl_execute(const mh_perl_start_t *start)
{
    char *words[] = { (char *)(uintptr_t)MH_PERL_BASE_NAME, NULL };
    int memory = write_memory(start);
    int control = fcntl(start->control, F_DUPFD_CLOEXEC, HIGH_FD);
    int ledger = fcntl(start->ledger_fd, F_DUPFD_CLOEXEC, HIGH_FD);

    memory = fcntl(memory, F_DUPFD_CLOEXEC, HIGH_FD);
    if (memory < 0 || control < 0 || dup2(memory, START_FD) < 0 ||
        dup2(control, CONTROL_FD) < 0 || !set_libraries(&start->pool.environ) ||
        setenv("GLIBC_TUNABLES", MALLOC_SETTING, 1))
        _exit(1);
    if (ledger >= 0 && dup2(ledger, LEDGER_FD) < 0)
        _exit(1);
    close_range(ledger >= 0 ? LEDGER_FD + 1 : LEDGER_FD, ~0U, 0);
    execve("/proc/self/exe", words, environ);
    _exit(1);
}

static bool read_start(const mh_wire_message_t *message, mh_perl_start_t *start)
{
    static mh_hear_address_t report;
    uint64_t tracker = mh_wire_number(message, MH_TAG_TRACKER, MH_TRACKERS);

    *start = (mh_perl_start_t){
        .manager = (pid_t)mh_wire_number(message, MH_TAG_PID, 0),
        .control = CONTROL_FD,
        .switch_word = mh_wire_string(message, MH_TAG_ARGS),
        .script = mh_wire_string(message, MH_TAG_SCRIPT),
        .mode = (mh_wire_mode_e)mh_wire_number(message, MH_TAG_MODE, 0),
        .files = message->field[MH_TAG_ASKED],
        .varies = message->field[MH_TAG_VARIES],
        .report = &report,
        .tracker = (mh_tracker_e)(tracker & 0xff),
        .check_memory = tracker >> CHECK_SHIFT & 1,
        .modules = (mh_wire_modules_e)(tracker >> MODULES_SHIFT & 3),
    };
    return !mh_pool_settings_read(message, &start->pool) &&
           mh_wire_copy(message, MH_TAG_REPORT, &report, sizeof(report));
}

_Noreturn void mh_perl_main(void)
{
    mh_perl_start_t start;
    mh_wire_message_t message;
    char *data;
    size_t size;

    if (mh_channel_read_memory(START_FD, &data, &size) ||
        mh_wire_parse(data, size, &message) || !read_start(&message, &start))
        _exit(1);
    /*
     * No process of the pool's user may read this one's memory, nor that of the
     * zygotes and templates forked from it. A run becomes readable when it
     * has its request (run.c).
     */
    prctl(PR_SET_DUMPABLE, 0);
    mh_bind_libraries();
    start.ledger = mh_ledger_map(LEDGER_FD, true);
    mh_perl_base(&start);
}
