/*
 * dispositions.c - see dispositions.h.
 */
#include "module/gateway/pools/dispositions.h"

#include <signal.h>
#include <stdbool.h>

#include "module/common/httpd_headers.h"

#define NOTED_KEY "mehari: signals that httpd was started with"
#define BIT(number) (UINT64_C(1) << ((number)-1))

static uint64_t ignored;

/* Without CHLD, which APR resets for what it starts. */
static uint64_t ignored_now(void)
{
    struct sigaction action;
    uint64_t set = 0;

    for (int number = 1; number < NSIG; number++)
        if (number != SIGCHLD && !sigaction(number, NULL, &action) &&
            action.sa_handler == SIG_IGN)
            set |= BIT(number);
    return set;
}

/* A restart loads the module anew, and the MPM has ignored PIPE by then. */
void mh_dispositions_note(void)
{
    uint64_t *noted;

    if (ap_retained_data_get(NOTED_KEY))
        return;
    noted = ap_retained_data_create(NOTED_KEY, sizeof(*noted));
    *noted = ignored_now();
}

static bool is_threaded(void)
{
    int threaded = 0;

    ap_mpm_query(AP_MPMQ_IS_THREADED, &threaded);
    return threaded;
}

/*
 * mod_cgid's daemon is forked before the MPM sets its signals. The daemon
 * handles HUP, so exec() sets HUP to the default. In the children of prefork
 * Perl ignores FPE; with mod_cgi alone FPE would not be ignored.
 */
static uint64_t given(uint64_t now)
{
    const uint64_t *noted = ap_retained_data_get(NOTED_KEY);

    return is_threaded() ? *noted & ~BIT(SIGHUP)
                         : (now & ~BIT(SIGFPE)) | (*noted & BIT(SIGFPE));
}

void mh_dispositions_child(void)
{
    ignored = given(ignored_now());
}

/* prefork ignores PIPE and XFSZ. */
uint64_t mh_dispositions_expected(void)
{
    return given(ignored_now() | BIT(SIGPIPE) | BIT(SIGXFSZ));
}

uint64_t mh_dispositions_ignored(void)
{
    return ignored;
}
