/*
 * pool_keys.c - see pool_keys.h.
 */
#include "module/config/removed.h"
#include "module/gateway/pools/pool_keys.h"

#include <ctype.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A function that reads a key's value. */
typedef const char *set_fn(mh_pool_t *pool, const char *value, size_t offset,
                           apr_pool_t *p);

typedef struct {
    const char *name;
    set_fn *set;
    size_t offset; /* of its field in mh_pool_numbers_t */
    uint64_t otherwise;
} pool_key_t;

static set_fn set_user, set_group, set_umask, set_list, set_env, set_count,
    set_at_least_one, set_seconds, set_bytes, set_flag, set_check_owner,
    set_resource, set_restore, set_vetted;

#define NUMBER(field) offsetof(mh_pool_numbers_t, field)
#define NONE SIZE_MAX

static const pool_key_t keys[] = {
    { "user", set_user, NONE, 0 },
    { "group", set_group, NONE, 0 },
    { "umask", set_umask, NUMBER(umask), 0 },
    { "preload", set_list, NONE, 0 },
    { "vetted", set_vetted, NONE, 0 },
    { "env", set_env, NONE, 0 },
    { "processes", set_at_least_one, NUMBER(processes), 500 },
    { "concurrency", set_at_least_one, NUMBER(concurrency), 32 },
    { "queue", set_count, NUMBER(queue), 256 },
    { "threads", set_count, NUMBER(threads), 0 },
    { "request-timeout", set_seconds, NUMBER(request_timeout), 300 },
    { "start-timeout", set_seconds, NUMBER(start_timeout), 60 },
    { "idle-timeout", set_seconds, NUMBER(idle_timeout), 300 },
    { "memory", set_bytes, NUMBER(memory), 1024 * 1024 * 1024 },
    { "zygote-memory", set_bytes, NUMBER(zygote_memory), 512 * 1024 * 1024 },
    { "workers", set_at_least_one, NUMBER(workers), 0 },
    { "requests", set_count, NUMBER(requests), 10000 },
    { "growth", set_bytes, NUMBER(growth), 64 * 1024 * 1024 },
    { "age", set_seconds, NUMBER(age), 3600 },
    { "max-unshared", set_bytes, NUMBER(max_unshared), 0 },
    { "rlimit", set_resource, NONE, 0 },
    { "merge", set_flag, NUMBER(merge), 0 },
    { "reload", set_flag, NUMBER(reload), 0 },
    { "no-new-privileges", set_flag, NUMBER(no_new_privs), 0 },
    { "seccomp", set_flag, NUMBER(seccomp), 0 },
    { "restore", set_restore, NONE, 0 },
    { "lease-after", set_count, NUMBER(lease_after), 16 },
    { "check-owner", set_check_owner, NONE, 0 },
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

static uint64_t *number_at(mh_pool_t *pool, size_t offset)
{
    return (uint64_t *)(void *)((char *)&pool->numbers + offset);
}

/* More workers than processors, since some of them wait. */
static uint64_t default_workers(void)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);

    return cpus > 2 ? (uint64_t)cpus * 2 : 4;
}

/* httpd's own, as its children and mod_cgid's daemon have it. */
static uint64_t default_umask(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return mask;
}

void mh_pool_defaults(mh_pool_t *pool)
{
    for (size_t i = 0; i < KEYS; i++)
        if (keys[i].offset != NONE)
            *number_at(pool, keys[i].offset) = keys[i].otherwise;
    pool->numbers.workers = default_workers();
    pool->numbers.umask = default_umask();
    pool->numbers.restore = MH_RESTORE_AUTO;
}

static const char *all_keys(apr_pool_t *p)
{
    const char *names = keys[0].name;

    for (size_t i = 1; i < KEYS; i++)
        names = apr_pstrcat(p, names, ", ", keys[i].name, NULL);
    return names;
}

const char *mh_pool_set_key(mh_pool_t *pool, const char *word, apr_pool_t *p)
{
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : 0;
    const char *removed = mh_removed_key(p, word, length);

    if (removed)
        return removed;
    if (!equals)
        return apr_psprintf(p, "%s is not KEY=VALUE", word);
    for (size_t i = 0; i < KEYS; i++) {
        const pool_key_t *key = &keys[i];
        const char *why;

        if (strlen(key->name) != length ||
            strncmp(key->name, word, length) != 0)
            continue;
        why = key->set(pool, equals + 1, key->offset, p);
        return why ? apr_psprintf(p, "%s: %s", word, why) : NULL;
    }
    return apr_psprintf(p, "there is no key %.*s; the keys are %s", (int)length,
                        word, all_keys(p));
}

