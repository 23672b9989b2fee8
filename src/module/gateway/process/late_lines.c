/*
 * late_lines.c - see late_lines.h.
 */
#include "module/gateway/process/late_lines.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "module/common/own_thread.h"
#include "module/gateway/process/part.h"

/* Jobs of one pool, in one child of httpd. */
#define MOST 64
#define EVENTS 16
/* ms for which an unfinished line waits for its rest. */
#define LINE_PAUSE 50

/* One script's stderr. It lives in a pool of its own. */
typedef struct job_t {
    struct job_t *next;
    mh_pool_t *pool;
    request_rec *r;
    int fd;
    mh_process_lines_t lines;
} job_t;

static struct {
    pthread_mutex_t lock; /* of jobs */
    job_t *jobs;
    atomic_bool runs;
    pthread_t thread;
    int epoll;
    int stop; /* an eventfd */
} late = { .lock = PTHREAD_MUTEX_INITIALIZER, .epoll = -1, .stop = -1 };

static const char *copy(apr_pool_t *p, const char *text)
{
    return text ? apr_pstrdup(p, text) : "";
}

static apr_sockaddr_t *copy_address(apr_pool_t *p, const apr_sockaddr_t *from)
{
    apr_sockaddr_t *address = NULL;

    if (from)
        apr_sockaddr_info_copy(&address, from, p);
    return address;
}

/* A copy of what ErrorLogFormat can show. The server lives longer than us. */
static conn_rec *copy_connection(apr_pool_t *p, const conn_rec *from)
{
    conn_rec *c = apr_pcalloc(p, sizeof(*c));

    c->pool = p;
    c->base_server = from->base_server;
    c->id = from->id;
    c->keepalives = from->keepalives;
    c->client_ip = apr_pstrdup(p, from->client_ip);
    c->client_addr = copy_address(p, from->client_addr);
    c->local_ip = apr_pstrdup(p, from->local_ip);
    c->local_addr = copy_address(p, from->local_addr);
    c->log_id = copy(p, from->log_id);
    c->notes = apr_table_clone(p, from->notes);
    c->conn_config = ap_create_conn_config(p);
    return c;
}

static request_rec *copy_request(apr_pool_t *p, const request_rec *from)
{
    request_rec *r = apr_pcalloc(p, sizeof(*r));

    r->pool = p;
    r->server = from->server;
    r->connection = copy_connection(p, from->connection);
    r->request_config = ap_create_request_config(p);
    r->per_dir_config = from->server->lookup_defaults;
    r->useragent_ip = apr_pstrdup(p, from->useragent_ip);
    r->useragent_addr = copy_address(p, from->useragent_addr);
    r->log_id = copy(p, from->log_id);
    r->the_request = apr_pstrdup(p, from->the_request);
    r->method = apr_pstrdup(p, from->method);
    r->protocol = apr_pstrdup(p, from->protocol);
    r->hostname = apr_pstrdup(p, from->hostname);
    r->uri = apr_pstrdup(p, from->uri);
    r->args = apr_pstrdup(p, from->args);
    r->filename = apr_pstrdup(p, from->filename);
    r->user = apr_pstrdup(p, from->user);
    r->handler = apr_pstrdup(p, from->handler);
    r->status = from->status;
    r->request_time = from->request_time;
    r->headers_in = apr_table_clone(p, from->headers_in);
    r->headers_out = apr_table_make(p, 1);
    r->err_headers_out = apr_table_make(p, 1);
    r->notes = apr_table_clone(p, from->notes);
    r->subprocess_env = apr_table_clone(p, from->subprocess_env);
    return r;
}

static job_t *make_job(mh_process_t *process)
{
    const mh_process_lines_t *lines = &process->lines;
    apr_pool_t *p;
    job_t *job;

    if (apr_pool_create(&p, NULL) != APR_SUCCESS)
        return NULL;
    job = apr_pcalloc(p, sizeof(*job));
    job->pool = process->pool;
    job->r = copy_request(p, process->r);
    job->fd = process->err;
    job->lines = *lines;
    job->lines.text = apr_palloc(p, HUGE_STRING_LEN);
    if (lines->used)
        memcpy(job->lines.text, lines->text, lines->used);
    return job;
}

