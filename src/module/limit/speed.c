/*
 * speed.c - see speed.h.
 */
#include "module/limit/speed.h"

#include "module/config/config.h"
#include "module/perl/interpreter.h"

#define SECOND INT64_C(1000000000)
#define CLIENTS 65536
#define CLIENTS_MAX (64 * 1024 * 1024)
/* Keeps bursts of a day from overflowing. */
#define REQUESTS_MAX 1000000
#define SECONDS_MAX 86400

static uint64_t clients;
static uint64_t scopes; /* directives so far */
static bool wanted;

void mh_speed_reset(void)
{
    clients = CLIENTS;
    scopes = 0;
    wanted = false;
}

bool mh_speed_want(void)
{
    if (mehari.starting)
        wanted = true;
    return wanted;
}

const char *mh_speed_start(apr_pool_t *pconf)
{
    return wanted ? mh_speed_table_make(clients, pconf) : NULL;
}

int64_t mh_speed_take(const mh_speed_t *speed, request_rec *r, const char *said)
{
    mh_speed_verdict_t verdict = mh_speed_table_take(speed, r->useragent_addr);
    int64_t seconds = (verdict.wait + SECOND - 1) / SECOND;

    if (!verdict.wait)
        return 0;
    if (verdict.first)
        mh_log_rerror(
            APLOG_MARK, APLOG_WARNING, 0, r,
            "MH2033: client %s sends requests faster than %s allows and gets "
            "429",
            r->useragent_ip, said);
    apr_table_setn(r->err_headers_out, "Retry-After",
                   apr_psprintf(r->pool, "%" APR_INT64_T_FMT, seconds));
    return seconds;
}

/* Checks a client's request once: not its subrequests and redirects. */
static int check(request_rec *r)
{
    const mh_speed_limit_t *limit = mh_dir_config(r)->speed;

    if (!limit || !limit->speed.interval || !ap_is_initial_req(r))
        return DECLINED;
    return mh_speed_take(&limit->speed, r, limit->said) ? HTTP_TOO_MANY_REQUESTS
                                                        : DECLINED;
}

void mh_speed_register(void)
{
    ap_hook_header_parser(check, NULL, NULL, APR_HOOK_REALLY_FIRST);
}

/* Reads a whole number above 0; *rest is the text after it; 0: there is none.
 */
static int64_t read_number(const char *text, int64_t most, const char **rest)
{
    char *end;
    int64_t number = apr_isdigit(*text) ? apr_strtoi64(text, &end, 10) : 0;

    if (number < 1 || number > most)
        return 0;
    *rest = end;
    return number;
}

static bool read_rate(const char *rate, mh_speed_t *speed)
{
    const char *rest;
    int64_t requests = read_number(rate, REQUESTS_MAX, &rest);
    int64_t seconds = requests && *rest == '/'
                          ? read_number(rest + 1, SECONDS_MAX, &rest)
                          : 0;

    if (!seconds || *rest)
        return false;
    speed->interval = seconds * SECOND / requests;
    speed->burst = requests;
    return true;
}

static bool read_burst(const char *word, mh_speed_t *speed)
{
    static const char name[] = "burst=";
    const char *rest;

    if (!word)
        return true;
    if (strncasecmp(word, name, sizeof(name) - 1) != 0)
        return false;
    speed->burst = read_number(word + sizeof(name) - 1, REQUESTS_MAX, &rest);
    return speed->burst && !*rest;
}

/* The number of clients that have a place in the table of the whole server. */
static const char *set_clients(cmd_parms *cmd, const char *number)
{
    const char *rest;
    const char *refused = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    int64_t count = read_number(number, CLIENTS_MAX, &rest);

    if (refused)
        return refused;
    if (!count || *rest)
        return "MH1304: PerlSpeedLimit clients= takes a whole number, such as "
               "65536";
    clients = (uint64_t)count;
    return NULL;
}

const char *mh_speed_set(cmd_parms *cmd, void *dir_, const char *rate,
                         const char *burst)
{
    static const char of_table[] = "clients=";
    mh_dir_config_t *dir = dir_;
    mh_speed_limit_t *limit;

    if (!burst && !strncasecmp(rate, of_table, sizeof(of_table) - 1))
        return set_clients(cmd, rate + sizeof(of_table) - 1);
    limit = apr_pcalloc(cmd->pool, sizeof(*limit));
    dir->speed = limit;
    if (!strcasecmp(rate, "Off") && !burst)
        return NULL;
    if (!read_rate(rate, &limit->speed) || !read_burst(burst, &limit->speed))
        return "MH1303: PerlSpeedLimit takes Off, or REQUESTS/SECONDS and "
               "perhaps burst=REQUESTS, such as: 20/60 burst=40";
    limit->speed.scope = ++scopes;
    limit->said = apr_psprintf(cmd->pool, "PerlSpeedLimit %s (%s:%d)", rate,
                               cmd->directive->filename,
                               cmd->directive->line_num);
    wanted = true;
    return NULL;
}