/* Reads a whole number; *rest is the text after it. False: there is none. */
static bool read_number(const char *text, uint64_t *number, const char **rest)
{
    char *end;

    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *number = strtoull(text, &end, 10);
    *rest = end;
    return !errno;
}

static const char *set_count(mh_pool_t *pool, const char *value, size_t offset,
                             apr_pool_t *p)
{
    const char *rest;
    uint64_t number;

    if (!read_number(value, &number, &rest) || *rest || number > 1000000)
        return "a whole number from 0 to 1000000 is needed";
    *number_at(pool, offset) = number;
    return NULL;
}

static const char *set_at_least_one(mh_pool_t *pool, const char *value,
                                    size_t offset, apr_pool_t *p)
{
    const char *rest;
    uint64_t number;

    if (!read_number(value, &number, &rest) || !number)
        return "a whole number from 1 to 1000000 is needed";
    return set_count(pool, value, offset, p);
}

/* Seconds, or a number with s, m or h; 0 is no limit. */
static const char *set_seconds(mh_pool_t *pool, const char *value,
                               size_t offset, apr_pool_t *p)
{
    static const char wrong[] = "a time is needed, such as 90, 90s, 5m or 1h; "
                                "0 is no limit";
    const char *rest;
    uint64_t number;
    uint64_t unit = 1;

    if (!read_number(value, &number, &rest))
        return wrong;
    if (*rest && rest[1])
        return wrong;
    if (*rest == 'm')
        unit = 60;
    else if (*rest == 'h')
        unit = 3600;
    else if (*rest && *rest != 's')
        return wrong;
    if (number > 100000000)
        return wrong;
    *number_at(pool, offset) = number * unit;
    return NULL;
}

/* Bytes, or a number with K, M or G; 0 is no limit. */
static const char *set_bytes(mh_pool_t *pool, const char *value, size_t offset,
                             apr_pool_t *p)
{
    static const char wrong[] = "a size is needed, such as 512M or 2G; "
                                "0 is no limit";
    const char *rest;
    uint64_t number;
    int shift = 0;

    if (!read_number(value, &number, &rest) || (*rest && rest[1]))
        return wrong;
    if (*rest == 'K' || *rest == 'k')
        shift = 10;
    else if (*rest == 'M' || *rest == 'm')
        shift = 20;
    else if (*rest == 'G' || *rest == 'g')
        shift = 30;
    else if (*rest)
        return wrong;
    if (number > UINT64_MAX >> (shift + 1))
        return wrong;
    *number_at(pool, offset) = number << shift;
    return NULL;
}

static const char *read_flag(const char *value, bool *on)
{
    *on = !strcmp(value, "on");
    return *on || !strcmp(value, "off") ? NULL : "on or off is needed";
}

static const char *set_flag(mh_pool_t *pool, const char *value, size_t offset,
                            apr_pool_t *p)
{
    bool on;
    const char *why = read_flag(value, &on);

    if (!why)
        *number_at(pool, offset) = on;
    return why;
}

/* The names of pool/rollback/rollback.h's trackers. */
static const char *set_restore(mh_pool_t *pool, const char *value,
                               size_t offset, apr_pool_t *p)
{
    static const char *const names[] = { "fork", "auto", "uffd", "soft-dirty",
                                         "compare" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(value, names[i]) != 0)
            continue;
        pool->numbers.restore = i;
        return NULL;
    }
    return "auto, uffd, soft-dirty, compare or fork is needed";
}

static const char *set_resource(mh_pool_t *pool, const char *value,
                                size_t offset, apr_pool_t *p)
{
    /* Two keys for one limit would hide each other. */
    if (!strncasecmp(value, "DATA=", 5))
        return "write memory=BYTES, which is this limit";
    return mh_resource_set(&pool->numbers.resources, value);
}

static const char *set_check_owner(mh_pool_t *pool, const char *value,
                                   size_t offset, apr_pool_t *p)
{
    return read_flag(value, &pool->check_owner);
}

static const char *set_umask(mh_pool_t *pool, const char *value, size_t offset,
                             apr_pool_t *p)
{
    char *end;
    unsigned long mask = strtoul(value, &end, 8);

    if (!isdigit((unsigned char)*value) || *end || mask > 0777)
        return "an octal number from 0 to 777 is needed";
    *number_at(pool, offset) = mask;
    return NULL;
}

