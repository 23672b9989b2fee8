/*
 * kernel.c - see kernel.h.
 */
#include "pool/perl/trace/libc.h"

#include "pool/perl/trace/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/statfs.h>
#include <unistd.h>

#define ANSWERS 32
#define PATH_SIZE 128
#define BLOCK 4096

#define BEGIN UINT64_C(0xcbf29ce484222325)

typedef struct answer_t {
    uint64_t (*ask)(const char *path);
    char path[PATH_SIZE];
    uint64_t sum;
} answer_t;

static struct {
    answer_t list[ANSWERS];
    int count;
} answers;

static uint64_t add(uint64_t sum, const void *data, size_t size)
{
    const unsigned char *at = data;

    while (size--)
        sum = (sum ^ *at++) * UINT64_C(0x100000001b3);
    return sum;
}

static uint64_t add_error(uint64_t sum)
{
    int error = errno;

    return add(sum, &error, sizeof(error));
}

static uint64_t ask_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    uint64_t sum = BEGIN;
    char block[BLOCK];
    ssize_t size;

    if (fd < 0)
        return add_error(sum);
    while ((size = read(fd, block, sizeof(block))) > 0)
        sum = add(sum, block, (size_t)size);
    close(fd);
    return sum;
}

static uint64_t ask_mount(const char *path)
{
    struct statfs status;

    if (statfs(path, &status))
        return add_error(BEGIN);
    return add(add(BEGIN, &status.f_type, sizeof(status.f_type)),
               &status.f_flags, sizeof(status.f_flags));
}

static uint64_t ask_processors(const char *path)
{
    cpu_set_t set;
    uint64_t sum = ask_file(path);

    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof(set), &set))
        return add_error(sum);
    return add(sum, &set, sizeof(set));
}

static bool is_noted(uint64_t (*ask)(const char *path), const char *path)
{
    for (int i = 0; i < answers.count; i++)
        if (answers.list[i].ask == ask &&
            strcmp(answers.list[i].path, path) == 0)
            return true;
    return false;
}

/* A compilation that notes more cannot be compared. */
static void note(uint64_t (*ask)(const char *path), const char *path)
{
    answer_t *answer = &answers.list[answers.count];
    mh_pause_t pause;

    if (is_noted(ask, path))
        return;
    if (answers.count == ANSWERS || strlen(path) >= PATH_SIZE) {
        mh_trace_unshareable("asks the system for too much");
        return;
    }
    pause = mh_trace_pause();
    answer->ask = ask;
    strcpy(answer->path, path);
    answer->sum = ask(path);
    answers.count++;
    mh_trace_resume(pause);
}

/* Files about a process, or that change by themselves, do not count. */
static bool is_constant(const char *path)
{
    static const char *const files[] = {
        "/proc/cmdline",
        "/proc/devices",
        "/proc/filesystems",
        "/proc/sys/crypto/fips_enabled",
        "/proc/version",
        "/sys/devices/system/cpu/online",
        "/sys/devices/system/cpu/possible",
        "/sys/devices/system/cpu/present",
        "/sys/devices/system/node/online",
        "/sys/devices/system/node/possible",
        "/sys/kernel/mm/transparent_hugepage/enabled",
        "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size",
    };
    static const char kernel[] = "/proc/sys/kernel/";
    static const char *const settings[] = {
        "cap_last_cap", "domainname", "hostname", "ngroups_max",
        "osrelease",    "ostype",     "pid_max",  "version",
    };

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        if (strcmp(path, files[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
        if (strncmp(path, kernel, sizeof(kernel) - 1) == 0 &&
            strcmp(path + sizeof(kernel) - 1, settings[i]) == 0)
            return true;
    return false;
}

bool mh_kernel_file(const char *path)
{
    if (!is_constant(path))
        return false;
    note(ask_file, path);
    return true;
}

void mh_kernel_mount(const char *path)
{
    note(ask_mount, path);
}

void mh_kernel_processors(void)
{
    note(ask_processors, "/sys/devices/system/cpu/online");
}

bool mh_kernel_agrees(void)
{
    for (int i = 0; i < answers.count; i++)
        if (answers.list[i].ask(answers.list[i].path) != answers.list[i].sum)
            return false;
    return true;
}
