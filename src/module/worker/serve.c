/*
 * serve.c - the life of one worker: see worker.h.
 */

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "module/perl/perl_life.h"
#include "module/request/context/context.h"
#include "module/request/handler.h"
#include "module/request/phase.h"
#include "module/request/response.h"
#include "module/request/scope.h"
#include "module/scoreboard/account.h"
#include "shared/wire/channel.h"
#include "module/limit/growth.h"
#include "shared/ksm.h"
#include "module/life/process_limits.h"
#include "module/worker/answer.h"
#include "module/worker/worker.h"
#include "module/worker/rebuild.h"
#include "module/worker/record.h"
#include "module/worker/stream.h"
#include "shared/recycle.h"

/* Resources of a request, until it is over. */
typedef struct task_t {
    request_rec *r;
    /* memory of the part that did not fit into the message, or NULL */
    char *memory;
    bool has_body;
    bool leaves; /* the worker ends after this request */
} task_t;

static mh_channel_packet_t request_packet;
static apr_pool_t *pool;        /* the worker's counterpart of pchild */
static int channel = -1;        /* to the manager */
static bool reload;             /* newly loaded files are reported */
static int standard_error = -1; /* descriptor for lines outside of requests */

/*
 * The process of httpd that has this worker on a lease
 * (module/gateway/pools/worker_lease.h).
 */
static struct {
    int requests; /* -1: there is none */
    int out;
    bool known; /* the manager knows of the lease */
    uint32_t id;
    int patience; /* ms */
} lease = { .requests = -1, .out = -1 };

/* ends: the worker takes no other request. */
static void say(mh_wire_type_e type, bool ends)
{
    char buffer[64];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), type, lease.id);
    if (ends)
        mh_wire_put_number(&writer, MH_TAG_STATUS, 0);
    mh_channel_send(channel, buffer, mh_wire_end(&writer), NULL, 0, 0);
}

/* Ends as httpd's own children do: PerlChildExitHandler, END blocks. */
static __attribute__((noreturn)) void end(void)
{
    close(channel);
    channel = -1;
    apr_pool_destroy(pool);
    exit(0);
}

static int take_fd(int place)
{
    int fd = request_packet.fds[place];

    request_packet.fds[place] = -1;
    return fd;
}

/* Takes the pipes of the manager's message, and perhaps a lease. */
static void take_lease(bool has_memory)
{
    int err = take_fd(2);

    lease.id = request_packet.message.id;
    lease.out = take_fd(1);
    dup2(err, STDERR_FILENO);
    close(err);
    lease.requests = request_packet.fd_count > 3 && !has_memory ? take_fd(3)
                                                                : -1;
    lease.known = false;
}

static bool read_request(task_t *task, const mh_wire_field_t *field)
{
    char *data = (char *)(uintptr_t)field->data;
    size_t size = field->size;

    task->memory = NULL;
    if (!data &&
        (request_packet.fd_count < 1 ||
         mh_channel_read_memory(request_packet.fds[request_packet.fd_count - 1],
                                &task->memory, &size)))
        return false;
    if (task->memory)
        data = task->memory;
    task->r = mh_rebuild(data, size, pool, &task->has_body);
    return task->r != NULL;
}

/* Descriptor 2 is the request's; 0 and 1 are /dev/null. */
static bool read_task(task_t *task)
{
    const mh_wire_field_t *field =
        &request_packet.message.field[MH_TAG_REQUEST];
    bool by_lease = lease.requests >= 0;

    if (request_packet.message.type != MH_WIRE_REQUEST ||
        (!by_lease && request_packet.fd_count < 3))
        return false;
    if (!by_lease)
        take_lease(!field->data);
    if (!read_request(task, field))
        return false;
    if (task->has_body && request_packet.fd_count < 1)
        return false;
    mh_stream_open(task->r, task->has_body ? take_fd(0) : -1, lease.out);
    for (int i = 0; i < request_packet.fd_count; i++)
        if (request_packet.fds[i] >= 0)
            close(request_packet.fds[i]);
    request_packet.fd_count = 0;
    return true;
}

/* httpd's modules hold data back until they see EOS. */
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

static bool keeps(const task_t *task)
{
    return lease.requests >= 0 && !task->leaves;
}

static void put_answer(const task_t *task, int status, bool lasts)
{
    mh_answer_t answer = mh_answer_take(status);
    request_rec *r = task->r;
    mh_pack_t pack;

    answer.ended = pass_end(r);
    answer.lasts = lasts;
    answer.closes = r->connection->keepalive == AP_CONN_CLOSE;
    answer.keeps = keeps(task);
    mh_pack_write(&pack, r->pool);
    mh_answer_fields(&pack, &answer, r, mh_stream_has_head());
    mh_stream_put(MH_RECORD_END, pack.data, pack.used);
    mh_stream_end(lasts);
}

static bool has_list(request_rec *r, mh_hook_e hook)
{
    const apr_array_header_t *list = mh_handlers_exist[hook]
                                         ? mh_handlers_of_request(r, hook)
                                         : NULL;

    return list && list->nelts;
}

