/*
 * removed.c - see removed.h.
 */
#include "module/config/removed.h"

/* Words to write instead, each with the sentence that ends the message. */
static const struct {
    const char *word;
    const char *instead;
} removed[] = {
    { "check-every", "leave it out: the size is looked at after 16 requests" },
    { "cpu", "write rlimit=CPU=SOFT:HARD, such as rlimit=CPU=10:11" },
    { "groups", "name them behind the group: group=GROUP,MORE,..., or none" },
    { "max-size", "write growth=BYTES or max-unshared=BYTES" },
    { "min-shared", "write max-unshared=BYTES" },
    { "profile", "write PerlProfile On where PerlUsePool names the pool" },
    { "zygote-age", "write age=SECONDS, which is for all processes" },
    { "zygote-requests", "write requests=NUMBER, which is for all processes" },
    { "PerlCgiBuffer", "write PerlBuffer response=BYTES" },
    { "PerlProfileDir",
      "write PerlProfile dir=FOLDER, with files=N and size=BYTES as before" },
    { "PerlRequestBuffer", "write PerlBuffer request=BYTES, or request=Off" },
    { "PerlResponseFile", "write PerlBuffer file=BYTES, or file=Off" },
    { "PerlSpeedLimitClients", "write PerlSpeedLimit clients=NUMBER" },
    { "PerlTier",
      "remove it, because perl-cgi runs each script in a process of its own; "
      "for a script of ModPerl::Registry write SetHandler perl-script, "
      "PerlResponseHandler ModPerl::Registry, PerlOptions +ParseHeaders and "
      "PerlUsePool default" },
};

static const char *instead_of(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof(removed) / sizeof(removed[0]); i++)
        if (!strncasecmp(removed[i].word, word, length) &&
            !removed[i].word[length])
            return removed[i].instead;
    return NULL;
}

const char *mh_removed_directive(cmd_parms *cmd, void *dir, const char *words)
{
    const char *name = cmd->cmd->name;

    (void)dir;
    (void)words;
    return apr_psprintf(cmd->pool, "MH1212: %s no longer exists: %s", name,
                        instead_of(name, strlen(name)));
}

const char *mh_removed_key(apr_pool_t *p, const char *key, size_t length)
{
    const char *instead = instead_of(key, length);

    return instead ? apr_psprintf(p, "the key %.*s no longer exists: %s",
                                  (int)length, key, instead)
                   : NULL;
}
