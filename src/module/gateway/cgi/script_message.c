/*
 * script_message.c - see script_message.h.
 */
#include "module/gateway/cgi/script_message.h"

#include <errno.h>
#include <sys/resource.h>

#include "module/gateway/cgi/constant.h"
#include "module/gateway/pools/dispositions.h"
#include "module/gateway/pools/lease_key.h"
#include "module/gateway/pools/manager_process.h"
#include "module/request/query_words.h"
#include "shared/resource.h"
#include "shared/wire/channel.h"

#define ABOUT_MAX 1000
#define SHELL "/bin/sh"

typedef struct {
    char *data;
    size_t size;
} list_t;

/* The program to execute; stamp: as httpd saw it, or NULL. */
typedef struct {
    const char *path;
    list_t words;
    list_t constant; /* names of variables */
    const mh_wire_stamp_t *stamp;
    mh_ledger_place_t note;
    mh_wire_limits_t limits;
} program_t;

static list_t join(const char *const *words, size_t count, apr_pool_t *p)
{
    list_t list = { NULL, 0 };
    char *at;

    for (size_t i = 0; i < count; i++)
        list.size += strlen(words[i]) + 1;
    at = list.data = apr_palloc(p, list.size + 1);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(words[i]) + 1;

        memcpy(at, words[i], length);
        at += length;
    }
    return list;
}

/* True if one of these words sets the same variable as `word`. */
static bool is_set(char **words, size_t count, const char *word)
{
    size_t size = strcspn(word, "=") + 1;

    for (size_t i = 0; i < count; i++)
        if (words[i][0] == word[0] && strncmp(words[i], word, size) == 0)
            return true;
    return false;
}

/* X-USER and X_USER are one name before httpd 2.4.66. Programs find the first
 * of two variables. */
static list_t environment(request_rec *r)
{
    char **words = ap_create_environment(r->pool, r->subprocess_env);
    size_t count = 0;

    for (char **at = words; *at; at++)
        if (!is_set(words, count, *at))
            words[count++] = *at;
    return join((const char *const *)words, count, r->pool);
}

static list_t constant_of(request_rec *r)
{
    apr_array_header_t *names = mh_constant_names(r);

    return join((const char *const *)(void *)names->elts, (size_t)names->nelts,
                r->pool);
}

static list_t words_of(request_rec *r)
{
    apr_array_header_t *words = mh_query_words(r);

    return join((const char *const *)(void *)words->elts, (size_t)words->nelts,
                r->pool);
}

static mh_wire_stamp_t stamp_of(const request_rec *r)
{
    mh_wire_stamp_t stamp = {
        .device = (uint64_t)r->finfo.device,
        .inode = (uint64_t)r->finfo.inode,
        .size = (uint64_t)r->finfo.size,
        .mtime = r->finfo.mtime * 1000,
    };

    return stamp;
}

static void set_limit(uint64_t pair[2], const struct rlimit *limit)
{
    pair[0] = limit ? limit->rlim_cur : UINT64_MAX;
    pair[1] = limit ? limit->rlim_max : UINT64_MAX;
}

static mh_wire_limits_t limits_of(const request_rec *r, const mh_pool_t *pool)
{
    const core_dir_config *core = ap_get_core_module_config(r->per_dir_config);
    mh_wire_limits_t limits = { .ignored = mh_dispositions_ignored() };

    set_limit(limits.cpu, core->limit_cpu);
    set_limit(limits.memory, core->limit_mem);
    set_limit(limits.nproc, core->limit_nproc);
    mh_resource_lower_cpu(limits.cpu, &pool->numbers.resources);
    return limits;
}

static const char *about(request_rec *r)
{
    const char *text = apr_pstrcat(r->pool, r->method, " ", r->uri, NULL);

    return strlen(text) > ABOUT_MAX ? apr_pstrmemdup(r->pool, text, ABOUT_MAX)
                                    : text;
}

