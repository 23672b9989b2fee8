/*
 * privileges.c - see privileges.h.
 */
#include "pool/manager/privileges/privileges.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pool/manager/privileges/own_limits.h"
#include "pool/manager/privileges/seccomp.h"

#define GROUPS 1024

/* Points that a pool has more than httpd, and the highest value:
 * proc_pid_oom_score_adj(5). */
#define OOM_SCORE_MORE 500
#define OOM_SCORE_MOST 1000

/* AddressSanitizer reserves more than any limit would allow. */
#ifdef __SANITIZE_ADDRESS__
#define MH_SHADOW_MEMORY true
#else
#define MH_SHADOW_MEMORY false
#endif

static struct rlimit own_files;
/* rlimit=, for the processes that it starts */
static mh_resource_limits_t resources;

static bool failed(char *why, size_t size, const char *what)
{
    snprintf(why, size, "%s: %s", what, strerror(errno));
    return false;
}

static bool refused(char *why, size_t size, const char *what)
{
    snprintf(why, size, "%s", what);
    return false;
}

/*
 * When the memory of the machine or of a control group is used up, the kernel
 * first ends processes of a pool. While it frees a script's memory, it may
 * choose one more process. Without these points, httpd's parent could be that
 * process. If the kernel refuses the points, nothing changes.
 */
static void end_before_httpd(void)
{
    int fd = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    char text[16] = "";
    long score;

    if (fd < 0)
        return;
    if (pread(fd, text, sizeof(text) - 1, 0) > 0) {
        score = strtol(text, NULL, 10) + OOM_SCORE_MORE;
        if (score > OOM_SCORE_MOST)
            score = OOM_SCORE_MOST;
        dprintf(fd, "%ld", score);
    }
    close(fd);
}

/* The manager holds a few descriptors per request; scripts get httpd's limit.*/
static bool take_limits(const mh_pool_numbers_t *numbers, char *why,
                        size_t size)
{
    struct rlimit more;

    if (getrlimit(RLIMIT_NOFILE, &own_files))
        return failed(why, size, "cannot read the limit of open files");
    more = own_files;
    more.rlim_cur = more.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &more))
        return failed(why, size, "cannot raise the limit of open files");
    if (numbers->memory && !MH_SHADOW_MEMORY) {
        struct rlimit data = { numbers->memory, numbers->memory };

        if (setrlimit(RLIMIT_DATA, &data))
            return failed(why, size, "cannot limit the memory");
    }
    resources = numbers->resources;
    if (!mh_resource_allow(&resources))
        return failed(why, size, "cannot raise a limit of rlimit=");
    if (!mh_own_limits_note())
        return failed(why, size, "cannot read its limits");
    mh_own_limits_below()[RLIMIT_NOFILE] = own_files;
    mh_resource_expect(&resources, mh_own_limits_below());
    return true;
}

void mh_privileges_restore_limits(void)
{
    setrlimit(RLIMIT_NOFILE, &own_files);
    mh_resource_apply(&resources);
}

/* Count of the groups; -1: too many. */
static int wanted_groups(const mh_pool_settings_t *settings, gid_t *groups)
{
    size_t count = settings->groups.size / sizeof(uint64_t);

    if (count > GROUPS)
        return -1;
    for (size_t i = 0; i < count; i++) {
        uint64_t group;

        memcpy(&group, settings->groups.data + i * sizeof(group),
               sizeof(group));
        groups[i] = (gid_t)group;
    }
    return (int)count;
}

static bool set_groups(const mh_pool_settings_t *settings)
{
    static gid_t groups[GROUPS];
    int count = wanted_groups(settings, groups);

    return count >= 0 && !setgroups((size_t)count, groups);
}

static int compare_groups(const void *one, const void *other)
{
    gid_t a = *(const gid_t *)one;
    gid_t b = *(const gid_t *)other;

    return (a > b) - (a < b);
}

/*
 * Removes groups that are named twice, because the kernel and libc count them
 * differently.
 */
static int sort_groups(gid_t *groups, int count)
{
    int kept = 0;

    qsort(groups, (size_t)count, sizeof(*groups), compare_groups);
    for (int i = 0; i < count; i++)
        if (!i || groups[i] != groups[kept - 1])
            groups[kept++] = groups[i];
    return kept;
}

static bool groups_are(const mh_pool_settings_t *settings)
{
    static gid_t wanted[GROUPS];
    static gid_t actual[GROUPS];
    int wanted_count = wanted_groups(settings, wanted);
    int actual_count = getgroups(GROUPS, actual);

    if (wanted_count < 0 || actual_count < 0)
        return false;
    wanted_count = sort_groups(wanted, wanted_count);
    actual_count = sort_groups(actual, actual_count);
    return wanted_count == actual_count &&
           !memcmp(wanted, actual, sizeof(*wanted) * (size_t)wanted_count);
}

static bool ids_are(uid_t uid, gid_t gid)
{
    uid_t users[3];
    gid_t groups[3];

    if (getresuid(&users[0], &users[1], &users[2]) ||
        getresgid(&groups[0], &groups[1], &groups[2]))
        return false;
    for (int i = 0; i < 3; i++)
        if (users[i] != uid || groups[i] != gid)
            return false;
    return true;
}

static bool take_user(const mh_pool_settings_t *settings, char *why,
                      size_t size)
{
    uid_t uid = (uid_t)settings->numbers.uid;
    gid_t gid = (gid_t)settings->numbers.gid;

    if (!uid)
        return refused(why, size, "a pool does not run as root");
    if (!set_groups(settings))
        return failed(why, size, "cannot take the user's groups");
    if (setresgid(gid, gid, gid))
        return failed(why, size, "cannot take the group");
    if (setresuid(uid, uid, uid))
        return failed(why, size, "cannot take the user");
    if (!ids_are(uid, gid))
        return refused(why, size, "has other ids than it took");
    if (!groups_are(settings))
        return refused(why, size, "has other groups than it took");
    if (!setuid(0) || !seteuid(0))
        return refused(why, size, "could become root again");
    return true;
}

bool mh_privileges_take(const mh_pool_settings_t *settings, char *why,
                        size_t size)
{
    const mh_pool_numbers_t *numbers = &settings->numbers;

    end_before_httpd();
    if (!take_limits(numbers, why, size))
        return false;
    if (numbers->change_user) {
        if (!take_user(settings, why, size))
            return false;
    } else if (!getuid() || !geteuid()) {
        return refused(why, size, "a pool does not run as root");
    }
    if (numbers->no_new_privs && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return failed(why, size, "cannot set no_new_privs");
    if (numbers->seccomp && !mh_seccomp_take(why, size))
        return false;
    if (chdir("/"))
        return failed(why, size, "cannot go to /");
    umask((mode_t)numbers->umask & 0777);
    return true;
}
