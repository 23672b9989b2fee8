/*
 * seccomp.c - see seccomp.h.
 *
 * docs/directives.md has the list for users; t/pool/seccomp.t compares the two.
 */
#include "pool/seccomp.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

/* Where clone(2) has its flags. */
#ifdef __s390__
#define CLONE_FLAGS 1
#else
#define CLONE_FLAGS 0
#endif

#define ASKS_ONLY 0xffffffffU /* personality(2): changes nothing */

static const char *const refused[] = {
    /* mounts */
    "mount",
    "umount",
    "umount2",
    "pivot_root",
    "chroot",
    "open_tree",
    "move_mount",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    /* name spaces; clone() is looked at below */
    "unshare",
    "setns",
    /* the kernel, its modules, its devices */
    "init_module",
    "finit_module",
    "delete_module",
    "create_module",
    "query_module",
    "get_kernel_syms",
    "kexec_load",
    "kexec_file_load",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "fanotify_init",
    "fanotify_mark",
    "lookup_dcookie",
    "open_by_handle_at",
    "iopl",
    "ioperm",
    "modify_ldt",
    "vm86",
    "vm86old",
    "syslog",
    /* other processes */
    "ptrace",
    "process_vm_writev",
    "process_madvise",
    "pidfd_getfd",
    "kcmp",
    "migrate_pages",
    "move_pages",
    /* keys */
    "add_key",
    "request_key",
    "keyctl",
    /* the machine */
    "reboot",
    "swapon",
    "swapoff",
    "acct",
    "quotactl",
    "quotactl_fd",
    "vhangup",
    "sethostname",
    "setdomainname",
    /* its clock */
    "settimeofday",
    "stime",
    "clock_settime",
    "clock_settime64",
    "adjtimex",
    "clock_adjtime",
    "clock_adjtime64",
    /* what has had its day */
    "nfsservctl",
    "sysfs",
    "_sysctl",
    "uselib",
    "ustat",
};

/* CLONE_NEWTIME is a signal's number here: only clone3() can mean it. */
static const uint64_t name_spaces[] = {
    CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
    CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET,
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* 0 or -errno, as libseccomp has it. */
static int refuse_names(scmp_filter_ctx filter)
{
    int error = 0;

    for (size_t i = 0; !error && i < COUNT(refused); i++) {
        int number = seccomp_syscall_resolve_name(refused[i]);

        error = number == __NR_SCMP_ERROR
                    ? -ENOSYS
                    : seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number,
                                       0);
    }
    return error;
}

/*
 * The flags of clone3() lie in memory, where a filter cannot look: as on a
 * kernel without it, libc then takes clone().
 */
static int refuse_name_spaces(scmp_filter_ctx filter)
{
    int error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS),
                                 SCMP_SYS(clone3), 0);

    for (size_t i = 0; !error && i < COUNT(name_spaces); i++) {
        struct scmp_arg_cmp set = SCMP_CMP(CLONE_FLAGS, SCMP_CMP_MASKED_EQ,
                                           name_spaces[i], name_spaces[i]);

        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone),
                                 1, set);
    }
    return error;
}

static int refuse_personalities(scmp_filter_ctx filter)
{
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM),
                            SCMP_SYS(personality), 1,
                            SCMP_A0_32(SCMP_CMP_NE, ASKS_ONLY));
}

/*
 * Programs of 32 bits run under the same filter. A system call of any other
 * kind (x32) fails as it does on a kernel that was built without them.
 */
static int add_smaller(scmp_filter_ctx filter)
{
    switch (seccomp_arch_native()) {
    case SCMP_ARCH_X86_64:
        return seccomp_arch_add(filter, SCMP_ARCH_X86);
    case SCMP_ARCH_AARCH64:
        return seccomp_arch_add(filter, SCMP_ARCH_ARM);
    default:
        return 0;
    }
}

static int set_filter(scmp_filter_ctx filter)
{
    /* An error is to be the kernel's, not ECANCELED. */
    int error = seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1);

    if (!error)
        error = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH,
                                 SCMP_ACT_ERRNO(ENOSYS));
    if (!error)
        error = add_smaller(filter);
    if (!error)
        error = refuse_names(filter);
    if (!error)
        error = refuse_name_spaces(filter);
    if (!error)
        error = refuse_personalities(filter);
    /* A tree: the kernel asks it at each system call. */
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

bool mh_seccomp_take(char *why, size_t size)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int error = filter ? set_filter(filter) : -ENOMEM;

    if (filter)
        seccomp_release(filter);
    if (error) {
        snprintf(why, size, "cannot set the seccomp filter: %s",
                 strerror(-error));
        return false;
    }
    if (!works()) {
        snprintf(why, size, "the seccomp filter refuses nothing");
        return false;
    }
    return true;
}