static void end_job(job_t *job)
{
    close(job->fd);
    apr_pool_destroy(job->r->pool);
}

static void forget(const job_t *job)
{
    job_t **at = &late.jobs;

    pthread_mutex_lock(&late.lock);
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
    pthread_mutex_unlock(&late.lock);
}

/* A job may go on for months: its lines take no memory that stays. */
static void say(job_t *job, const char *data, size_t size)
{
    apr_pool_t *own = job->r->pool;

    if (apr_pool_create(&job->r->pool, own) != APR_SUCCESS)
        job->r->pool = own;
    if (size)
        mh_process_said(job->r, &job->lines, data, size);
    else
        mh_process_said_all(job->r, &job->lines);
    if (job->r->pool != own)
        apr_pool_destroy(job->r->pool);
    job->r->pool = own;
}

static void hear_job(job_t *job)
{
    char data[4096];
    ssize_t size = read(job->fd, data, sizeof(data));

    if (size < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    say(job, data, size > 0 ? (size_t)size : 0);
    if (size > 0)
        return;
    forget(job);
    end_job(job);
}

/* Only this thread takes jobs away. */
static bool end_lines(bool log)
{
    bool open = false;
    job_t *job;

    pthread_mutex_lock(&late.lock);
    job = late.jobs;
    pthread_mutex_unlock(&late.lock);
    for (; job; job = job->next) {
        if (job->lines.used && log)
            say(job, NULL, 0);
        open = open || job->lines.used;
    }
    return open;
}

static void *listen_to_all(void *data)
{
    struct epoll_event events[EVENTS];

    while (atomic_load(&late.runs)) {
        int count = epoll_wait(late.epoll, events, EVENTS,
                               end_lines(false) ? LINE_PAUSE : -1);

        if (count < 0 && errno != EINTR)
            break;
        for (int i = 0; i < count; i++)
            if (events[i].data.ptr)
                hear_job(events[i].data.ptr);
        if (!count)
            end_lines(true);
    }
    return data;
}

static bool begin_late(void)
{
    struct epoll_event event = { .events = EPOLLIN };

    if (late.epoll < 0)
        late.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (late.stop < 0)
        late.stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (late.epoll < 0 || late.stop < 0 ||
        (epoll_ctl(late.epoll, EPOLL_CTL_ADD, late.stop, &event) &&
         errno != EEXIST))
        return false;
    atomic_store(&late.runs, true);
    if (!mh_own_thread_start(&late.thread, listen_to_all))
        atomic_store(&late.runs, false);
    return atomic_load(&late.runs);
}

/* True if the pool may have one more job here. */
static bool has_room_for(const mh_pool_t *pool)
{
    int count = 0;

    for (const job_t *job = late.jobs; job; job = job->next)
        count += job->pool == pool;
    return count < MOST;
}

static bool add_job(job_t *job)
{
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = job };
    bool added;

    pthread_mutex_lock(&late.lock);
    added = has_room_for(job->pool) &&
            (atomic_load(&late.runs) || begin_late()) &&
            !epoll_ctl(late.epoll, EPOLL_CTL_ADD, job->fd, &event);
    if (added) {
        job->next = late.jobs;
        late.jobs = job;
    }
    pthread_mutex_unlock(&late.lock);
    return added;
}

void mh_late_lines_take(mh_process_t *process)
{
    job_t *job = process->err < 0 ? NULL : make_job(process);

    if (!job) {
        mh_process_close_fd(&process->err);
        return;
    }
    process->err = -1;
    process->lines.used = 0;
    if (!add_job(job)) {
        say(job, NULL, 0);
        end_job(job);
    }
}

/* httpd ends its servers' data after this. */
static apr_status_t stop(void *data)
{
    const uint64_t one = 1;

    if (!atomic_exchange(&late.runs, false))
        return APR_SUCCESS;
    (void)!write(late.stop, &one, sizeof(one));
    pthread_join(late.thread, NULL);
    return APR_SUCCESS;
}

void mh_late_lines_child(apr_pool_t *pchild)
{
    apr_pool_pre_cleanup_register(pchild, NULL, stop);
}
