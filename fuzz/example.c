/*
 * example.c - a request and an answer with which fuzzing starts. The functions
 * that write them in httpd and in a worker write them here.
 */
#include "module.h"

#include "fuzz.h"

#include <string.h>

#include "module/config/config.h"
#include "module/request/handler.h"
#include "module/worker/answer.h"
#include "module/worker/fields.h"
#include "module/worker/dir_context.h"
#include "module/worker/record.h"

static apr_sockaddr_t *address(apr_pool_t *pool, const char *name)
{
    apr_sockaddr_t *address = NULL;

    apr_sockaddr_info_get(&address, name, APR_UNSPEC, 80, 0, pool);
    return address;
}

static request_rec *request(apr_pool_t *pool)
{
    conn_rec *c = mh_fuzz_connection(pool);
    request_rec *r = ap_create_request(c);

    c->client_addr = address(pool, "127.0.0.1");
    c->local_addr = address(pool, "::1");
    c->client_ip = apr_pstrdup(pool, "127.0.0.1");
    r->the_request = apr_pstrdup(pool, "GET /w?a=b HTTP/1.1");
    r->method = "GET";
    r->uri = apr_pstrdup(pool, "/w");
    r->args = apr_pstrdup(pool, "a=b");
    r->protocol = apr_pstrdup(pool, "HTTP/1.1");
    r->handler = "modperl";
    r->status = HTTP_OK;
    r->content_type = "text/html";
    r->content_languages = apr_array_make(pool, 1, sizeof(char *));
    APR_ARRAY_PUSH(r->content_languages, const char *) = "en";
    APR_ARRAY_PUSH(r->content_languages, const char *) = "de";
    r->useragent_addr = c->client_addr;
    apr_table_set(r->headers_in, "Host", "example.test");
    apr_table_set(r->headers_out, "X-A", "1");
    apr_table_set(r->subprocess_env, "A", "");
    return r;
}

static void put_place(mh_pack_t *pack, request_rec *r)
{
    core_dir_config *core = apr_pcalloc(r->pool, sizeof(*core));
    mh_dir_config_t *dir = apr_pcalloc(r->pool, sizeof(*dir));
    mh_handler_t *handler = apr_pcalloc(r->pool, sizeof(*handler));

    handler->name = "My::Handler";
    handler->file = "httpd.conf";
    dir->location = "/w";
    dir->vars = apr_table_make(r->pool, 1);
    apr_table_set(dir->vars, "Place", "here");
    dir->handlers[MH_HOOK_RESPONSE] = apr_array_make(r->pool, 1,
                                                     sizeof(void *));
    APR_ARRAY_PUSH(dir->handlers[MH_HOOK_RESPONSE], mh_handler_t *) = handler;
    r->per_dir_config = ap_create_per_dir_config(r->pool);
    ap_set_module_config(r->per_dir_config, &perl_module, dir);
    mh_dir_context_write(pack, r);
    mh_fields_core(pack, core);
}

/* A redirected request, as module/gateway/worker/worker_message.c writes it. */
static void put_request(mh_pack_t *pack, request_rec *r)
{
    mh_server_facts_t facts = { .document_root = "/srv",
                                .auth_type = "Basic",
                                .lost = r->headers_in,
                                .gained = r->headers_in };
    int there = 1;
    int none = 0;

    mh_fields_facts(pack, &facts);
    mh_fields_connection(pack, r->connection);
    mh_fields_request(pack, r);
    mh_pack_int(pack, &there);
    mh_fields_request(pack, r);
    for (int i = 0; i < 3; i++)
        mh_pack_int(pack, &none);
    put_place(pack, r);
}

static void put_record(mh_pack_t *pack, mh_record_kind_e kind, void *data,
                       size_t size)
{
    mh_record_t record = { (uint32_t)size, kind };

    mh_pack_bytes(pack, &record, sizeof(record));
    if (size)
        mh_pack_bytes(pack, data, size);
}

static void put_log(mh_pack_t *pack)
{
    struct {
        mh_record_log_t about;
        char text[12];
    } line = { { .level = APLOG_WARNING, .file_size = 5 }, "a.pl\0it is." };

    put_record(pack, MH_RECORD_LOG, &line, sizeof(line));
}

static void put_interim(mh_pack_t *pack, apr_pool_t *pool)
{
    apr_table_t *headers = apr_table_make(pool, 1);
    int status = HTTP_PROCESSING + 1;
    mh_pack_t fields;

    apr_table_setn(headers, "Link", "</a.css>; rel=preload");
    mh_pack_write(&fields, pool);
    mh_fields_interim(&fields, &status, headers);
    put_record(pack, MH_RECORD_INTERIM, fields.data, fields.used);
}

static void put_answer(mh_pack_t *pack, request_rec *r, bool has_head)
{
    mh_answer_t answer = { .uri = has_head ? NULL : "/other", .keeps = 1 };
    mh_pack_t fields;
    char body[] = "hello\n";

    put_record(pack, MH_RECORD_READ, NULL, 0);
    if (has_head) {
        put_interim(pack, r->pool);
        mh_pack_write(&fields, r->pool);
        mh_fields_response(&fields, r);
        put_record(pack, MH_RECORD_HEAD, fields.data, fields.used);
        put_record(pack, MH_RECORD_DATA, body, sizeof(body) - 1);
    }
    put_log(pack);
    mh_pack_write(&fields, r->pool);
    mh_answer_fields(&fields, &answer, r, has_head);
    put_record(pack, MH_RECORD_END, fields.data, fields.used);
    put_log(pack);
    put_record(pack, MH_RECORD_DONE, NULL, 0);
}

static size_t copy(const mh_pack_t *pack, char *buffer, size_t size)
{
    mh_fuzz_expect(pack->used <= size, "an example is small");
    memcpy(buffer, pack->data, pack->used);
    return pack->used;
}

/* A list of languages with an entry without a name must be refused. */
static void spoil(request_rec *r)
{
    APR_ARRAY_PUSH(r->content_languages, const char *) = NULL;
}

size_t mh_fuzz_serve_example(int number, char *buffer, size_t size)
{
    apr_pool_t *pool = mh_fuzz_pool();
    request_rec *r = request(pool);
    mh_pack_t pack;

    if (number == 1)
        spoil(r);
    mh_pack_write(&pack, pool);
    put_request(&pack, r);
    size = number > 1 ? 0 : copy(&pack, buffer, size);
    apr_pool_destroy(pool);
    return size;
}

size_t mh_fuzz_answer_example(int number, char *buffer, size_t size)
{
    apr_pool_t *pool = mh_fuzz_pool();
    request_rec *r = request(pool);
    mh_pack_t pack;

    if (number == 2)
        spoil(r);
    mh_pack_write(&pack, pool);
    put_answer(&pack, r, number != 1);
    size = number > 2 ? 0 : copy(&pack, buffer, size);
    apr_pool_destroy(pool);
    return size;
}
