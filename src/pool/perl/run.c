/*
 * run.c - see run.h.
 */
#include "pool/perl/run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "pool/perl/spawn_loop.h"
#include "pool/perl/self.h"
#include "pool/perl/capture.h"
#include "pool/perl/environ/environ.h"
#include "pool/perl/trace/guard.h"
#include "pool/perl/trace/later.h"
#include "pool/perl/report.h"
#include "pool/perl/template.h"
#include "pool/perl/trace/trace.h"
#include "pool/common/exec_prep.h"
#include "shared/probes.h"
#include "shared/perl/profiler.h"
#include "shared/wire/channel.h"
#include "shared/compat.h"

/* Bits of -C, from perlrun: A and L. */
#define UNICODE_ARGUMENTS 32
#define UNICODE_BY_LOCALE 64

/* A request's message, which stays in its buffer, and its memory file. */
typedef struct request_t {
    mh_wire_field_t environ;
    mh_wire_field_t args;
    mh_wire_limits_t limits;
    bool limited;
    char *memory; /* memory that environ points into when it came as a file */
} request_t;

/* 0, 1 and 2 are closed, so that descriptors that are received become them. */
static const mh_wire_message_t *wait_for_request(int *memory)
{
    mh_run_t *run = mh_perl_template_run();
    uint32_t first;
    mh_channel_packet_t *packet;

    close_range(0, 2, 0);
    mh_forks_await_ticket();
    packet = mh_spawn_loop_receive(run ? &run->first : &first);
    if (!packet || packet->message.type != MH_WIRE_REQUEST ||
        packet->fd_count < 3)
        _exit(0);
    for (int i = 0; i < 3; i++)
        if (packet->fds[i] != i)
            _exit(1);
    *memory = packet->fd_count > 3 ? packet->fds[3] : -1;
    return &packet->message;
}

static void read_request(request_t *request)
{
    int memory;
    const mh_wire_message_t *message = wait_for_request(&memory);

    request->environ = message->field[MH_TAG_ENVIRON];
    request->args = message->field[MH_TAG_ARGS];
    request->limited = mh_wire_copy(message, MH_TAG_LIMITS, &request->limits,
                                    sizeof(request->limits));
    if (!mh_wire_copy(message, MH_TAG_NOTE, &mh_self.note,
                      sizeof(mh_self.note)))
        mh_self.note.secret = 0;
    mh_perl_template_received(message);
    request->memory = NULL;
    if (memory >= 0) {
        size_t size;

        if (mh_channel_read_memory(memory, &request->memory, &size))
            _exit(1);
        close(memory);
        request->environ.data = request->memory;
        request->environ.size = (uint32_t)size;
    }
}

static void limit(int resource, const uint64_t pair[2])
{
    struct rlimit limits;

    if (pair[0] == UINT64_MAX && pair[1] == UINT64_MAX)
        return;
    getrlimit((__rlimit_resource_t)resource, &limits);
    if (pair[0] != UINT64_MAX)
        limits.rlim_cur = pair[0];
    if (pair[1] != UINT64_MAX)
        limits.rlim_max = pair[1];
    setrlimit((__rlimit_resource_t)resource, &limits);
}

static void apply_limits(const request_t *request)
{
    if (!request->limited)
        return;
    limit(RLIMIT_CPU, request->limits.cpu);
    limit(RLIMIT_AS, request->limits.memory);
    limit(RLIMIT_NPROC, request->limits.nproc);
}

/*
 * The compiled code does not fit this request, so perl itself runs the script.
 */
static _Noreturn void execute(const request_t *request)
{
    char **words = mh_exec_prep_words(mh_self.script, &request->args);
    char **environment = mh_exec_prep_words(NULL, &request->environ);

    mh_probe_exec(mh_self.script);
    if (words && environment)
        execve(mh_self.script, words, environment);
    _exit(127);
}

/* The file has not been read yet, but its offset is shared with the zygote. */
static void open_script(const request_t *request)
{
    int script = open(mh_self.script, O_RDONLY | O_CLOEXEC);

    if (script < 0)
        execute(request);
    dup3(script, mh_self.script_fd, O_CLOEXEC);
    close(script);
}

