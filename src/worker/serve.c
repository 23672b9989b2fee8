/*
 * serve.c - see serve.h.
 */
#include "worker/serve.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "../config/config.h"
#include "../perl/interpreter.h"
#include "../request/context.h"
#include "../request/phase.h"
#include "../request/response.h"
#include "../request/scope.h"
#include "wire/channel.h"
#include "worker/answer.h"
#include "worker/rebuild.h"
#include "worker/record.h"
#include "worker/sources.h"
#include "worker/stream.h"
#include "worker/wear.h"
#include "worker/worker.h"

/* What a request came with, until it is over. */
typedef struct task_t {
    request_rec *r;
    char *memory; /* what did not fit into the message, or NULL */
    uint32_t id;
} task_t;

static mh_channel_packet_t packet;
static apr_pool_t *pool; /* as pchild is to a child of httpd */
static int channel = -1;
static bool reload;             /* new files of code are told of */
static int standard_error = -1; /* who listens outside of requests */

static void say_done(uint32_t id, uint64_t flags)
{
    char buffer[96];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_DONE, id);
    mh_wire_put_number(&writer, MH_TAG_STATUS, 0);
    mh_wire_put_number(&writer, MH_TAG_WORKER, flags);
    mh_channel_send(channel, buffer, mh_wire_end(&writer), NULL, 0, 0);
}

/* As httpd's own children end: PerlChildExitHandler, END blocks. */
static __attribute__((noreturn)) void end(void)
{
    close(channel);
    channel = -1;
    apr_pool_destroy(pool);
    exit(0);
}

/* Descriptor 2 is the request's; 0 and 1 are never anybody's. */
static bool read_task(task_t *task)
{
    const mh_wire_field_t *field = &packet.message.field[MH_TAG_REQUEST];
    char *data = (char *)(uintptr_t)field->data;
    size_t size = field->size;
    bool has_body;

    task->memory = NULL;
    task->id = packet.message.id;
    if (packet.message.type != MH_WIRE_SERVE || packet.fd_count < 3)
        return false;
    if (!data && packet.fd_count > 3 &&
        mh_channel_read_memory(packet.fds[3], &task->memory, &size))
        return false;
    if (task->memory)
        data = task->memory;
    task->r = data ? mh_rebuild(data, size, pool, &has_body) : NULL;
    if (!task->r)
        return false;
    dup2(packet.fds[2], STDERR_FILENO);
    mh_stream_open(task->r, has_body ? packet.fds[0] : -1, packet.fds[1]);
    packet.fds[1] = -1;
    if (has_body)
        packet.fds[0] = -1;
    for (int i = 0; i < packet.fd_count; i++)
        if (packet.fds[i] >= 0)
            close(packet.fds[i]);
    packet.fd_count = 0;
    return true;
}

/* httpd's modules hold things back until they see the end. */
static bool pass_end(request_rec *r)
{
    apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
    apr_bucket_brigade *brigade;

    if (r->eos_sent)
        return true;
    brigade = apr_brigade_create(r->pool, alloc);
    APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_eos_create(alloc));
    ap_pass_brigade(r->output_filters, brigade);
    return false;
}

static void put_answer(request_rec *r, int status, bool lasts)
{
    mh_answer_t answer = mh_answer_take(status);
    mh_pack_t pack;

    answer.ended = pass_end(r);
    answer.lasts = lasts;
    answer.closes = r->connection->keepalive == AP_CONN_CLOSE;
    mh_pack_write(&pack, r->pool);
    mh_answer_fields(&pack, &answer, r, mh_stream_has_head());
    mh_stream_put(MH_RECORD_END, pack.data, pack.used);
    mh_stream_end();
}

static bool has_list(request_rec *r, mh_hook_t hook)
{
    const apr_array_header_t *list = mh_handlers_exist[hook]
                                         ? mh_handlers_of_request(r, hook)
                                         : NULL;

    return list && list->nelts;
}

/* What is said meanwhile is still the request's. */
static void tidy(task_t *task, bool log)
{
    if (log)
        mh_phase_run(task->r, MH_HOOK_LOG);
    apr_pool_destroy(task->r->connection->pool);
    free(task->memory);
    mh_stream_close();
    dup2(standard_error, STDERR_FILENO);
}

/* True: there will be another. */
static bool serve(void)
{
    task_t task;
    int status;
    bool log;
    bool leaves;

    if (!read_task(&task))
        return false;
    status = mh_response_run(task.r);
    log = has_list(task.r, MH_HOOK_LOG);
    put_answer(task.r, status, log || has_list(task.r, MH_HOOK_CLEANUP));
    tidy(&task, log);
    leaves = mh_wear_count();
    if (reload)
        mh_sources_tell(channel);
    say_done(task.id, leaves ? MH_WORKER_LEAVES : 0);
    return !leaves;
}

static void note_fork(void)
{
    if (channel < 0)
        return;
    close(channel);
    channel = -1;
    mh_stream_forked();
}

static void begin(server_rec *s, apr_pool_t *pconf,
                  const mh_wire_message_t *order)
{
    mh_pool_numbers_t numbers = { 0 };
    dTHXa(mehari.perl);

    mh_wire_copy(order, MH_TAG_POOL_NUMBERS, &numbers, sizeof(numbers));
    mh_wear_begin(&numbers);
    reload = numbers.reload;
    standard_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 200);
    mh_stream_to(standard_error);
    pthread_atfork(NULL, NULL, note_fork);
    apr_pool_create(&pool, pconf);
    mh_rebuild_hosts(s, pool);
    /* httpd's own hooks are about ports and logs, which there are none of. */
    mh_scope_child();
    mh_interpreter_child(aTHX_ pool, s);
    mh_phase_child(aTHX_ MH_HOOK_CHILD_INIT, pool, s);
}

void mh_serve(server_rec *s, apr_pool_t *pconf, const mh_wire_message_t *order,
              int requests)
{
    channel = requests;
    begin(s, pconf, order);
    while (!mh_channel_receive(channel, &packet, 0) && packet.size)
        if (!serve())
            break;
    end();
}
