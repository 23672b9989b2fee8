/*
 * system.c - the state of the machine, and functions of libc that look at files
 * or start programs without calling functions that we replace.
 */
#include "pool/perl/trace/libc.h"

#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <grp.h>
#include <libintl.h>
#include <mntent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include <wordexp.h>

#include "pool/perl/trace/kernel.h"

/* --- the machine --- */

#define STATE "asks for the state of the system"

MH_REAL(int, get_nprocs, (void));

int get_nprocs(void)
{
    if (mh_watching())
        mh_kernel_processors();
    return real_get_nprocs();
}

MH_UNSHAREABLE(long, get_avphys_pages, (void), (), STATE)
MH_UNSHAREABLE(int, sched_getcpu, (void), (), STATE)
MH_UNSHAREABLE(int, mincore, (void *at, size_t size, unsigned char *pages),
               (at, size, pages), STATE)

#define PRIORITY "asks for its priority"

MH_UNSHAREABLE(int, getpriority, (__priority_which_t which, id_t who),
               (which, who), PRIORITY)
MH_UNSHAREABLE(int, sched_getscheduler, (pid_t pid), (pid), PRIORITY)
MH_UNSHAREABLE(int, sched_getparam, (pid_t pid, struct sched_param *parameters),
               (pid, parameters), PRIORITY)
MH_REAL(int, sched_getaffinity, (pid_t pid, size_t size, cpu_set_t *set));

/* A new process has those of its parent. */
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    if (mh_watching() && pid)
        mh_trace_unshareable("asks for a process's processors");
    else if (mh_watching())
        mh_kernel_processors();
    return real_sched_getaffinity(pid, size, set);
}

MH_REAL(long, sysconf, (int name));

/* Only constants of the system and limits of the process are shareable. */
long sysconf(int name)
{
    if (mh_watching() && name == _SC_NPROCESSORS_ONLN)
        mh_kernel_processors();
    else if (mh_watching() &&
             (name == _SC_AVPHYS_PAGES || name == _SC_OPEN_MAX ||
              name == _SC_CHILD_MAX || name == _SC_ARG_MAX))
        mh_trace_unshareable(STATE);
    return real_sysconf(name);
}

MH_REAL(unsigned long, getauxval, (unsigned long type));

/* The kernel gives every process random bytes at its start. */
unsigned long getauxval(unsigned long type)
{
    if (mh_watching() && type == AT_RANDOM)
        mh_trace_unshareable("asks for random numbers");
    return real_getauxval(type);
}

/* --- files --- */

#define FILES "goes through files"

MH_UNSHAREABLE(int, glob,
               (const char *restrict pattern, int flags,
                int (*error)(const char *, int), glob_t *restrict found),
               (pattern, flags, error, found), FILES)
MH_ALSO(glob64, glob);
MH_UNSHAREABLE(int, ftw, (const char *path, __ftw_func_t call, int count),
               (path, call, count), FILES)
MH_ALSO(ftw64, ftw);
MH_UNSHAREABLE(int, nftw,
               (const char *path, __nftw_func_t call, int count, int flags),
               (path, call, count, flags), FILES)
MH_ALSO(nftw64, nftw);
MH_UNSHAREABLE(FTS *, fts_open,
               (char *const *paths, int flags,
                int (*compare)(const FTSENT **, const FTSENT **)),
               (paths, flags, compare), FILES)
MH_ALSO(fts64_open, fts_open);
MH_UNSHAREABLE(int, wordexp, (const char *words, wordexp_t *to, int flags),
               (words, to, flags), "starts a process")
MH_UNSHAREABLE(FILE *, setmntent, (const char *path, const char *mode),
               (path, mode), "looks at what is mounted")
MH_UNSHAREABLE(char *, getlogin, (void), (), "asks who is logged in")
MH_UNSHAREABLE(int, getlogin_r, (char *to, size_t size), (to, size),
               "asks who is logged in")
MH_UNSHAREABLE(int, getgrouplist,
               (const char *user, gid_t group, gid_t *groups, int *count),
               (user, group, groups, count), "lists users, groups or services")

/* libintl.h has these functions as macros. */
#undef gettext
#undef dgettext
#undef dcgettext
#undef ngettext
#undef dngettext
#undef dcngettext

#define MESSAGES "looks up a message in the user's language"

MH_UNSHAREABLE(char *, gettext, (const char *text), (text), MESSAGES)
MH_UNSHAREABLE(char *, dgettext, (const char *domain, const char *text),
               (domain, text), MESSAGES)
MH_UNSHAREABLE(char *, dcgettext,
               (const char *domain, const char *text, int category),
               (domain, text, category), MESSAGES)
MH_UNSHAREABLE(char *, ngettext,
               (const char *one, const char *many, unsigned long count),
               (one, many, count), MESSAGES)
MH_UNSHAREABLE(char *, dngettext,
               (const char *domain, const char *one, const char *many,
                unsigned long count),
               (domain, one, many, count), MESSAGES)
MH_UNSHAREABLE(char *, dcngettext,
               (const char *domain, const char *one, const char *many,
                unsigned long count, int category),
               (domain, one, many, count, category), MESSAGES)