static void compare(const request_t *request)
{
    const char *varies;

    if (mh_trace_agrees(&request->environ, &request->args, &varies))
        return;
    mh_report_differs(varies);
    execute(request);
}

/* Same result as perl's init_argv_symbols(). */
static void set_arguments(pTHX_ const mh_wire_field_t *args)
{
    AV *words = mh_guard_words(aTHX);
    bool utf8 = PL_unicode & UNICODE_ARGUMENTS &&
                (!(PL_unicode & UNICODE_BY_LOCALE) || PL_utf8locale);

    if (!args->size)
        return;
    TAINT;
    for (const char *at = mh_wire_next(args, NULL); at;
         at = mh_wire_next(args, at)) {
        SV *word = newSVpv(at, 0);

        if (utf8)
            SvUTF8_on(word);
        av_push(words, word);
    }
    TAINT_NOT;
}

static void set_environment(pTHX_ const request_t *request)
{
    mh_environ_words_t words = mh_perl_words(&request->args);

    mh_environ_rename(aTHX_ & words, &request->environ);
    mh_guard_open();
    mh_environ_replace(aTHX_ & request->environ);
    mh_trace_apply_environ();
}

/* Random bytes that the kernel gives each process at its start. */
typedef struct random_t {
    UV hash_order;
    char start[16]; /* AT_RANDOM */
} random_t;

/*
 * The seed of hashes is the base's. The order of a hash's keys comes from that
 * seed and from these bits; each hash takes new bits. PERL_HASH_SEED and
 * PERL_PERTURB_KEYS, which ask for the same order each time, are obeyed.
 */
static void refresh_random(pTHX)
{
    unsigned long start = getauxval(AT_RANDOM);
    random_t fresh;

    if (getrandom(&fresh, sizeof(fresh), GRND_NONBLOCK) != sizeof(fresh))
        return;
    if (PL_hash_rand_bits_enabled == 1 && fresh.hash_order)
        PL_hash_rand_bits = fresh.hash_order;
    if (start)
        memcpy((char *)start, fresh.start, sizeof(fresh.start));
}

static const char *variable(const request_t *request, const char *name)
{
    size_t length = strlen(name);
    const char *entry = NULL;

    while ((entry = mh_wire_next(&request->environ, entry)))
        if (strnEQ(entry, name, length) && entry[length] == '=')
            return entry + length + 1;
    return NULL;
}

static void begin_profile(pTHX_ const request_t *request)
{
    if (mh_self.start->pool.profile)
        mh_profiler_begin(aTHX_ variable(request, "REQUEST_METHOD"),
                          variable(request, "REQUEST_URI"), mh_self.script);
}

/*
 * Other processes of the user may look at a script, as under mod_cgi. A run
 * whose memory is the template's stays closed (change.h). So does a process
 * that waits for its request.
 */
static void open_memory(void)
{
    if (!mh_perl_template_is_put_back())
        prctl(PR_SET_DUMPABLE, 1);
}

static void take_request(pTHX)
{
    request_t request;

    read_request(&request);
    open_memory();
    apply_limits(&request);
    if (!mh_guard_has_room(mh_wire_count(&request.environ),
                           mh_wire_count(&request.args)))
        execute(&request);
    if (mh_self.mode == MH_MODE_UNSHARED)
        open_script(&request);
    else
        compare(&request);
    set_environment(aTHX_ & request);
    set_arguments(aTHX_ & request.args);
    mh_guard_release(aTHX);
    refresh_random(aTHX);
    time(&PL_basetime);
    mh_later_fill(aTHX);
    mh_capture_repeat();
    begin_profile(aTHX_ & request);
    mh_later_call(aTHX);
}

void mh_perl_run_start(pTHX)
{
    mh_self.kind = MH_PERL_RUN;
    mh_self.pid = getpid();
    if (mh_trace_reopen())
        _exit(1);
    take_request(aTHX);
    close_range(MH_PERL_FDS, ~0U, 0);
}
