/*
 * seccomp.c - see seccomp.h. The lists of calls, with reasons, are in
 * syscalls.c.
 */
#include "pool/manager/privileges/seccomp.h"
#include "pool/manager/privileges/syscalls.h"
#include "pool/rollback/tracker.h"
#include "shared/compat.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

/* The argument of clone(2) that has its flags. */
#ifdef __s390__
#define CLONE_FLAGS 1
#else
#define CLONE_FLAGS 0
#endif

#define ASKS_ONLY 0xffffffffU /* personality(2): changes nothing */

/* Address families of Linux 6.18 end below this number; newer ones are refused.
 */
#define FAMILIES 46

#define NAME_SIZE 64

/*
 * CLONE_NEWTIME is missing: clone() takes that bit for a part of a signal's
 * number.
 */
static const uint64_t name_spaces[] = {
    CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
    CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET,
};

/*
 * getifaddrs() needs AF_NETLINK. Other families had most of the kernel's
 * security holes.
 */
static const unsigned families[] = { AF_UNIX, AF_INET, AF_INET6, AF_NETLINK };

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/*
 * A call that libseccomp cannot name, or that this processor does not have,
 * gets no rule. The process then gets the answer of a kernel that does not know
 * the call.
 */
static int add_name(scmp_filter_ctx filter, uint32_t action, const char *name)
{
    int number = seccomp_syscall_resolve_name(name);

    return number < 0 ? 0 : seccomp_rule_add(filter, action, number, 0);
}

/* 0 or -errno, as libseccomp has it. */
static int add_names(scmp_filter_ctx filter, uint32_t action, const char *names)
{
    int error = 0;

    while (!error && *names) {
        size_t length = strcspn(names, " ");
        char name[NAME_SIZE];

        if (length >= sizeof(name))
            return -ENAMETOOLONG;
        memcpy(name, names, length);
        name[length] = '\0';
        error = add_name(filter, action, name);
        names += length + strspn(names + length, " ");
    }
    return error;
}

static int add_classes(scmp_filter_ctx filter, uint32_t action,
                       const mh_syscalls_t *classes)
{
    int error = 0;

    for (; !error && classes->class; classes++)
        error = add_names(filter, action, classes->names);
    return error;
}

/*
 * clone3() has no rule, because its flags lie in memory, where a filter cannot
 * look. It fails as on a kernel without it, and libc then takes clone().
 */
static int add_clone(scmp_filter_ctx filter)
{
    uint64_t all = 0;
    int error = 0;

    for (size_t i = 0; !error && i < COUNT(name_spaces); i++) {
        struct scmp_arg_cmp set = SCMP_CMP(CLONE_FLAGS, SCMP_CMP_MASKED_EQ,
                                           name_spaces[i], name_spaces[i]);

        all |= name_spaces[i];
        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone),
                                 1, set);
    }
    if (error)
        return error;
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                            SCMP_CMP(CLONE_FLAGS, SCMP_CMP_MASKED_EQ, all, 0));
}

static bool family_is_allowed(unsigned family)
{
    for (size_t i = 0; i < COUNT(families); i++)
        if (families[i] == family)
            return true;
    return false;
}

/* A family that is not allowed fails as one that the kernel does not have. */
static int add_families(scmp_filter_ctx filter, int number)
{
    const uint32_t none = SCMP_ACT_ERRNO(EAFNOSUPPORT);
    int error = seccomp_rule_add(filter, none, number, 1,
                                 SCMP_A0_32(SCMP_CMP_GE, FAMILIES));

    for (unsigned family = 0; !error && family < FAMILIES; family++) {
        uint32_t action = family_is_allowed(family) ? SCMP_ACT_ALLOW : none;

        error = seccomp_rule_add(filter, action, number, 1,
                                 SCMP_A0_32(SCMP_CMP_EQ, family));
    }
    return error;
}

/* Allows the call with that first argument, and refuses it with any other. */
static int add_only(scmp_filter_ctx filter, int number, unsigned argument)
{
    int error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 1,
                                 SCMP_A0_32(SCMP_CMP_NE, argument));

    return error ? error
                 : seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1,
                                    SCMP_A0_32(SCMP_CMP_EQ, argument));
}

/*
 * personality() may only ask. With userfaultfd(), a template
 * (src/pool/rollback) learns to which parts of its own memory a run has
 * written. The template may not handle faults of the kernel's own code: these
 * made the call dangerous. unshare() may only tell whether another process
 * shares the memory.
 */
