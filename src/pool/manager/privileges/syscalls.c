/*
 * syscalls.c - see syscalls.h.
 *
 * Each allowed call was looked at: it reaches the process itself, or files,
 * processes and sockets that the user could reach in another way, and programs
 * that CGI scripts start use it. A refused call has had security holes, or
 * needs a privilege that a pool's process never has.
 */
#include "pool/manager/privileges/syscalls.h"

#include <stddef.h>

const mh_syscalls_t mh_syscalls_allowed[] = {
    /* Descriptors that the process has. */
    { "read and write",
      "read write readv writev pread64 pwrite64 preadv pwritev preadv2 "
      "pwritev2 lseek _llseek close close_range dup dup2 dup3 pipe pipe2 "
      "fcntl fcntl64 ioctl sendfile sendfile64 splice tee vmsplice "
      "copy_file_range flock fsync fdatasync sync syncfs sync_file_range "
      "sync_file_range2 arm_sync_file_range fadvise64 fadvise64_64 "
      "arm_fadvise64_64 readahead fallocate truncate truncate64 ftruncate "
      "ftruncate64" },
    /* The kernel checks the user's rights at each. */
    { "files by name",
      "open openat openat2 creat access faccessat faccessat2 stat stat64 "
      "lstat lstat64 fstat fstat64 fstatat64 newfstatat statx statfs statfs64 "
      "fstatfs fstatfs64 oldstat oldlstat oldfstat readlink readlinkat link "
      "linkat symlink symlinkat unlink unlinkat rename renameat renameat2 "
      "mknod mknodat chmod fchmod fchmodat fchmodat2 chown chown32 fchown "
      "fchown32 lchown lchown32 fchownat umask utime utimes futimesat "
      "utimensat utimensat_time64 name_to_handle_at" },
    { "folders",
      "mkdir mkdirat rmdir getdents getdents64 readdir getcwd chdir fchdir" },
    /* ACLs that cp -a, rsync and tar keep. */
    { "attributes of files",
      "getxattr lgetxattr fgetxattr setxattr lsetxattr fsetxattr listxattr "
      "llistxattr flistxattr removexattr lremovexattr fremovexattr" },
    { "memory",
      "brk mmap mmap2 munmap mremap mprotect madvise msync mincore mlock "
      "mlock2 munlock mlockall munlockall remap_file_pages memfd_create "
      "pkey_alloc pkey_free pkey_mprotect get_mempolicy" },
    /* clone() without name spaces; process_vm_readv() is the manager's. */
    { "processes and threads",
      "fork vfork execve execveat exit exit_group wait4 waitid waitpid getpid "
      "getppid gettid getpgid getpgrp setpgid getsid setsid pidfd_open "
      "set_tid_address futex futex_time64 futex_waitv set_robust_list "
      "get_robust_list rseq membarrier prctl arch_prctl set_thread_area "
      "get_thread_area set_tls get_tls cacheflush riscv_flush_icache "
      "swapcontext process_vm_readv" },
    { "signals",
      "kill tkill tgkill pidfd_send_signal rt_sigaction rt_sigprocmask "
      "rt_sigpending rt_sigtimedwait rt_sigtimedwait_time64 rt_sigsuspend "
      "rt_sigreturn rt_sigqueueinfo rt_tgsigqueueinfo sigaltstack signal "
      "sigaction sigprocmask sigpending sigsuspend sigreturn signalfd "
      "signalfd4 pause restart_syscall" },
    /* Clocks can be read, not set. */
    { "time",
      "time gettimeofday clock_gettime clock_gettime64 clock_getres "
      "clock_getres_time64 clock_nanosleep clock_nanosleep_time64 nanosleep "
      "alarm getitimer setitimer times timer_create timer_settime "
      "timer_settime64 timer_gettime timer_gettime64 timer_getoverrun "
      "timer_delete timerfd timerfd_create timerfd_settime timerfd_settime64 "
      "timerfd_gettime timerfd_gettime64" },
    /* socket() and socketpair() for some families only. */
    { "sockets",
      "connect bind listen accept accept4 getsockname getpeername getsockopt "
      "setsockopt shutdown send sendto sendmsg sendmmsg recv recvfrom recvmsg "
      "recvmmsg recvmmsg_time64" },
    { "waiting for descriptors",
      "poll ppoll ppoll_time64 select _newselect pselect6 pselect6_time64 "
      "epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait "
      "epoll_pwait2 eventfd eventfd2 inotify_init inotify_init1 "
      "inotify_add_watch inotify_rm_watch io_setup io_destroy io_submit "
      "io_cancel io_getevents io_pgetevents io_pgetevents_time64" },
    /* IPC::SysV, IPC::ShareLite, POSIX::RT::MQ; by user and mode. */
    { "memory and messages between processes",
      "shmget shmat shmdt shmctl semget semop semtimedop semtimedop_time64 "
      "semctl msgget msgsnd msgrcv msgctl mq_open mq_unlink mq_timedsend "
      "mq_timedsend_time64 mq_timedreceive mq_timedreceive_time64 mq_notify "
      "mq_getsetattr" },
    /*
     * A process without capabilities and with no_new_privs gains nothing by
     * these.
     */
    { "users and groups",
      "getuid getuid32 geteuid geteuid32 getgid getgid32 getegid getegid32 "
      "getresuid getresuid32 getresgid getresgid32 getgroups getgroups32 "
      "setuid setuid32 setgid setgid32 setreuid setreuid32 setregid "
      "setregid32 setresuid setresuid32 setresgid setresgid32 setfsuid "
      "setfsuid32 setfsgid setfsgid32 setgroups setgroups32 capget capset" },
    /* Of the process itself only; those that can name another one are in
     * seccomp.c. */
    { "limits and priorities",
      "getrlimit ugetrlimit setrlimit getrusage getpriority nice ioprio_get "
      "sched_yield sched_getaffinity sched_getattr sched_getparam "
      "sched_getscheduler sched_get_priority_max sched_get_priority_min "
      "sched_rr_get_interval sched_rr_get_interval_time64 getcpu" },
    { "system information", "uname sysinfo getrandom" },
    /* A process may give up further rights. */
    { "sandboxes", "seccomp landlock_create_ruleset landlock_add_rule "
                   "landlock_restrict_self" },
    { NULL, NULL },
};