static void write_message(request_rec *r, mh_request_message_t *message,
                          size_t room, const program_t *program,
                          const list_t *environ)
{
    mh_wire_writer_t writer;

    message->id = mh_request_message_id();
    message->note = program->note;
    message->data = apr_palloc(r->pool, room);
    mh_wire_begin(&writer, message->data, room, MH_WIRE_REQUEST, message->id);
    mh_wire_put_string(&writer, MH_TAG_SCRIPT, program->path);
    mh_wire_put(&writer, MH_TAG_ARGS, program->words.data, program->words.size);
    mh_wire_put(&writer, MH_TAG_CONSTANT, program->constant.data,
                program->constant.size);
    if (environ)
        mh_wire_put(&writer, MH_TAG_ENVIRON, environ->data, environ->size);
    mh_wire_put_string(&writer, MH_TAG_ABOUT, about(r));
    mh_wire_put(&writer, MH_TAG_STAMP, program->stamp, sizeof(*program->stamp));
    mh_wire_put(&writer, MH_TAG_LIMITS, &program->limits,
                sizeof(program->limits));
    if (message->note.secret)
        mh_wire_put(&writer, MH_TAG_NOTE, &message->note,
                    sizeof(message->note));
    /* The last field: see mh_request_message_lease(). */
    if (message->key.data)
        mh_wire_put_number(&writer, MH_TAG_LEASE, MH_LEASE_NONE);
    message->size = mh_wire_end(&writer);
}

/* A request with a memory file, or without a place for a note, has no lease. */
static mh_lease_key_t key_of(request_rec *r, const program_t *program,
                             const list_t *environ)
{
    mh_lease_about_t about = {
        .script = program->path,
        .stamp = program->stamp,
        .ignored = program->limits.ignored,
        .has_words = program->words.size != 0,
        .constant = { program->constant.data,
                      (uint32_t)program->constant.size },
        .environ = { environ->data, (uint32_t)environ->size },
    };

    return mh_lease_key(r->pool, &about);
}

static bool make(request_rec *r, const program_t *program,
                 mh_request_message_t *message)
{
    list_t environ = environment(r);
    size_t fixed = strlen(program->path) + ABOUT_MAX + program->words.size +
                   program->constant.size + 512;

    message->memory = -1;
    message->body = true;
    message->key = (mh_lease_key_t){ NULL, 0 };
    if (fixed + environ.size <= MH_WIRE_MAX) {
        if (program->note.secret)
            message->key = key_of(r, program, &environ);
        write_message(r, message, fixed + environ.size, program, &environ);
        return message->size != 0;
    }
    write_message(r, message, MH_WIRE_MAX, program, NULL);
    if (!message->size) {
        errno = E2BIG;
        return false;
    }
    message->memory = mh_channel_memory(environ.data, environ.size);
    return message->memory >= 0;
}

bool mh_script_message(request_rec *r, const mh_pool_t *pool,
                       mh_request_message_t *message)
{
    mh_wire_stamp_t stamp = stamp_of(r);
    program_t program = {
        .path = r->filename,
        .words = words_of(r),
        .constant = constant_of(r),
        .stamp = &stamp,
        .note = mh_manager_process_note(pool),
        .limits = limits_of(r, pool),
    };

    return make(r, &program, message);
}

/*
 * mod_include starts a command in the page's directory, by the shell as APR
 * starts it.
 */
bool mh_script_message_command(request_rec *r, const mh_pool_t *pool,
                               const char *command,
                               mh_request_message_t *message)
{
    const char *words[] = {
        "-c",    "cd \"$1\" && unset OLDPWD && exec \"$0\" -c \"$2\"",
        SHELL,   ap_make_dirstr_parent(r->pool, r->filename),
        command,
    };
    program_t program = {
        .path = SHELL,
        .words = join(words, sizeof(words) / sizeof(words[0]), r->pool),
        .limits = limits_of(r, pool),
    };

    if (!make(r, &program, message))
        return false;
    message->body = false;
    return true;
}
