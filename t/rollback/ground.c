/*
 * ground.c - the memory and settings on which acts work, and the check that
 * these are as before: see acts.h.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "acts.h"

/* libc's headers may be older than the kernel. */
#ifndef MAP_DROPPABLE
#define MAP_DROPPABLE 0x08
#endif

act_ground_t act_ground;
static int initialized = 4711;
static _Thread_local int of_thread = 42;
static char zeros[40000];
static uint64_t random_state;
static volatile sig_atomic_t signalled;
static char settings[80]; /* settings of the memory, in files of /proc */
static int forks_before;
static int forks_child;
/* Locks that the thread holds at the checkpoint: see locks_are_own(). */
static pthread_rwlock_t shared_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t recursive_lock;
static pthread_mutex_t robust_lock;

void act_seed(uint64_t seed)
{
    random_state = seed * 0x9e3779b97f4a7c15ULL + 0x632be59bd9b4e019ULL;
}

/* xorshift64*. */
uint64_t act_random(uint64_t below)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return below ? (random_state * 0x2545f4914f6cdd1dULL >> 16) % below : 0;
}

static void before_fork(void)
{
    forks_before++;
}

static void in_child(void)
{
    forks_child++;
}

static char *map(int access, int fd)
{
    char *at = mmap(NULL, ACT_BYTES, access,
                    MAP_PRIVATE | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);

    if (at != MAP_FAILED)
        return at;
    perror("mmap");
    exit(2);
}

static char *map_file(void)
{
    char name[] = "/tmp/mehari-acts-XXXXXX";
    int fd = mkstemp(name);
    char page[4096];
    char *at;

    memset(page, 'f', sizeof(page));
    unlink(name);
    for (size_t i = 0; i < ACT_BYTES / sizeof(page); i++)
        if (write(fd, page, sizeof(page)) != sizeof(page))
            exit(2);
    at = map(PROT_READ | PROT_WRITE, fd);
    close(fd);
    at[0] = 'F'; /* one page is no longer the file's */
    return at;
}

static void hold_locks(void)
{
    pthread_mutexattr_t kind;

    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive_lock, &kind);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&robust_lock, &kind);
    pthread_mutex_lock(&robust_lock);
    pthread_rwlock_wrlock(&shared_lock);
    pthread_mutex_lock(&recursive_lock);
}

static void read_settings(char text[sizeof(settings)])
{
    const char *files[] = { "/proc/self/oom_score_adj",
                            "/proc/self/coredump_filter" };

    memset(text, 0, sizeof(settings));
    for (int i = 0; i < 2; i++) {
        int fd = open(files[i], O_RDONLY);

        (void)!read(fd, text + strlen(text), 32);
        close(fd);
    }
}

void act_prepare(void)
{
    read_settings(settings);
    act_ground.plain = map(PROT_READ | PROT_WRITE, -1);
    memset(act_ground.plain, 'p', ACT_BYTES);
    act_ground.empty = map(PROT_READ | PROT_WRITE, -1);
    act_ground.fixed = map(PROT_READ | PROT_WRITE, -1);
    memset(act_ground.fixed, 'x', ACT_BYTES);
    mprotect(act_ground.fixed, ACT_BYTES, PROT_READ);
    act_ground.file = map_file();
    act_ground.wiped = map(PROT_READ | PROT_WRITE, -1);
    if (madvise(act_ground.wiped, ACT_BYTES, MADV_WIPEONFORK))
        act_ground.wiped = NULL;
    else
        memset(act_ground.wiped, 'w', ACT_BYTES);
    act_ground.dropped = mmap(NULL, ACT_BYTES, PROT_READ | PROT_WRITE,
                              MAP_DROPPABLE | MAP_ANONYMOUS, -1, 0);
    if (act_ground.dropped == MAP_FAILED)
        act_ground.dropped = NULL; /* before Linux 6.11 */
    else
        memset(act_ground.dropped, 'd', ACT_BYTES);
    for (int i = 0; i < ACT_BLOCKS; i++) {
        act_ground.size[i] = 16 + act_random(i % 16 ? 600 : 60000);
        act_ground.block[i] = malloc(act_ground.size[i]);
        memset(act_ground.block[i], 'b', act_ground.size[i]);
    }
    pthread_atfork(before_fork, NULL, in_child);
    hold_locks();
}

