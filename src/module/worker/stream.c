/*
 * stream.c - see stream.h.
 */
#include "module/worker/rebuild.h"
#include "module/worker/stream.h"

#include <errno.h>
#include <poll.h>
#include <sys/uio.h>
#include <unistd.h>

#include "util_filter.h"

#include "module/perl/interpreter.h"
#include "module/worker/fields.h"
#include "module/worker/record.h"

/* A page of that size is sent with its head by one write. */
#define HELD_MAX 32768
#define READ_SIZE 65536

static struct {
    request_rec *r; /* NULL: it has been answered */
    bool open;
    int in;
    int out;
    bool head;   /* HEAD has been sent */
    bool wanted; /* the body has been asked for */
    bool gone;   /* httpd has stopped reading */
    size_t held;
    char buffer[HELD_MAX];
} stream = { .in = -1, .out = -1 };

static ap_filter_rec_t *input_filter;
static ap_filter_rec_t *output_filter;

void mh_stream_open(request_rec *r, int in, int out)
{
    stream.r = r;
    stream.open = true;
    stream.in = in;
    stream.out = out;
    stream.head = stream.wanted = stream.gone = false;
    stream.held = 0;
}

void mh_stream_attach(conn_rec *c)
{
    ap_add_input_filter_handle(input_filter, NULL, NULL, c);
    ap_add_output_filter_handle(output_filter, NULL, NULL, c);
}

bool mh_stream_is_open(void)
{
    return stream.open && !mehari.elsewhere;
}

bool mh_stream_is_heard(void)
{
    return mh_stream_is_open() && !stream.gone;
}

static int manager_fd = STDERR_FILENO;

void mh_stream_to(int fd)
{
    manager_fd = fd;
}

void mh_stream_say(const char *line, size_t size)
{
    (void)!write(manager_fd, line, size);
}

/* httpd closes its end when nobody waits for the response any more. */
static void lose(void)
{
    stream.gone = true;
    stream.held = 0;
    if (stream.r)
        stream.r->connection->aborted = 1;
}

void mh_stream_look(void)
{
    struct pollfd place = { .fd = stream.out };

    if (mh_stream_is_heard() && stream.out >= 0 && poll(&place, 1, 0) > 0 &&
        place.revents & POLLERR)
        lose();
}

static void write_all(struct iovec *parts, int count)
{
    while (count > 0 && !stream.gone) {
        ssize_t size = writev(stream.out, parts, count);

        if (size < 0 && errno != EINTR)
            lose();
        while (count > 0 && size >= (ssize_t)parts->iov_len) {
            size -= (ssize_t)parts->iov_len;
            parts++;
            count--;
        }
        if (count > 0 && size > 0) {
            parts->iov_base = (char *)parts->iov_base + size;
            parts->iov_len -= (size_t)size;
        }
    }
}

static void flush(void)
{
    struct iovec part = { stream.buffer, stream.held };

    if (stream.held)
        write_all(&part, 1);
    stream.held = 0;
}

void mh_stream_end(bool now)
{
    if (now)
        flush();
    stream.r = NULL;
}

void mh_stream_close(bool keeps)
{
    mh_stream_put(MH_RECORD_DONE, NULL, 0);
    flush();
    if (!keeps)
        close(stream.out);
    if (stream.in >= 0)
        close(stream.in);
    stream.out = stream.in = -1;
    stream.open = false;
}

void mh_stream_put(unsigned kind, const void *data, size_t size)
{
    mh_record_t record = { (uint32_t)size, kind };
    struct iovec parts[3] = {
        { stream.buffer, stream.held },
        { &record, sizeof(record) },
        { (void *)(uintptr_t)data, size },
    };

    if (stream.gone || !mh_stream_is_open())
        return;
    if (stream.held + sizeof(record) + size > HELD_MAX) {
        write_all(parts, 3);
        stream.held = 0;
        return;
    }
    memcpy(stream.buffer + stream.held, &record, sizeof(record));
    stream.held += sizeof(record);
    if (size)
        memcpy(stream.buffer + stream.held, data, size);
    stream.held += size;
}

bool mh_stream_has_head(void)
{
    return stream.head;
}

/* Sends HEAD before the first byte; a second call does nothing. */
static void send_head(void)
{
    mh_pack_t pack;

    if (stream.head)
        return;
    stream.head = true;
    mh_pack_write(&pack, stream.r->pool);
    mh_fields_response(&pack, stream.r);
    mh_stream_put(MH_RECORD_HEAD, pack.data, pack.used);
}

