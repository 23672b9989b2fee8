/*
 * pool_config.c - see pool_config.h.
 */
#include "module/profile/settings.h"

#include "module/gateway/pools/pool_config.h"

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include "unixd.h"

#include "module/gateway/pools/pool_keys.h"

/* Prefix of a pool made for SuexecUserGroup; no PerlPool can have that name. */
#define IDENTITY "suexec:"

/* Suffix of the name of a profiling pool. */
#define PROFILED ":profile"

static const char *settle_user(mh_pool_t *pool, apr_pool_t *pconf);
static const char *add_identities(server_rec *s, apr_pool_t *pconf);
static void add_profiled(apr_pool_t *pconf);

static apr_array_header_t *pools; /* mh_pool_t * */
static apr_array_header_t *uses;  /* mh_pool_use_t * */
static bool identities;

static mh_pool_t *new_pool(apr_pool_t *p, const char *name, const char *where)
{
    mh_pool_t *pool = apr_pcalloc(p, sizeof(*pool));

    pool->name = apr_pstrdup(p, name);
    pool->where = where;
    pool->environ = apr_array_make(p, 2, sizeof(char *));
    pool->preload = apr_array_make(p, 2, sizeof(char *));
    mh_pool_defaults(pool);
    APR_ARRAY_PUSH(pools, mh_pool_t *) = pool;
    return pool;
}

void mh_pools_reset(apr_pool_t *pconf)
{
    pools = apr_array_make(pconf, 4, sizeof(mh_pool_t *));
    uses = apr_array_make(pconf, 4, sizeof(mh_pool_use_t *));
    new_pool(pconf, MH_POOL_DEFAULT, "");
}

const apr_array_header_t *mh_pools(void)
{
    return pools;
}

mh_pool_t *mh_pool_find(const char *name)
{
    for (int i = 0; i < pools->nelts; i++) {
        mh_pool_t *pool = APR_ARRAY_IDX(pools, i, mh_pool_t *);

        if (!strcmp(pool->name, name))
            return pool;
    }
    return NULL;
}

static const char *identity_name(uid_t uid, gid_t gid, apr_pool_t *p)
{
    return apr_psprintf(p, IDENTITY "%lu:%lu", (unsigned long)uid,
                        (unsigned long)gid);
}

bool mh_pools_have_identities(void)
{
    return identities;
}

static bool runs_as(const mh_pool_t *pool, uid_t uid, gid_t gid)
{
    return pool->numbers.uid == uid && pool->numbers.gid == gid;
}

static bool is_of_directive(const mh_pool_t *pool)
{
    return !strncmp(pool->name, IDENTITY, sizeof(IDENTITY) - 1);
}

mh_pool_t *mh_pool_of_identity(uid_t uid, gid_t gid)
{
    mh_pool_t *found = NULL;

    for (int i = 0; i < pools->nelts; i++) {
        mh_pool_t *pool = APR_ARRAY_IDX(pools, i, mh_pool_t *);

        if (!runs_as(pool, uid, gid))
            continue;
        if (is_of_directive(pool))
            return pool;
        if (pool->user_set && !found)
            found = pool;
    }
    return found;
}

static const char *where(cmd_parms *cmd)
{
    const ap_directive_t *directive = cmd->directive;

    if (!directive || !directive->filename)
        return "";
    return apr_psprintf(cmd->pool, " (%s:%d)", directive->filename,
                        directive->line_num);
}

static bool is_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");

    return length > 0 && length <= 64 && !name[length];
}

const char *mh_pool_define(cmd_parms *cmd, void *dir, int argc,
                           char *const argv[])
{
    const char *refused = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    mh_pool_t *pool;

    if (refused)
        return "MH1201: PerlPool defines a pool for the whole server: put it "
               "outside of containers and <VirtualHost>, and PerlUsePool "
               "into them";
    if (!argc || !is_name(argv[0]))
        return "MH1202: PerlPool needs a name (letters, digits, _ . -) and "
               "then KEY=VALUE words";
    if (!strcmp(argv[0], MH_POOL_NONE))
        return "MH1222: PerlPool none: PerlUsePool none means that there is no "
               "pool; give it another name";
    pool = mh_pool_find(argv[0]);
    if (!pool)
        pool = new_pool(cmd->pool, argv[0], "");
    pool->where = where(cmd);
    for (int i = 1; i < argc; i++) {
        const char *why = mh_pool_set_key(pool, argv[i], cmd->pool);

        if (why)
            return apr_psprintf(cmd->pool, "MH1203: PerlPool %s: %s", argv[0],
                                why);
    }
    return NULL;
}

mh_pool_use_t *mh_pool_use_new(cmd_parms *cmd, const char *name)
{
    mh_pool_use_t *use = apr_pcalloc(cmd->pool, sizeof(*use));

    use->name = apr_pstrdup(cmd->pool, name);
    use->where = where(cmd);
    use->inside = !strcmp(name, MH_POOL_NONE);
    APR_ARRAY_PUSH(uses, mh_pool_use_t *) = use;
    return use;
}

