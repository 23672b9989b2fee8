/*
 * main.c - mehari-pool: httpd's parent starts one for each pool.
 *
 * It is the pool's manager. Descriptor 3 has the definition of the pool, and
 * httpd's processes connect to descriptor 4. The manager executes the program
 * again as a base, and all Perl processes are forks of that
 * (pool/perl/start.h).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pool/perl/start.h"
#include "shared/pool_settings.h"
#include "pool/manager/loop/heartbeat.h"
#include "pool/manager/manager.h"
#include "pool/manager/first_look.h"
#include "pool/manager/means.h"
#include "pool/manager/privileges/privileges.h"
#include "pool/manager/perl/tracker_choice.h"
#include "pool/perl/trace/part.h"
#include "shared/wire/channel.h"
#include "shared/wire/code.h"

static int complain(const char *name, const char *why)
{
    mh_code_say("MH1220: mehari-pool: the pool %s cannot start: %s", name, why);
    return 1;
}

static const char *read_settings(mh_pool_settings_t *settings)
{
    mh_wire_message_t message;
    const char *why;
    char *data;
    size_t size;

    if (mh_channel_read_memory(MH_POOL_FD_SETTINGS, &data, &size))
        return "descriptor 3 does not hold a pool's settings";
    close(MH_POOL_FD_SETTINGS);
    why = mh_wire_parse(data, size, &message);
    return why ? why : mh_pool_settings_read(&message, settings);
}

/* Output that a pool's processes write later does not belong in httpd's log. */
static bool leave_standard_files(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    if (null < 0)
        return false;
    for (int fd = 0; fd <= 2; fd++)
        if (dup2(null, fd) < 0)
            return false;
    if (null > 2)
        close(null);
    return true;
}

#ifdef __SANITIZE_ADDRESS__
/*
 * A sanitizer's settings: memory that lives until the end of the process is not
 * a leak.
 */
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

/*
 * The sanitizer calls this before anything else. While it starts, it already
 * needs functions of libc that this program replaces.
 */
const char *__asan_default_options(void)
{
    mh_trace_find_real();
    return "detect_leaks=0:abort_on_error=1";
}

/*
 * After an error the process aborts: if standard error leads nowhere, only the
 * abort shows the error.
 */
const char *__ubsan_default_options(void)
{
    return "print_stacktrace=1:halt_on_error=1:abort_on_error=1";
}
#endif

int main(int argc, char **argv)
{
    mh_pool_settings_t settings;
    struct stat status;
    char why[256];
    const char *wrong;

    if (argc && !strcmp(argv[0], MH_PERL_BASE_NAME))
        mh_perl_main();
    if (argc == 2 && !strcmp(argv[1], MH_MEANS_WORD))
        return mh_means_print();
    if (argc == 4 && !strcmp(argv[1], MH_FIRST_LOOK_WORD))
        return mh_first_look_print(argv[2], argv[3]);
    if (fstat(MH_POOL_FD_SETTINGS, &status) ||
        fstat(MH_POOL_FD_DISPATCH, &status) || !S_ISSOCK(status.st_mode)) {
        mh_code_say("MH1221: mehari-pool is started by httpd (see PerlPool)");
        return 2;
    }
    wrong = read_settings(&settings);
    if (wrong)
        return complain("(unnamed)", wrong);
    mh_heartbeat_make();
    mh_template_choose(&settings.numbers);
    if (!mh_privileges_take(&settings, why, sizeof(why)))
        return complain(settings.name, why);
    /* No other process of the pool's user may look into this one. */
    prctl(PR_SET_DUMPABLE, 0);
    wrong = mh_manager_open(&settings);
    if (wrong)
        return complain(settings.name, wrong);
    if (!leave_standard_files())
        return complain(settings.name, "cannot open /dev/null");
    mh_manager_run();
    return 0;
}
