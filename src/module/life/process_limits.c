/*
 * process_limits.c - see process_limits.h.
 */
#include "module/life/process_limits.h"

#include <signal.h>
#include <unistd.h>

#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "module/request/handler.h"
#include "module/limit/growth.h"
#include "shared/resource.h"
#include "shared/size.h"
#include "mpm_common.h"
#include "module/common/role.h"
#include "module/request/response_maker.h"

#define LOOK_EVERY 16

static mh_size_limits_t sizes;
static mh_resource_limits_t resources;
static uint64_t served; /* requests that this child has served */

void mh_process_limits_reset(void)
{
    sizes = (mh_size_limits_t){ .every = LOOK_EVERY };
    memset(&resources, 0, sizeof(resources));
}

/* A worker has its own count, and its own way to end. */
static bool has_perl(void)
{
    return mehari.perl && !mehari.threaded && !mh_role_is_worker();
}

void mh_process_limits_start(server_rec *s)
{
    bool limited = sizes.mapped || sizes.unshared || sizes.shared;

    if (limited && mehari.threaded)
        mh_log_error(
            APLOG_MARK, APLOG_WARNING, 0, s,
            "MH1309: PerlSizeLimit has no effect under a threaded MPM, "
            "because a process serves several requests: use "
            "MaxConnectionsPerChild, or a pool with max-unshared= (PerlPool)");
    if (has_perl())
        mh_growth_make();
}

void mh_process_limits_child(server_rec *s)
{
    const char *failed = mh_resource_apply(&resources);

    if (failed)
        mh_log_error(
            APLOG_MARK, APLOG_ERR, errno, s,
            "MH2035: PerlResourceLimit: the system refuses a child the limit "
            "%s",
            failed);
    served = 0;
    if (has_perl())
        mh_growth_begin();
}

/* The file of the request if it exists, else its handler. */
const char *mh_process_limits_what(request_rec *r)
{
    const apr_array_header_t *list;

    if (r->finfo.filetype == APR_REG && r->filename)
        return r->filename;
    list = mh_dir_config(r)->handlers[MH_HOOK_RESPONSE];
    if (list && list->nelts) {
        const mh_handler_t *handler = APR_ARRAY_IDX(list, 0, mh_handler_t *);

        if (handler->name && strncmp(handler->name, "sub", 3) != 0)
            return handler->name;
    }
    return mh_dir_config(r)->location ? mh_dir_config(r)->location : r->uri;
}

void mh_process_limits_say_end(request_rec *r, const char *why)
{
    uint64_t bytes = 0;
    const char *most = mh_growth_most(&bytes);

    mh_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                  "MH2034: process %ld is too large and is replaced: %s%s",
                  (long)getpid(), why,
                  most ? apr_psprintf(r->pool,
                                      "; most of its growth, %" APR_UINT64_T_FMT
                                      " KB, in requests for %s",
                                      bytes / 1024, most)
                       : "");
}

static int count(request_rec *r)
{
    char why[160];

    if (!has_perl())
        return DECLINED;
    while (r->next)
        r = r->next;
    if (!mh_response_handler(r->handler) || mh_response_elsewhere(r))
        return DECLINED;
    mh_growth_count(mh_process_limits_what(r));
    served++;
    if (mh_size_is_too_large(&sizes, served, why, sizeof(why))) {
        mh_process_limits_say_end(r, why);
        mh_role_end(r);
    }
    return DECLINED;
}

void mh_process_limits_register(void)
{
    ap_hook_log_transaction(count, NULL, NULL, APR_HOOK_REALLY_LAST);
}

static const char *at_server_level(cmd_parms *cmd)
{
    return ap_check_cmd_context(cmd, GLOBAL_ONLY);
}

/* Reads bytes, with K, M or G; or a plain number where there is no unit. */
static bool read_amount(const char *text, bool bytes, uint64_t *number)
{
    static const char letters[] = "kmg";
    char *end;
    const char *letter;

    if (!apr_isdigit(*text))
        return false;
    *number = (uint64_t)apr_strtoi64(text, &end, 10);
    letter = bytes && *end ? strchr(letters, apr_tolower(*end)) : NULL;
    if (letter) {
        *number <<= 10 * (letter - letters + 1);
        end++;
    }
    return !*end && *number < UINT64_MAX / 2;
}

const char *mh_process_limits_set_size(cmd_parms *cmd, void *dir,
                                       const char *word)
{
    const struct {
        const char *name;
        uint64_t *number;
    } keys[] = {
        { "max-size=", &sizes.mapped },
        { "max-unshared=", &sizes.unshared },
        { "min-shared=", &sizes.shared },
        { "check-every=", &sizes.every },
    };
    const char *why = at_server_level(cmd);

    for (size_t i = 0; !why && i < sizeof(keys) / sizeof(keys[0]); i++) {
        size_t length = strlen(keys[i].name);
        bool bytes = keys[i].number != &sizes.every;

        if (!strncasecmp(word, keys[i].name, length) &&
            read_amount(word + length, bytes, keys[i].number) &&
            (bytes || *keys[i].number))
            return NULL;
    }
    return why ? why
               : apr_psprintf(cmd->pool,
                              "MH1301: PerlSizeLimit takes max-size=SIZE, "
                              "max-unshared=SIZE, min-shared=SIZE and "
                              "check-every=REQUESTS, not %s",
                              word);
}

const char *mh_process_limits_set_resource(cmd_parms *cmd, void *dir,
                                           const char *word)
{
    const char *why = at_server_level(cmd);

    if (!why)
        why = mh_resource_set(&resources, word);
    return why ? apr_psprintf(cmd->pool, "MH1302: PerlResourceLimit %s: %s",
                              word, why)
               : NULL;
}
