/*
 * finfo.c - APR::Finfo: what the system says of a file.
 */
#include "module/api/core/method_table.h"

#include "apr_file_info.h"

static SV *finfo_stat(pTHX_ mh_call_t *call);

/* clang-format off */
#define FIELD(name, type, member, doc) \
    MH_FIELD(name, MH_FIELD_##type, apr_finfo_t, member, MH_RO, doc)

static const mh_method_t methods[] = {
    FIELD("atime", SECONDS, atime, "when it was last read, in seconds"),
    FIELD("csize", INT64, csize, "the space that it takes on the disk"),
    FIELD("ctime", SECONDS, ctime,
          "when its inode was last changed, in seconds"),
    FIELD("device", INT64, device, "the number of the device it is on"),
    FIELD("filetype", INT, filetype, "file, directory, ...: FILETYPE_REG"),
    FIELD("fname", STRING, fname, "the path that was asked about"),
    FIELD("group", UINT, group, "the number of its group"),
    FIELD("inode", INT64, inode, "the number of its inode"),
    FIELD("mtime", SECONDS, mtime, "when it was last written, in seconds"),
    FIELD("name", STRING, name, "its name in the directory, or undef"),
    FIELD("nlink", INT, nlink, "how many names it has"),
    FIELD("protection", INT, protection, "who may do what: FPROT_UREAD, ..."),
    FIELD("size", INT64, size, "its length in bytes"),
    FIELD("user", UINT, user, "the number of its owner"),
    FIELD("valid", INT, valid, "which of these are known: FINFO_SIZE, ..."),
    MH_END
};
/* clang-format on */

static const mh_method_t functions[] = {
    MH_METHOD("stat", "siP", finfo_stat, "ask the system about a path"),
    MH_END,
};

const mh_api_t mh_api_apr_finfo = {
    "APR::Finfo",
    "APR::Finfo",
    MH_FINFO,
    methods,
};

const mh_api_t mh_api_apr_finfo_functions = {
    "APR::Finfo",
    "APR::Finfo",
    MH_NONE,
    functions,
};

/* A field that the file system lacks is no error: valid() tells. */
static SV *finfo_stat(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 2, MH_POOL);
    const char *path = mh_arg_string(aTHX_ call, 0, "");
    apr_int32_t wanted = (apr_int32_t)mh_arg_int(aTHX_ call, 1, 0);
    apr_finfo_t *finfo = apr_pcalloc(pool, sizeof *finfo);
    apr_status_t rc = apr_stat(finfo, apr_pstrdup(pool, path), wanted, pool);
    SV *object;

    if (rc != APR_SUCCESS && !APR_STATUS_IS_INCOMPLETE(rc))
        mh_croak_status(aTHX_ rc, "APR::Finfo::stat");
    object = mh_object_owned(aTHX_ MH_FINFO, finfo, pool);
    mh_object_depends(aTHX_ object, call->arg[2]);
    return object;
}