const mh_syscalls_t mh_syscalls_refused[] = {
    { "mounts",
      "mount umount umount2 pivot_root chroot open_tree move_mount fsopen "
      "fsconfig fsmount fspick mount_setattr" },
    /* unshare(), clone() with a flag for one, and clone3() are in seccomp.c. */
    { "name spaces", "setns" },
    { "the kernel, its modules, its devices",
      "init_module finit_module delete_module create_module query_module "
      "get_kernel_syms kexec_load kexec_file_load bpf perf_event_open "
      "io_uring_setup io_uring_enter io_uring_register fanotify_init "
      "fanotify_mark lookup_dcookie open_by_handle_at iopl ioperm modify_ldt "
      "vm86 vm86old syslog" },
    { "other processes",
      "ptrace process_vm_writev process_madvise pidfd_getfd kcmp "
      "migrate_pages move_pages" },
    { "where memory is", "mbind set_mempolicy set_mempolicy_home_node" },
    { "keys", "add_key request_key keyctl" },
    { "the machine",
      "reboot swapon swapoff acct quotactl quotactl_fd vhangup sethostname "
      "setdomainname" },
    { "its clock", "settimeofday stime clock_settime clock_settime64 adjtimex "
                   "clock_adjtime clock_adjtime64" },
    { "obsolete calls", "nfsservctl sysfs _sysctl uselib ustat" },
    { NULL, NULL },
};