const char *mh_pools_settle(server_rec *s, apr_pool_t *pconf)
{
    const char *why = NULL;

    for (int i = 0; !why && i < pools->nelts; i++)
        why = settle_user(APR_ARRAY_IDX(pools, i, mh_pool_t *), pconf);
    for (int i = 0; !why && i < uses->nelts; i++) {
        mh_pool_use_t *use = APR_ARRAY_IDX(uses, i, mh_pool_use_t *);

        use->pool = mh_pool_find(use->name);
        if (!use->pool && !use->inside)
            why =
                apr_psprintf(pconf,
                             "MH1204: PerlUsePool %s%s: there is no such pool; "
                             "define it with PerlPool %s user=...",
                             use->name, use->where, use->name);
    }
    if (!why)
        why = add_identities(s, pconf);
    if (!why)
        add_profiled(pconf);
    return why;
}

/* The user of httpd's children: User and Group, with that user's groups. */
static void take_httpds_user(mh_pool_t *pool, apr_pool_t *pconf)
{
    bool root = !geteuid();
    const struct passwd *entry;

    pool->numbers.uid = root ? ap_unixd_config.user_id : geteuid();
    if (!pool->group_set)
        pool->numbers.gid = root ? ap_unixd_config.group_id : getegid();
    entry = getpwuid((uid_t)pool->numbers.uid);
    pool->user = entry ? apr_pstrdup(pconf, entry->pw_name) : NULL;
}

static const char *settle_user(mh_pool_t *pool, apr_pool_t *pconf)
{
    if (!pool->user_set)
        take_httpds_user(pool, pconf);
    pool->numbers.change_user = !geteuid();
    if (pool->numbers.change_user && !pool->numbers.uid)
        return apr_psprintf(
            pconf,
            "MH1205: PerlPool %s%s: a pool never runs as root; name "
            "another user with user=",
            pool->name, pool->where);
    if (!pool->numbers.change_user && pool->numbers.uid != geteuid())
        return apr_psprintf(
            pconf,
            "MH1206: PerlPool %s%s: only a server that root has "
            "started can run a pool as another user; leave "
            "out user=, or start httpd as root",
            pool->name, pool->where);
    return NULL;
}

/*
 * The identity that SuexecUserGroup of this server names. The hook wants a
 * request. This one has all fields that a module can use before there is a real
 * one.
 */
static const ap_unix_identity_t *identity_of(server_rec *s, apr_pool_t *p)
{
    request_rec *r = apr_pcalloc(p, sizeof(*r));

    r->pool = p;
    r->server = s;
    r->per_dir_config = s->lookup_defaults;
    r->request_config = ap_create_request_config(p);
    r->notes = apr_table_make(p, 1);
    r->headers_in = apr_table_make(p, 1);
    r->subprocess_env = apr_table_make(p, 1);
    r->uri = apr_pstrdup(p, "/");
    return ap_run_get_suexec_identity(r);
}

/* A copy of `default` with another user. */
static void add_identity(const ap_unix_identity_t *identity, apr_pool_t *pconf)
{
    const mh_pool_t *model = mh_pool_find(MH_POOL_DEFAULT);
    const struct passwd *entry = getpwuid(identity->uid);
    mh_pool_t *pool = mh_pool_of_identity(identity->uid, identity->gid);

    if (!identity->uid || (pool && is_of_directive(pool)))
        return;
    pool = new_pool(pconf, identity_name(identity->uid, identity->gid, pconf),
                    " (SuexecUserGroup)");
    pool->numbers = model->numbers;
    pool->check_owner = model->check_owner;
    pool->environ = model->environ;
    pool->preload = model->preload;
    pool->vetted = model->vetted;
    pool->numbers.uid = identity->uid;
    pool->numbers.gid = identity->gid;
    pool->user = entry ? apr_pstrdup(pconf, entry->pw_name) : NULL;
}

/*
 * Only root can change to those users. mod_userdir names its users even if
 * there is no suexec that would run anything as them.
 */
static const char *add_identities(server_rec *s, apr_pool_t *pconf)
{
    identities = !geteuid() && ap_unixd_config.suexec_enabled;
    if (!identities)
        return NULL;
    for (; s; s = s->next) {
        const ap_unix_identity_t *identity = identity_of(s, pconf);

        if (identity)
            add_identity(identity, pconf);
    }
    return NULL;
}

/*
 * Profiled requests run in processes of their own: a profiler sees only code
 * that is compiled after it, and slows all code in its process.
 */
static mh_pool_t *profiling_pool(mh_pool_t *pool, apr_pool_t *pconf)
{
    mh_pool_t *profiling = new_pool(
        pconf, apr_pstrcat(pconf, pool->name, PROFILED, NULL), pool->where);
    const char *name = profiling->name;

    *profiling = *pool;
    profiling->name = name;
    return profiling;
}

static void add_profiled(apr_pool_t *pconf)
{
    int count = mh_profile_used ? pools->nelts : 0;

    for (int i = 0; i < count; i++) {
        mh_pool_t *pool = APR_ARRAY_IDX(pools, i, mh_pool_t *);

        pool->profiled = profiling_pool(pool, pconf);
        pool->profiled->profile = mh_profile_folder(pool->name, pconf);
    }
}
