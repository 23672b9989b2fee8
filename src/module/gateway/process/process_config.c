/*
 * process_config.c - see process_config.h.
 */
#include "module/config/config.h"
#include "module/config/embedded.h"

#include "module/gateway/process/process_config.h"
#include "module/gateway/pools/pool_config.h"
#include "module/profile/profile_request.h"
#include "unixd.h"

#define WORKER_TIMEOUT apr_time_from_sec(365 * 24 * 3600)

const mh_cgi_dir_t *mh_process_dir(const request_rec *r)
{
    return &mh_dir_config(r)->cgi;
}

apr_interval_time_t mh_process_timeout(const request_rec *r, bool serves)
{
    apr_interval_time_t timeout = mh_process_dir(r)->timeout;

    /* A worker may be silent as long as its pool lets it run. */
    if (timeout <= 0 && serves)
        return WORKER_TIMEOUT;
    return timeout > 0 ? timeout : r->server->timeout;
}

apr_size_t mh_process_buffer(const request_rec *r)
{
    apr_off_t buffer = mh_process_dir(r)->buffer;

    return buffer ? (apr_size_t)buffer : MH_PROCESS_BUFFER;
}

apr_off_t mh_process_file(const request_rec *r)
{
    apr_off_t file = mh_process_dir(r)->file;

    if (file < 0)
        return 0;
    return file ? file : MH_PROCESS_FILE;
}

bool mh_process_body_room(const request_rec *r, apr_size_t *room)
{
    apr_off_t body = mh_process_dir(r)->body;

    *room = body > 0 ? (apr_size_t)body : MH_PROCESS_BODY;
    return body >= 0;
}

static const char *has_no_pool(request_rec *r, uid_t uid, gid_t gid)
{
    char *name;

    if (apr_uid_name_get(&name, uid, r->pool) != APR_SUCCESS)
        name = apr_psprintf(r->pool, "#%lu", (unsigned long)uid);
    return apr_psprintf(
        r->pool,
        "MH3032: suexec names user %s and group %lu for it, and no pool runs "
        "as them: define one (PerlPool %s user=%s), choose another "
        "(PerlUsePool), or turn suexec off (Suexec Off)",
        name, (unsigned long)gid, *name == '#' ? "NAME" : name, name);
}

static mh_pool_t *find_pool(request_rec *r, const char **why)
{
    const mh_cgi_dir_t *dir = mh_process_dir(r);
    const ap_unix_identity_t *identity;
    mh_pool_t *pool;

    if (dir->use && !dir->use->inside)
        return dir->use->pool;
    identity = mh_pools_have_identities() ? ap_run_get_suexec_identity(r)
                                          : NULL;
    if (!identity)
        return mh_pool_find(MH_POOL_DEFAULT);
    pool = mh_pool_of_identity(identity->uid, identity->gid);
    if (!pool)
        *why = has_no_pool(r, identity->uid, identity->gid);
    return pool;
}

mh_pool_t *mh_process_pool(request_rec *r, const char **why)
{
    mh_pool_t *pool = find_pool(r, why);

    return pool && mh_profile_wants(r) ? pool->profiled : pool;
}

const char *mh_process_use_pool(cmd_parms *cmd, void *dir, const char *name)
{
    mh_cgi_dir_t *cgi = &((mh_dir_config_t *)dir)->cgi;

    if (ap_check_cmd_context(cmd, NOT_IN_HTACCESS))
        return "MH1207: PerlUsePool is not allowed in .htaccess: it chooses "
               "the user of a script; put it into the server configuration";
    cgi->use = mh_pool_use_new(cmd, name);
    if (cgi->use->inside)
        mh_embedded_note_use();
    return NULL;
}

const char *mh_process_set_timeout(cmd_parms *cmd, void *dir, const char *time)
{
    mh_cgi_dir_t *cgi = &((mh_dir_config_t *)dir)->cgi;

    if (ap_timeout_parameter_parse(time, &cgi->timeout, "s") != APR_SUCCESS)
        return apr_psprintf(cmd->pool,
                            "MH1210: %s takes a time such as 90s, not %s",
                            cmd->cmd->name, time);
    return NULL;
}

/* A buffer of PerlBuffer: the least that it may have, and what 0 means. */
typedef struct {
    const char *name;
    size_t offset;
    apr_off_t least; /* 0: Off is allowed, too */
    apr_off_t zero;
} buffer_t;

static const buffer_t buffers[] = {
    { "request=", offsetof(mh_cgi_dir_t, body), 0, 1 },
    { "response=", offsetof(mh_cgi_dir_t, buffer), 65536, 0 },
    { "file=", offsetof(mh_cgi_dir_t, file), 0, -1 },
};

static const buffer_t *buffer_of(const char *word)
{
    for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++)
        if (!strncasecmp(word, buffers[i].name, strlen(buffers[i].name)))
            return &buffers[i];
    return NULL;
}

/* Bytes, or a number with K, M or G. */
static bool read_size(const char *text, apr_off_t *bytes)
{
    static const char units[] = "kmg";
    const char *unit;
    char *end;
    int shift;

    if (!apr_isdigit(*text) || apr_strtoff(bytes, text, &end, 10))
        return false;
    unit = *end ? strchr(units, apr_tolower(*end)) : NULL;
    shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (end[unit != NULL] || *bytes > INT64_MAX >> shift)
        return false;
    *bytes <<= shift;
    return true;
}

/* Off: -1. */
static const char *read_buffer(cmd_parms *cmd, const buffer_t *buffer,
                               const char *text, apr_off_t *bytes)
{
    if (!buffer->least && !strcasecmp(text, "off")) {
        *bytes = -1;
        return NULL;
    }
    if (!read_size(text, bytes))
        return mh_config_cgi_no_bytes(cmd, text);
    if (*bytes < buffer->least)
        return "MH1211: PerlBuffer response= takes at least 65536, the size of "
               "a pipe";
    if (!*bytes)
        *bytes = buffer->zero;
    return NULL;
}

const char *mh_process_set_buffer(cmd_parms *cmd, void *dir, const char *word)
{
    mh_cgi_dir_t *cgi = &((mh_dir_config_t *)dir)->cgi;
    const buffer_t *buffer = buffer_of(word);
    apr_off_t *bytes;

    if (!buffer)
        return apr_psprintf(cmd->pool,
                            "MH1213: PerlBuffer takes request=, response= and "
                            "file=, not %s",
                            word);
    bytes = (apr_off_t *)(void *)((char *)cgi + buffer->offset);
    return read_buffer(cmd, buffer, word + strlen(buffer->name), bytes);
}