static bool is_all(const char *memory, size_t size, char byte)
{
    for (size_t i = 0; i < size; i++)
        if (memory[i] != byte)
            return false;
    return true;
}

static void note_signal(int number)
{
    (void)number;
    signalled = 1;
}

/*
 * raise() of libc sends the signal to the thread whose number libc has stored.
 */
static bool raises(void)
{
    signal(SIGUSR2, note_signal);
    raise(SIGUSR2);
    signal(SIGUSR2, SIG_DFL);
    return signalled;
}

static bool owns_locks(void)
{
    pthread_mutexattr_t kind;
    pthread_mutex_t mutex;
    int *words = (int *)(void *)&mutex;

    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &kind);
    pthread_mutex_lock(&mutex);
    return words[2] == (int)syscall(SYS_gettid); /* glibc's __owner */
}

/* A lock that was held can be unlocked, and is free then. */
static bool locks_are_own(void)
{
    return !pthread_mutex_unlock(&recursive_lock) &&
           !pthread_rwlock_unlock(&shared_lock) &&
           !pthread_rwlock_trywrlock(&shared_lock) &&
           !pthread_mutex_unlock(&robust_lock) &&
           !pthread_mutex_trylock(&robust_lock);
}

/* Properties that belong to the memory more than to a process. */
static bool is_locked(void)
{
    char text[4096] = "";
    int fd = open("/proc/self/status", O_RDONLY);
    const char *line;

    if (fd < 0 || read(fd, text, sizeof(text) - 1) < 0)
        return true;
    close(fd);
    line = strstr(text, "VmLck:");
    return line && strtol(line + 6, NULL, 10) != 0;
}

static bool are_set_as_before(void)
{
    char now[sizeof(settings)];

    read_settings(now);
    return !strcmp(now, settings);
}

const char *act_memory(void)
{
    if (initialized != 4711 || of_thread != 42)
        return "static data";
    if (!is_all(zeros, sizeof(zeros), 0))
        return "bss";
    if (!is_all(act_ground.plain, ACT_BYTES, 'p'))
        return "a mapping";
    if (!is_all(act_ground.fixed, ACT_BYTES, 'x'))
        return "a read-only mapping";
    if (!is_all(act_ground.file + 4096, ACT_BYTES - 4096, 'f') ||
        act_ground.file[0] != 'F')
        return "a file's mapping";
    for (int i = 0; i < ACT_BLOCKS; i++)
        if (!is_all(act_ground.block[i], act_ground.size[i], 'b'))
            return "the heap";
    return NULL;
}

const char *act_look(void)
{
    const char *wrong = act_memory();

    if (wrong)
        return wrong;
    if (prctl(PR_GET_DUMPABLE) != 1)
        return "PR_GET_DUMPABLE";
    if (!are_set_as_before())
        return "what /proc sets";
    if (is_locked())
        return "locked memory";
    initialized = of_thread = 0;
    if (act_ground.wiped && !is_all(act_ground.wiped, ACT_BYTES, 0))
        return "what fork() wipes";
    if (act_ground.dropped && !is_all(act_ground.dropped, ACT_BYTES, 0))
        return "what the kernel may drop";
    if (forks_before != 1 || forks_child != 1)
        return "pthread_atfork()";
    if (!owns_locks())
        return "the thread's number in libc";
    if (!locks_are_own())
        return "locks";
    if (!raises())
        return "raise()";
    zeros[act_random(sizeof(zeros))] = 1;
    return NULL;
}
