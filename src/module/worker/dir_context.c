/*
 * dir_context.c - see dir_context.h.
 */
#include "module/worker/dir_context.h"

#include "module/perl/interpreter.h"
#include "module/request/handler.h"
#include "shared/recycle.h"

/* .htaccess files are not bounded in number: the worker ends at this limit. */
#define PLACES_MAX 1000

/* Phases that a worker runs. */
static const mh_hook_e hooks[] = { MH_HOOK_RESPONSE, MH_HOOK_LOG,
                                   MH_HOOK_CLEANUP };

#define HOOKS (sizeof(hooks) / sizeof(hooks[0]))

typedef struct place_t {
    mh_dir_config_t *dir;
    apr_table_t *vars; /* of its virtual host, or NULL */
    apr_table_t *env;
} place_t;

static apr_hash_t *places; /* bytes => place_t * */

static int count_named(const apr_array_header_t *list)
{
    int count = 0;

    for (int i = 0; list && i < list->nelts; i++)
        count += APR_ARRAY_IDX(list, i, mh_handler_t *)->name != NULL;
    return count;
}

/* Code that was pushed has no name: httpd runs it itself. */
static void write_handlers(mh_pack_t *pack, const apr_array_header_t *list)
{
    mh_pack_count(pack, count_named(list));
    for (int i = 0; list && i < list->nelts; i++) {
        mh_handler_t handler = *APR_ARRAY_IDX(list, i, mh_handler_t *);
        int never_load = handler.never_load;

        if (!handler.name)
            continue;
        mh_pack_text(pack, &handler.name);
        mh_pack_text(pack, &handler.file);
        mh_pack_int(pack, &handler.line);
        mh_pack_int(pack, &never_load);
    }
}

static apr_array_header_t *read_handlers(mh_pack_t *pack, mh_hook_e hook)
{
    int count = mh_pack_count(pack, 0);
    apr_array_header_t *list = NULL;

    if (count)
        list = apr_array_make(pack->pool, count, sizeof(mh_handler_t *));
    for (int i = 0; i < count && !pack->wrong; i++) {
        mh_handler_t *handler = apr_pcalloc(pack->pool, sizeof(*handler));
        int never_load;

        mh_pack_text(pack, &handler->name);
        mh_pack_text(pack, &handler->file);
        mh_pack_int(pack, &handler->line);
        mh_pack_int(pack, &never_load);
        pack->wrong = pack->wrong || !handler->name;
        handler->never_load = never_load;
        handler->pool = pack->pool;
        mh_handlers_exist[hook] = true;
        APR_ARRAY_PUSH(list, mh_handler_t *) = handler;
    }
    return list;
}

static void write_table(mh_pack_t *pack, apr_table_t *table)
{
    int there = table != NULL;

    mh_pack_int(pack, &there);
    if (there)
        mh_pack_table(pack, table);
}

static apr_table_t *take_table(mh_pack_t *pack)
{
    apr_table_t *table = NULL;
    int there;

    mh_pack_int(pack, &there);
    if (there) {
        table = apr_table_make(pack->pool, 4);
        mh_pack_table(pack, table);
    }
    return table;
}

static void pack_psgi(mh_pack_t *pack, mh_psgi_dir_t *psgi)
{
    mh_pack_text(pack, &psgi->file);
    mh_pack_text(pack, &psgi->mount);
    mh_pack_bytes(pack, &psgi->unmapped, sizeof(psgi->unmapped));
}

void mh_dir_context_write(mh_pack_t *pack, request_rec *r)
{
    mh_dir_config_t *dir = mh_dir_config(r);
    mh_server_config_t *server = mh_server_config(r->server);
    bool host = r->server->is_virtual;
    mh_pack_t own;
    int timing;
    int size;

    mh_pack_write(&own, pack->pool);
    mh_pack_bytes(&own, &dir->options, sizeof(dir->options));
    timing = (int)dir->timing;
    mh_pack_int(&own, &timing);
    mh_pack_text(&own, &dir->location);
    pack_psgi(&own, &dir->psgi);
    write_table(&own, dir->vars);
    write_table(&own, dir->env);
    write_table(&own, host ? server->vars : NULL);
    write_table(&own, host ? server->env : NULL);
    for (size_t i = 0; i < HOOKS; i++)
        write_handlers(&own, mh_handlers_of_request(r, hooks[i]));
    size = (int)own.used;
    mh_pack_int(pack, &size);
    mh_pack_bytes(pack, own.data, own.used);
}

static place_t *read_place(mh_pack_t *pack)
{
    place_t *place = apr_pcalloc(pack->pool, sizeof(*place));
    mh_dir_config_t *dir = apr_pcalloc(pack->pool, sizeof(*dir));
    int timing;

    place->dir = dir;
    mh_pack_bytes(pack, &dir->options, sizeof(dir->options));
    mh_pack_int(pack, &timing);
    dir->timing = (mh_timing_mode_e)timing;
    mh_pack_text(pack, &dir->location);
    pack_psgi(pack, &dir->psgi);
    dir->vars = take_table(pack);
    dir->vars_set = apr_table_make(pack->pool, 1);
    dir->env = take_table(pack);
    place->vars = take_table(pack);
    place->env = take_table(pack);
    for (size_t i = 0; i < HOOKS; i++)
        dir->handlers[hooks[i]] = read_handlers(pack, hooks[i]);
    return pack->wrong ? NULL : place;
}

static apr_pool_t *room(void)
{
    static apr_pool_t *pool;

    if (!pool) {
        apr_pool_create(&pool, mehari.pconf);
        places = apr_hash_make(pool);
    }
    if (apr_hash_count(places) >= PLACES_MAX)
        mh_recycle_due();
    return pool;
}

static place_t *find(const char *bytes, int size)
{
    apr_pool_t *pool = room();
    place_t *place = apr_hash_get(places, bytes, size);
    mh_pack_t own;
    char *copy;

    if (place)
        return place;
    copy = apr_pmemdup(pool, bytes, (apr_size_t)size);
    mh_pack_read(&own, pool, copy, (size_t)size);
    place = read_place(&own);
    if (place)
        apr_hash_set(places, copy, size, place);
    return place;
}

mh_dir_config_t *mh_dir_context_read(mh_pack_t *pack, server_rec *s)
{
    int size = mh_pack_count(pack, 0);
    const char *bytes = pack->data + pack->used;
    mh_server_config_t *server = mh_server_config(s);
    const place_t *place = pack->wrong ? NULL : find(bytes, size);

    if (!place)
        return NULL;
    pack->used += (size_t)size;
    if (place->vars)
        server->vars = place->vars;
    if (place->env)
        server->env = place->env;
    return place->dir;
}
