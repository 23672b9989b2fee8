/*
 * functions.S - functions of libc that this executable replaces by one that
 * looks at why it is called, and then goes on in libc's own: names and reasons.
 * Those whose arguments count are C, in the other files of this folder.
 *
 * unshareable REASON, NAME ...   the compilation stops: see trace.h
 * module REASON, NAME ...        the same, for modules that are loaded ahead
 * reads PATH, NAME ...           the compilation depends on that file of /etc,
 *                                as far as nsswitch.conf says so
 *
 * A name that ends in 64 is libc's second one, for large files.
 */
#include "shared/compat.h"

#if defined(__x86_64__)
#include "pool/perl/trace/stub_x86_64.S"
#elif defined(__aarch64__)
#include "pool/perl/trace/stub_aarch64.S"
#else
#error "this processor has no stub: see stub_x86_64.S"
#endif

/* A row is a mh_function_t (function.h), and a mh_real_t (libc.h). */
        .macro  rows look:req, text:req, names:vararg
        .pushsection .rodata.str1.1, "aMS", %progbits, 1
.Ltext\@:
        .string "\text"
        .popsection
        .irp    name, \names
        row     \name, \look, .Ltext\@
        .endr
        .endm

        .macro  row name:req, look:req, text:req
        .pushsection .rodata.str1.1, "aMS", %progbits, 1
.Lname\@:
        .string "\name"
        .popsection
        .pushsection .data, "aw"
        .balign 8
.Lrow\@:
        .quad   0, \look, \text
        .popsection
        .pushsection mh_real, "aw"
        .balign 8
        .quad   .Lname\@, .Lrow\@
        .popsection
        .globl  \name
        .type   \name, %function
        .balign 16
\name:
        .cfi_startproc
        stub    .Lrow\@
        .cfi_endproc
        .size   \name, . - \name
        .endm

        .macro  unshareable text:req, names:vararg
        rows    mh_function_unshareable, "\text", \names
        .endm

        .macro  module text:req, names:vararg
        rows    mh_function_module, "\text", \names
        .endm

        .macro  reads path:req, names:vararg
        rows    mh_function_reads, "\path", \names
        .endm

/* --- names of files --- */

unshareable "removes a file", unlink, unlinkat, remove
unshareable "renames a file", rename, renameat, renameat2
unshareable "makes a link", link, linkat
unshareable "makes a symbolic link", symlinkat
unshareable "makes a directory", mkdir, mkdirat
unshareable "removes a directory", rmdir
unshareable "makes a named pipe", mkfifo, mkfifoat
unshareable "makes a special file", __xmknod, __xmknodat
#ifdef MH_LIBC_STAT
unshareable "makes a special file", mknod, mknodat
#endif
unshareable "changes the root", chroot
unshareable "mounts a file system", mount
unshareable "unmounts a file system", umount, umount2
/* Their names are random. */
unshareable "makes a temporary file", mkstemp, mkstemp64, mkostemp, \
    mkostemp64, mkstemps, mkstemps64, mkostemps, mkostemps64, tmpfile, tmpfile64
unshareable "makes a temporary directory", mkdtemp
unshareable "asks for a temporary name", mktemp, tmpnam, tempnam
unshareable "lists a directory", scandir, scandir64, scandirat, scandirat64
unshareable "goes through files", glob, glob64, ftw, ftw64, nftw, nftw64, \
    fts_open, fts64_open

/* --- data about files --- */

unshareable "changes the mode of a file", chmod, fchmod, fchmodat, lchmod
unshareable "changes the owner of a file", chown, fchown, lchown, fchownat
unshareable "changes the times of a file", utime, utimes, lutimes, futimes, \
    futimesat, utimensat, futimens
unshareable "changes attributes of a file", setxattr, lsetxattr, fsetxattr, \
    removexattr, lremovexattr, fremovexattr
unshareable "looks at attributes of a file", getxattr, lgetxattr, fgetxattr, \
    listxattr, llistxattr, flistxattr
unshareable "looks at the room on a file system", fstatfs, fstatfs64, statvfs, \
    statvfs64, fstatvfs, fstatvfs64
unshareable "looks at what is mounted", setmntent, setfsent, getfsent, \
    getfsfile, getfsspec
module "asks for the working directory", getcwd, __getcwd_chk, getwd, \
    __getwd_chk, get_current_dir_name
/* The directory was noted when it was opened. */
module "changes the working directory", fchdir
module "asks for the umask", umask

/* --- contents and locks --- */

unshareable "truncates a file", truncate, truncate64, ftruncate, ftruncate64
unshareable "changes a file", fallocate, fallocate64, posix_fallocate, \
    posix_fallocate64
unshareable "copies a file", sendfile, sendfile64, copy_file_range, splice
unshareable "locks a file", flock, lockf, lockf64

/* --- descriptors --- */

unshareable "makes a pipe", pipe, pipe2
unshareable "copies a descriptor", dup, dup2, dup3
unshareable "makes a descriptor for events", epoll_create, epoll_create1, \
    eventfd, signalfd, timerfd_create, inotify_init, inotify_init1, \
    fanotify_init
unshareable "makes a file in memory", memfd_create
unshareable "makes a terminal", posix_openpt, getpt
unshareable "looks at a terminal", tcgetpgrp
unshareable "changes a terminal", tcsetpgrp

/* --- clocks, timers, random numbers --- */

