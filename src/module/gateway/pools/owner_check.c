/*
 * owner_check.c - see owner_check.h.
 */
#include "module/gateway/pools/owner_check.h"

#include <sys/stat.h>

static const char *check(const struct stat *info, const mh_pool_t *pool,
                         const char *what, apr_pool_t *p)
{
    if (info->st_uid != pool->numbers.uid || info->st_gid != pool->numbers.gid)
        return apr_psprintf(
            p,
            "MH3037: %s belongs to user %lu and group %lu, not to "
            "those of pool %s (check-owner)",
            what, (unsigned long)info->st_uid, (unsigned long)info->st_gid,
            pool->name);
    if (info->st_mode & (S_IWGRP | S_IWOTH))
        return apr_psprintf(
            p,
            "MH3038: users other than the owner can write to %s "
            "(check-owner); use chmod go-w",
            what);
    return NULL;
}

const char *mh_owner_check(request_rec *r, const mh_pool_t *pool)
{
    const char *folder = ap_make_dirstr_parent(r->pool, r->filename);
    const char *why = NULL;
    struct stat info;

    if (lstat(r->filename, &info) || !S_ISREG(info.st_mode))
        return "MH3034: it is not a regular file (check-owner)";
    if (info.st_mode & (S_ISUID | S_ISGID))
        return "MH3035: it is setuid or setgid (check-owner)";
    why = check(&info, pool, "it", r->pool);
    if (!why && lstat(apr_pstrcat(r->pool, folder, ".", NULL), &info))
        why = "MH3036: its directory cannot be read (check-owner)";
    return why ? why : check(&info, pool, "its directory", r->pool);
}