/* A login name, or #UID as httpd's User takes it. */
static const char *set_user(mh_pool_t *pool, const char *value, size_t offset,
                            apr_pool_t *p)
{
    const struct passwd *entry;
    const char *rest;

    if (*value == '#') {
        if (!read_number(value + 1, &pool->numbers.uid, &rest) || *rest ||
            pool->numbers.uid >= UINT32_MAX)
            return "not the number of a user";
        entry = getpwuid((uid_t)pool->numbers.uid);
    } else {
        entry = getpwnam(value);
        if (!entry)
            return "there is no such user; create it (adduser --system) or "
                   "name another";
        pool->numbers.uid = entry->pw_uid;
    }
    pool->user = entry ? apr_pstrdup(p, entry->pw_name) : NULL;
    pool->user_set = true;
    if (entry && !pool->group_set)
        pool->numbers.gid = entry->pw_gid;
    if (!entry && !pool->group_set)
        return "that number has no login name: write group= before it";
    return NULL;
}

static const char *read_group(const char *name, uint64_t *gid)
{
    const struct group *entry;
    const char *rest;

    if (*name == '#') {
        return read_number(name + 1, gid, &rest) && !*rest && *gid < UINT32_MAX
                   ? NULL
                   : "not the number of a group";
    }
    entry = getgrnam(name);
    if (!entry)
        return "there is no such group; create it (addgroup --system) or name "
               "another";
    *gid = entry->gr_gid;
    return NULL;
}

/* The words of "a,b,c": never empty ones. */
static const char *split(const char *value, apr_array_header_t **words,
                         apr_pool_t *p)
{
    char *last = NULL;
    char *word = apr_strtok(apr_pstrdup(p, value), ",", &last);

    *words = apr_array_make(p, 4, sizeof(char *));
    for (; word; word = apr_strtok(NULL, ",", &last))
        APR_ARRAY_PUSH(*words, char *) = word;
    return (*words)->nelts ? NULL : "names separated by commas are needed";
}

/* The supplementary groups: the words after the first, or none of them. */
static const char *
set_more_groups(mh_pool_t *pool, const apr_array_header_t *words, apr_pool_t *p)
{
    const char *why = NULL;

    pool->groups = apr_array_make(p, 4, sizeof(uint64_t));
    if (words->nelts == 2 && !strcmp(APR_ARRAY_IDX(words, 1, char *), "none"))
        return NULL;
    for (int i = 1; !why && i < words->nelts; i++)
        why = read_group(APR_ARRAY_IDX(words, i, char *),
                         &APR_ARRAY_PUSH(pool->groups, uint64_t));
    return why;
}

static const char *set_group(mh_pool_t *pool, const char *value, size_t offset,
                             apr_pool_t *p)
{
    apr_array_header_t *words;
    const char *why = split(value, &words, p);

    pool->group_set = true;
    if (!why)
        why = read_group(APR_ARRAY_IDX(words, 0, char *), &pool->numbers.gid);
    return why || words->nelts == 1 ? why : set_more_groups(pool, words, p);
}

static bool is_module(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_' && *name != ':')
            return false;
    return true;
}

static const char *set_list(mh_pool_t *pool, const char *value, size_t offset,
                            apr_pool_t *p)
{
    apr_array_header_t *words;
    const char *why = split(value, &words, p);

    for (int i = 0; !why && i < words->nelts; i++) {
        const char *word = APR_ARRAY_IDX(words, i, char *);

        if (*word != '/' && !is_module(word))
            why = "names of modules or absolute paths are needed";
        APR_ARRAY_PUSH(pool->preload, const char *) = word;
    }
    return why;
}

static const char *set_vetted(mh_pool_t *pool, const char *value, size_t offset,
                              apr_pool_t *p)
{
    pool->vetted = value;
    return *value == '/' ? NULL : "the absolute path of a file is needed";
}

/* env=NAME=VALUE; the key can be repeated. */
static const char *set_env(mh_pool_t *pool, const char *value, size_t offset,
                           apr_pool_t *p)
{
    const char *equals = strchr(value, '=');

    if (!equals || equals == value)
        return "NAME=VALUE is needed, as in env=LANG=C.UTF-8";
    APR_ARRAY_PUSH(pool->environ, char *) = apr_pstrdup(p, value);
    return NULL;
}