void mh_stream_interim(int status, apr_table_t *headers)
{
    mh_pack_t pack;

    if (!stream.r || stream.head)
        return;
    mh_pack_write(&pack, stream.r->pool);
    mh_fields_interim(&pack, &status, headers);
    mh_stream_put(MH_RECORD_INTERIM, pack.data, pack.used);
    flush();
}

/* The bucket itself reads a file, and waits for a pipe. */
static apr_status_t send_bucket(request_rec *r, apr_bucket *bucket)
{
    const char *data;
    apr_size_t size;
    apr_status_t rc = apr_bucket_read(bucket, &data, &size, APR_BLOCK_READ);

    if (rc != APR_SUCCESS || !size)
        return rc;
    send_head();
    mh_stream_put(MH_RECORD_DATA, data, size);
    r->bytes_sent += (apr_off_t)size;
    return APR_SUCCESS;
}

static apr_status_t send_output(ap_filter_t *f, apr_bucket_brigade *brigade)
{
    apr_status_t rc = APR_SUCCESS;

    while (rc == APR_SUCCESS && stream.r && !APR_BRIGADE_EMPTY(brigade)) {
        apr_bucket *bucket = APR_BRIGADE_FIRST(brigade);

        if (APR_BUCKET_IS_FLUSH(bucket)) {
            send_head();
            flush();
        } else if (APR_BUCKET_IS_EOS(bucket)) {
            stream.r->eos_sent = 1;
        } else if (!APR_BUCKET_IS_METADATA(bucket)) {
            rc = send_bucket(stream.r, bucket);
        }
        apr_bucket_delete(bucket);
    }
    apr_brigade_cleanup(brigade);
    return stream.gone ? APR_ECONNABORTED : rc;
}

/* httpd reads the body only when it is asked for. */
static void ask_for_body(void)
{
    if (stream.wanted)
        return;
    stream.wanted = true;
    mh_rebuild_filtered(stream.r);
    mh_stream_put(MH_RECORD_READ, NULL, 0);
    flush();
}

/*
 * A socket, not a pipe: httpd shuts it down at the end of the body. If the body
 * breaks off, httpd closes the socket with an unread byte of its own in it,
 * which gives ECONNRESET.
 */
static ssize_t read_body(char *buffer, size_t size)
{
    ssize_t got;

    do
        got = read(stream.in, buffer, size);
    while (got < 0 && errno == EINTR);
    return got;
}

static void add_end(apr_bucket_brigade *brigade)
{
    APR_BRIGADE_INSERT_TAIL(brigade,
                            apr_bucket_eos_create(brigade->bucket_alloc));
}

/* Modes other than READBYTES are never used here. */
static apr_status_t get_input(ap_filter_t *f, apr_bucket_brigade *brigade,
                              ap_input_mode_t mode, apr_read_type_e block,
                              apr_off_t wanted)
{
    size_t size = wanted > 0 && wanted < READ_SIZE ? (size_t)wanted : READ_SIZE;
    apr_bucket_alloc_t *alloc = brigade->bucket_alloc;
    ssize_t got;
    char *buffer;

    if (mode == AP_MODE_INIT)
        return APR_SUCCESS;
    if (mode != AP_MODE_READBYTES && mode != AP_MODE_EXHAUSTIVE)
        return APR_ENOTIMPL;
    if (!stream.r || stream.in < 0) {
        add_end(brigade);
        return APR_SUCCESS;
    }
    ask_for_body();
    buffer = apr_bucket_alloc(size, alloc);
    got = read_body(buffer, size);
    if (got <= 0) {
        apr_bucket_free(buffer);
        if (got < 0)
            return errno;
        add_end(brigade);
        return APR_SUCCESS;
    }
    APR_BRIGADE_INSERT_TAIL(brigade,
                            apr_bucket_heap_create(buffer, (apr_size_t)got,
                                                   apr_bucket_free, alloc));
    return APR_SUCCESS;
}

/* A process that a handler leaves behind must not keep the response open. */
void mh_stream_forked(void)
{
    if (stream.out >= 0)
        close(stream.out);
    if (stream.in >= 0)
        close(stream.in);
    stream.out = stream.in = -1;
    stream.open = false;
}

void mh_stream_register(void)
{
    input_filter = ap_register_input_filter("MEHARI_WORKER_IN", get_input, NULL,
                                            AP_FTYPE_NETWORK);
    output_filter = ap_register_output_filter("MEHARI_WORKER_OUT", send_output,
                                              NULL, AP_FTYPE_NETWORK);
}