unshareable "asks for the time", gettimeofday, clock_gettime, timespec_get, \
    ntp_gettime, ntp_gettimex, ntp_adjtime, adjtimex
unshareable "asks for the time it has used", clock
unshareable "asks for its resource usage", getrusage
unshareable "sets or looks at a timer", alarm, ualarm, setitimer, getitimer, \
    timer_create
unshareable "waits", sleep, usleep, nanosleep, clock_nanosleep, select, \
    pselect, poll, __poll_chk, ppoll, __ppoll_chk, epoll_wait, thrd_sleep
unshareable "asks for random numbers", getentropy
#ifdef MH_LIBC_ARC4RANDOM
unshareable "asks for random numbers", arc4random, arc4random_buf, \
    arc4random_uniform
#endif

/* --- users, groups, services, protocols --- */

reads "/etc/passwd", getpwnam, getpwuid, getpwnam_r, getpwuid_r
reads "/etc/group", getgrnam, getgrgid, getgrnam_r, getgrgid_r
/* Perl asks for the shadow password with every entry of the user list. */
reads "/etc/shadow", getspnam, getspnam_r
reads "/etc/services", getservbyname, getservbyport, getservbyname_r, \
    getservbyport_r
reads "/etc/protocols", getprotobyname, getprotobynumber, getprotobyname_r, \
    getprotobynumber_r
/* A walk through a whole list keeps a position in the process, and is rare. */
unshareable "lists users, groups or services", getpwent, getpwent_r, getgrent, \
    getgrent_r, getspent, getspent_r, getservent, getservent_r, getprotoent, \
    getprotoent_r, getgrouplist, getnetgrent, getnetgrent_r, innetgr, \
    getaliasent, getaliasent_r, getaliasbyname, getaliasbyname_r
unshareable "asks who is logged in", getlogin, getlogin_r, __getlogin_r_chk, \
    getutent, getutent_r, getutid, getutid_r, getutline, getutline_r, \
    getutxent, getutxid, getutxline

/* --- the network; the next answer may be another --- */

unshareable "makes or uses a socket", socket, socketpair, connect, bind, \
    listen, accept, accept4, getpeername, getsockname, send, sendto, sendmsg, \
    recv, __recv_chk, recvfrom, __recvfrom_chk, recvmsg, shutdown
unshareable "looks up a host", getaddrinfo, getnameinfo, \
    gethostbyname2_r, gethostbyaddr, gethostbyaddr_r, gethostent, \
    gethostent_r, getnetbyname, getnetbyname_r, getnetbyaddr, getnetbyaddr_r, \
    getnetent, getnetent_r
unshareable "looks at the network's interfaces", getifaddrs, if_nameindex, \
    if_indextoname, if_nametoindex
unshareable "writes to the system's log", syslog, vsyslog, __syslog_chk, \
    __vsyslog_chk
unshareable "uses shared memory, semaphores or message queues", shmget, shmat, \
    shmctl, semget, semop, semtimedop, semctl, ftok, msgget, msgsnd, msgrcv, \
    msgctl, shm_open, shm_unlink, sem_open, sem_unlink, mq_open, __mq_open_2, \
    mq_unlink

/* --- other processes --- */

unshareable "starts a process", clone, execve, execv, execvp, execvpe, execl, \
    execle, execlp, fexecve, system, popen, posix_spawn, posix_spawnp, \
    wordexp, daemon
#ifdef MH_LIBC_FORK
unshareable "starts a process", _Fork
#endif
#ifdef MH_LIBC_EXECVEAT
unshareable "starts a process", execveat
#endif
unshareable "starts a thread", pthread_create, thrd_create
unshareable "waits for a process", wait, waitpid, wait3, wait4, waitid
unshareable "uses another process's memory", process_vm_readv, \
    process_vm_writev, ptrace
unshareable "sends a signal", kill, killpg, raise, tgkill, sigqueue, \
    pthread_kill, pthread_sigqueue
unshareable "waits for a signal", pause, sigsuspend, sigwait, sigwaitinfo, \
    sigtimedwait

/* --- this process --- */

unshareable "asks for the process id", gettid
unshareable "asks for the parent's process id", getppid
unshareable "asks for the process group", getpgrp, getpgid
unshareable "asks for the session", getsid
unshareable "changes the process group", setpgrp, setpgid
unshareable "begins a session", setsid
unshareable "changes its user or group", setuid, seteuid, setreuid, setresuid, \
    setgid, setegid, setregid, setresgid, setfsuid, setfsgid, setgroups, \
    initgroups, capset
/* A request has limits of its own. */
unshareable "asks for its limits", getrlimit, getrlimit64, prlimit, prlimit64
unshareable "asks for its priority", getpriority, sched_getscheduler, \
    sched_getparam
unshareable "changes its priority", nice, setpriority, sched_setscheduler, \
    sched_setparam
unshareable "chooses its processors", sched_setaffinity
unshareable "changes its namespaces", unshare, setns
unshareable "changes the environment", unsetenv, clearenv
/* A zygote must not end. */
unshareable "ends the process", _exit, _Exit, abort

/* --- the system --- */

unshareable "asks for the state of the system", sysinfo, getloadavg, \
    get_avphys_pages, sched_getcpu, mincore
unshareable "looks up a message in the user's language", gettext, dgettext, \
    dcgettext, ngettext, dngettext, dcngettext

        .section .note.GNU-stack, "", %progbits
