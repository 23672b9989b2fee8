/*
 * finfo.h - the strings of an apr_finfo_t.
 *
 * httpd looks for the file of a request directory by directory. If it does not
 * exist, r->finfo is what the last stat() of that walk has left on the stack:
 * pointers are undefined, unless the flags say that they were filled in.
 */
#ifndef MEHARI_MODULE_COMMON_FINFO_H
#define MEHARI_MODULE_COMMON_FINFO_H

#include "apr_file_info.h"

/* The path. stat() sets it together with the size. NULL if unknown. */
static inline const char *mh_finfo_path(const apr_finfo_t *info)
{
    return info->valid & APR_FINFO_SIZE ? info->fname : NULL;
}

/* The name in its directory. stat() does not set it. NULL if unknown. */
static inline const char *mh_finfo_name(const apr_finfo_t *info)
{
    return info->valid & APR_FINFO_NAME ? info->name : NULL;
}

#endif