static int add_by_argument(scmp_filter_ctx filter)
{
    int error = add_only(filter, SCMP_SYS(personality), ASKS_ONLY);

    if (!error)
        error = add_only(filter, SCMP_SYS(userfaultfd), MH_UFFD_FLAGS);
    if (!error)
        error = add_only(filter, SCMP_SYS(unshare), CLONE_VM);
    return error;
}

/* Allows the call for those two arguments, and refuses it for any other. */
static int add_only_both(scmp_filter_ctx filter, int number, unsigned first,
                         unsigned second)
{
    int error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 1,
                                 SCMP_A0_32(SCMP_CMP_NE, first));

    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 2,
                                 SCMP_A0_32(SCMP_CMP_EQ, first),
                                 SCMP_A1_32(SCMP_CMP_NE, second));
    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 2,
                                 SCMP_A0_32(SCMP_CMP_EQ, first),
                                 SCMP_A1_32(SCMP_CMP_EQ, second));
    return error;
}

/* Any process's limits can be read; the third argument is a new limit. */
static int add_prlimit(scmp_filter_ctx filter)
{
    int number = SCMP_SYS(prlimit64);
    int error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1,
                                 SCMP_A0_32(SCMP_CMP_EQ, 0));

    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 2,
                                 SCMP_A0_32(SCMP_CMP_NE, 0),
                                 SCMP_A2(SCMP_CMP_EQ, 0));
    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 2,
                                 SCMP_A0_32(SCMP_CMP_NE, 0),
                                 SCMP_A2(SCMP_CMP_NE, 0));
    return error;
}

/*
 * A process may change its own limits and priorities, named by 0, but not those
 * of the manager or of other requests, which have the same user.
 */
static int add_own(scmp_filter_ctx filter)
{
    const int by_pid[] = { SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setattr),
                           SCMP_SYS(sched_setparam),
                           SCMP_SYS(sched_setscheduler) };
    int error = add_prlimit(filter);

    if (!error)
        error = add_only_both(filter, SCMP_SYS(setpriority), PRIO_PROCESS, 0);
    if (!error)
        error = add_only_both(filter, SCMP_SYS(ioprio_set), IOPRIO_WHO_PROCESS,
                              0);
    for (size_t i = 0; !error && i < COUNT(by_pid); i++)
        error = add_only(filter, by_pid[i], 0);
    return error;
}

static int add_rules(scmp_filter_ctx filter)
{
    int error = add_classes(filter, SCMP_ACT_ALLOW, mh_syscalls_allowed);

    if (!error)
        error = add_classes(filter, SCMP_ACT_ERRNO(EPERM), mh_syscalls_refused);
    if (!error)
        error = add_clone(filter);
    if (!error)
        error = add_families(filter, SCMP_SYS(socket));
    if (!error)
        error = add_families(filter, SCMP_SYS(socketpair));
    if (!error)
        error = add_by_argument(filter);
    if (!error)
        error = add_own(filter);
    return error;
}

/*
 * A system call of another kind than the machine's own (32 bits, x32) fails as
 * on a kernel that was built without that kind.
 */
static int set_filter(scmp_filter_ctx filter)
{
    /* The caller must see the kernel's error, not ECANCELED. */
    int error = seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1);

    if (!error)
        error = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH,
                                 SCMP_ACT_ERRNO(ENOSYS));
    if (!error)
        error = add_rules(filter);
    /*
     * The filter is a binary tree, because the kernel evaluates it at each
     * system call.
     */
    if (!error)
        error = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    return error ? error : seccomp_load(filter);
}

/* unshare(0) changes nothing, and works wherever it is not refused. */
static bool works(void)
{
    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 && unshare(0) < 0 &&
           errno == EPERM;
}

/* Error of seccomp(2) on a kernel that was built without filters. */
static const char *reason(int error)
{
    return error == -EINVAL || error == -ENOSYS
               ? ", because this kernel, or its container, has none"
               : "";
}

bool mh_seccomp_take(char *why, size_t size)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    int error = filter ? set_filter(filter) : -ENOMEM;

    if (filter)
        seccomp_release(filter);
    if (error) {
        snprintf(why, size, "cannot set the seccomp filter%s: %s",
                 reason(error), strerror(-error));
        return false;
    }
    if (!works()) {
        snprintf(why, size, "the seccomp filter refuses nothing");
        return false;
    }
    return true;
}
