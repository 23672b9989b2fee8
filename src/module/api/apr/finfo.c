/*
 * finfo.c - APR::Finfo: what the system says of a file.
 */
#include "module/api/core/method_table.h"

#include "module/common/finfo.h"

static SV *path(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ mh_finfo_path(call->self));
}

static SV *name(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ mh_finfo_name(call->self));
}

/* A field that the file system lacks is no error: valid() tells. */
static SV *finfo_stat(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 2, MH_POOL);
    const char *path = mh_arg_string(aTHX_ call, 0, "");
    apr_int32_t wanted = (apr_int32_t)mh_arg_int(aTHX_ call, 1, 0);
    apr_finfo_t *finfo = apr_pcalloc(pool, sizeof *finfo);
    apr_status_t rc = apr_stat(finfo, apr_pstrdup(pool, path), wanted, pool);

    if (rc != APR_SUCCESS && !APR_STATUS_IS_INCOMPLETE(rc))
        mh_croak_status(aTHX_ rc, "APR::Finfo::stat");
    return mh_object_in_pool(aTHX_ call, 2, MH_FINFO, finfo);
}

/* clang-format off */
#define FIELD(name, type, member, doc) \
    MH_FIELD(name, MH_FIELD_##type, apr_finfo_t, member, MH_RO, doc)

static const mh_method_t finfo_methods[] = {
    FIELD("atime", SECONDS, atime, "the time of the last access, in seconds"),
    FIELD("csize", INT64, csize, "the space that it uses on the disk"),
    FIELD("ctime", SECONDS, ctime,
          "the time of the inode's last change, in seconds"),
    FIELD("device", INT64, device, "the number of its device"),
    FIELD("filetype", INT, filetype, "its type: FILETYPE_REG and so on"),
    MH_METHOD("fname", "", path, "its path"),
    FIELD("group", UINT, group, "the number of its group"),
    FIELD("inode", INT64, inode, "the number of its inode"),
    FIELD("mtime", SECONDS, mtime,
          "the time of the content's last change, in seconds"),
    MH_METHOD("name", "", name, "its name in the directory, or undef"),
    FIELD("nlink", INT, nlink, "the number of its hard links"),
    FIELD("protection", INT, protection,
          "its permissions: FPROT_UREAD and so on"),
    FIELD("size", INT64, size, "its size in bytes"),
    FIELD("user", UINT, user, "the number of its owner"),
    FIELD("valid", INT, valid, "which fields are known: FINFO_SIZE and so on"),
    MH_METHOD("stat", ":siP", finfo_stat, "ask the system about a file"),
    MH_END,
};

#undef FIELD
/* clang-format on */

const mh_api_t mh_api_apr_finfo[] = {
    { "APR::Finfo", MH_FINFO, finfo_methods },
    MH_API_END,
};
