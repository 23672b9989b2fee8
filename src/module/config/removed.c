/*
 * removed.c - see removed.h.
 */
#include "module/config/removed.h"

/* Keys of PerlPool, each with the sentence that ends the message. */
static const struct {
    const char *key;
    const char *instead;
} removed[] = {
    { "check-every", "leave it out: the size is looked at after 16 requests" },
    { "cpu", "write rlimit=CPU=SOFT:HARD, such as rlimit=CPU=10:11" },
    { "groups", "name them after the group: group=GROUP,MORE,..., or none" },
    { "max-size", "write growth=BYTES or max-unshared=BYTES" },
    { "min-shared", "write max-unshared=BYTES" },
    { "profile", "write PerlProfile On where PerlUsePool names the pool" },
    { "ready", "leave it out: each template has its next process ready" },
    { "zygote-age", "write age=SECONDS, which is for all processes" },
    { "zygote-requests", "write requests=NUMBER, which is for all processes" },
};

const char *mh_removed_directive(cmd_parms *cmd, void *dir, const char *words)
{
    const char *instead = cmd->info;

    return apr_psprintf(cmd->pool, "MH1212: %s no longer exists: %s",
                        cmd->cmd->name, instead);
}

const char *mh_removed_key(apr_pool_t *p, const char *key, size_t length)
{
    for (size_t i = 0; i < sizeof(removed) / sizeof(removed[0]); i++)
        if (!strncasecmp(removed[i].key, key, length) &&
            !removed[i].key[length])
            return apr_psprintf(p, "the key %.*s no longer exists: %s",
                                (int)length, key, removed[i].instead);
    return NULL;
}