/* Lines logged in this function still belong to the request. */
static void tidy(const task_t *task, bool log)
{
    if (log)
        mh_phase_run(task->r, MH_HOOK_LOG);
    apr_pool_destroy(task->r->connection->pool);
    free(task->memory);
    mh_stream_close(keeps(task));
}

/* The process of httpd has gone, or other requests need the worker. */
static void end_lease(void)
{
    if (lease.requests >= 0)
        close(lease.requests);
    if (lease.requests >= 0 && lease.out >= 0)
        close(lease.out);
    lease.requests = lease.out = -1;
    dup2(standard_error, STDERR_FILENO);
}

/* The manager gets one message that the worker stays. */
static void part(const task_t *task)
{
    if (reload)
        mh_sources_tell(channel, task->r->request_time);
    if (keeps(task)) {
        if (!lease.known)
            say(MH_WIRE_READY, false);
        lease.known = true;
        return;
    }
    lease.out = -1;
    end_lease();
    say(MH_WIRE_DONE, task->leaves);
}

static bool wears_out(request_rec *r)
{
    bool leaves;

    mh_growth_count(mh_process_limits_what(r));
    leaves = mh_recycle_count();
    if (mh_recycle_reason())
        mh_process_limits_say_end(r, mh_recycle_reason());
    return leaves;
}

/* Later handlers see the status of the response that httpd makes of an error,
 * with its line. */
static void note_status(request_rec *r, int status)
{
    if (ap_is_HTTP_VALID_RESPONSE(status)) {
        r->status = status;
        r->status_line = NULL;
    }
    if (!r->status_line)
        r->status_line = ap_get_status_line(r->status);
}

/*
 * httpd's handler for files comes next, and does not answer for a directory.
 * mod_autoindex has run already, because it stands before mod_perl in the usual
 * order.
 */
static int answer_for_directory(const request_rec *r, int status)
{
    bool reads = r->method_number == M_GET || r->method_number == M_POST;

    return status == DECLINED && reads && r->finfo.filetype == APR_DIR
               ? HTTP_NOT_FOUND
               : status;
}

/* True: another request may come. */
static bool serve(void)
{
    task_t task;
    int status;
    bool log;

    if (!read_task(&task))
        return false;
    status = answer_for_directory(task.r, mh_response_run(task.r));
    task.leaves = wears_out(task.r);
    log = has_list(task.r, MH_HOOK_LOG);
    put_answer(&task, status, log || has_list(task.r, MH_HOOK_CLEANUP));
    note_status(task.r, status);
    tidy(&task, log);
    part(&task);
    return !task.leaves;
}

/* Receives a request by the lease; false: the lease has ended. */
static bool receive_by_lease(void)
{
    struct pollfd places[2] = { { .fd = channel, .events = POLLIN },
                                { .fd = lease.requests, .events = POLLIN } };
    int count;

    do
        count = poll(places, 2, lease.patience);
    while (count < 0 && errno == EINTR);
    /* The lease was recalled, or was idle for too long. */
    if (count <= 0 || places[0].revents)
        return false;
    return !mh_channel_receive(lease.requests, &request_packet, 0) &&
           request_packet.size;
}

/* Receives the next request; false: there will be none. */
static bool receive(void)
{
    if (lease.requests >= 0 && receive_by_lease())
        return true;
    if (lease.requests >= 0) {
        end_lease();
        say(MH_WIRE_DONE, false);
    }
    do
        if (mh_channel_receive(channel, &request_packet, 0) ||
            !request_packet.size)
            return false;
    while (request_packet.message.type == MH_WIRE_DONE);
    return true;
}

static void note_fork(void)
{
    if (channel < 0)
        return;
    close(channel);
    channel = -1;
    if (lease.requests >= 0)
        close(lease.requests);
    lease.requests = -1;
    mh_stream_forked();
}

static void begin(server_rec *s, apr_pool_t *pconf,
                  const mh_wire_message_t *order)
{
    mh_pool_numbers_t numbers = { 0 };

    mh_wire_copy(order, MH_TAG_POOL_NUMBERS, &numbers, sizeof(numbers));
    mh_recycle_begin(&numbers);
    mh_growth_begin();
    if (numbers.merge)
        mh_ksm_merge();
    reload = numbers.reload;
    lease.patience = numbers.idle_timeout ? (int)numbers.idle_timeout * 1000
                                          : -1;
    standard_error = mh_set_aside(STDERR_FILENO);
    mh_stream_to(standard_error);
    pthread_atfork(NULL, NULL, note_fork);
    apr_pool_create(&pool, pconf);
    /* httpd's own hooks are for ports and logs, which a worker does not have.
     */
    mh_scope_child();
    mh_account_child(pool);
    mh_interpreter_child(pool, s);
    mh_phase_child(MH_HOOK_CHILD_INIT, pool, s);
    mh_account_ready();
}

void mh_serve(server_rec *s, apr_pool_t *pconf, const mh_wire_message_t *order,
              int requests)
{
    channel = requests;
    begin(s, pconf, order);
    while (receive() && serve())
        continue;
    end();
}
