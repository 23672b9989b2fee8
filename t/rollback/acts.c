/* acts.c - see acts.h: the table of acts, and the acts. */
#include "acts.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/compat.h"

#define PAGE 4096UL

extern char **environ;

/* Some pages of a mapping of ACT_BYTES. */
static char *pages_of(char *mapping, size_t *size)
{
    size_t first = act_random(ACT_BYTES / PAGE);

    *size = (1 + act_random(ACT_BYTES / PAGE - first)) * PAGE;
    return mapping + first * PAGE;
}

static char *some_mapping(void)
{
    return act_random(2) ? act_ground.plain : act_ground.empty;
}

/* --- memory that is there --- */

static void write_mappings(void)
{
    for (int i = 0; i < 40; i++) {
        some_mapping()[act_random(ACT_BYTES)] = (char)act_random(256);
        act_ground.file[act_random(ACT_BYTES)] = (char)act_random(256);
        if (act_ground.wiped)
            act_ground.wiped[act_random(ACT_BYTES)] = 1;
        if (act_ground.dropped)
            act_ground.dropped[act_random(ACT_BYTES)] = 1;
    }
}

static void write_blocks(void)
{
    for (int i = 0; i < 100; i++) {
        size_t block = act_random(ACT_BLOCKS);

        memset(act_ground.block[block], (int)act_random(256),
               act_random(act_ground.size[block]));
    }
}

static void write_by_kernel(void)
{
    int ends[2];
    char *at = some_mapping() + act_random(ACT_BYTES - 100);
    struct iovec from = { environ, 64 };
    struct iovec to = { act_ground.block[0], 16 };

    if (pipe(ends))
        return;
    (void)!write(ends[1], "from a pipe", 11);
    (void)!read(ends[0], at, 11);
    from.iov_len = to.iov_len;
    process_vm_writev(getpid(), &from, 1, &to, 1, 0);
}

static void write_by_proc(void)
{
    int fd = open("/proc/self/mem", O_RDWR);

    (void)!pwrite(fd, "through /proc", 13,
                  (off_t)(uintptr_t)(some_mapping() + 4000));
}

/* The kernel sets both for all processes that share the memory. */
static void set_for_all(void)
{
    int filter = open("/proc/self/coredump_filter", O_WRONLY);
    int score = open("/proc/self/oom_score_adj", O_WRONLY);

    if (act_random(2))
        (void)!write(filter, "0x3f", 4);
    else
        (void)!write(score, "500", 3);
    close(filter);
    close(score);
}

static int recurse(int depth)
{
    volatile char room[2000];

    memset((char *)(uintptr_t)room, depth, sizeof(room));
    return depth ? recurse(depth - 1) + room[7] : 0;
}

static void recurse_some(void)
{
    recurse((int)act_random(100));
}

static void recurse_deep(void)
{
    recurse(1500 + (int)act_random(1500));
}

static void allocate(void)
{
    for (int i = 0; i < 300; i++) {
        size_t block = act_random(ACT_BLOCKS);

        free(act_ground.block[block]);
        act_ground.size[block] = act_random(i % 50 ? 2000 : 300000);
        act_ground.block[block] = malloc(act_ground.size[block]);
        memset(act_ground.block[block], 1, act_ground.size[block]);
    }
}

static void allocate_much(void)
{
    char *much = malloc(20 << 20);

    memset(much, 5, 20 << 20);
    if (act_random(2))
        free(much);
    much = calloc(1, 1 << 20);
    free(realloc(much, 3 << 20));
}

/* --- mappings --- */

static void map_some(void)
{
    for (int i = 0; i < 5; i++) {
        char *at = mmap(
            NULL, (1 + act_random(20)) * PAGE, PROT_READ | PROT_WRITE,
            MAP_ANONYMOUS | (act_random(2) ? MAP_PRIVATE : MAP_SHARED), -1, 0);

        *at = 1;
        if (!act_random(3))
            munmap(at, PAGE);
    }
}

static void map_over(void)
{
    size_t size;
    char *at = pages_of(some_mapping(), &size);

    mmap(at, size, PROT_READ | PROT_WRITE,
         MAP_ANONYMOUS | MAP_FIXED | (act_random(2) ? MAP_PRIVATE : MAP_SHARED),
         -1, 0);
    memset(at, 7, act_random(size));
}

static void unmap_some(void)
{
    size_t size;
    char *at = pages_of(some_mapping(), &size);

    munmap(at, size);
}

static void unmap_and_map(void)
{
    size_t size;
    char *at = pages_of(some_mapping(), &size);

    munmap(at, size);
    if (mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
             -1, 0) == MAP_FAILED)
        abort();
}

static void move_mapping(void)
{
    char *at = act_random(2) ? act_ground.plain : act_ground.empty;
    size_t size = (1 + act_random(ACT_BYTES / PAGE * 2)) * PAGE;

    at = mremap(at, ACT_BYTES, size, MREMAP_MAYMOVE);
    if (at != MAP_FAILED)
        memset(at, 3, size);
}

static void protect_some(void)
{
    static const int access[] = { PROT_NONE, PROT_READ,
                                  PROT_READ | PROT_WRITE };
    size_t size;
    char *at = pages_of(some_mapping(), &size);

    mprotect(at, size, access[act_random(3)]);
}

static void unprotect_fixed(void)
{
    mprotect(act_ground.fixed, ACT_BYTES, PROT_READ | PROT_WRITE);
    act_ground.fixed[act_random(ACT_BYTES)] = 0;
    if (act_random(2))
        mprotect(act_ground.fixed, ACT_BYTES, PROT_READ);
}

static void unmap_file(void)
{
    munmap(act_ground.file, PAGE);
}

static void forget_pages(void)
{
    size_t size;
    char *at = pages_of(some_mapping(), &size);

    madvise(at, size, act_random(2) ? MADV_DONTNEED : MADV_FREE);
    if (act_random(2))
        *at = 9;
}

static void advise_fork(void)
{
    madvise(act_ground.plain, ACT_BYTES,
            act_random(2) ? MADV_WIPEONFORK : MADV_DONTFORK);
}

static void grow_heap(void)
{
    char *at = sbrk((intptr_t)(1 + act_random(100)) * 1000);

    memset(at, 1, 1000);
}

static void shrink_heap(void)
{
    sbrk(-8192);
    if (act_random(2))
        sbrk(8192);
}

static void trim_heap(void)
{
    malloc_trim(0);
}

static void attach_shared(void)
{
    int id = shmget(IPC_PRIVATE, 5 * PAGE, IPC_CREAT | 0600);
    char *at = shmat(id, NULL, 0);

    shmctl(id, IPC_RMID, NULL);
    if (at != (char *)-1)
        *at = 1;
}

static void lock_memory(void)
{
    mlock(act_ground.plain, PAGE * 4);
    if (act_random(2))
        mlockall(MCL_CURRENT);
    act_ground.plain[5] = 1;
}

static void call_unmap(void)
{
    syscall(SYS_munmap, act_ground.plain, PAGE);
}

/* --- libraries --- */

static void load_library(void)
{
    static const char *const names[] = { "libz.so.1", "libcrypt.so.1",
                                         "libresolv.so.2", "libexpat.so.1",
                                         "libthread_db.so.1" };
    void *library = dlopen(names[act_random(5)],
                           act_random(2) ? RTLD_NOW : RTLD_LAZY);

    if (library && act_random(2))
        dlclose(library);
}

static void set_locale(void)
{
    setlocale(LC_ALL, act_random(2) ? "C.UTF-8" : "C");
}

/* --- processes --- */

static void fork_child(void)
{
    pid_t pid = fork();

    if (!pid) {
        write_blocks();
        allocate();
        _exit(0);
    }
    write_mappings();
    if (act_random(2))
        waitpid(pid, NULL, 0);
}

/* A child that outlives the run for a while, with memory of its own. */
static void leave_daemon(void)
{
    if (fork())
        return;
    setsid();
    usleep(20000);
    write_blocks();
    _exit(0);
}

static void spawn(void)
{
    char *words[] = { (char *)(intptr_t) "true", NULL };
    pid_t pid;

    if (!posix_spawn(&pid, "/bin/true", NULL, NULL, words, environ))
        waitpid(pid, NULL, 0);
}

static void use_shell(void)
{
    if (system("exit 0"))
        abort();
}

/* Waits until the template has ended, for at most ten seconds. */
static int sleep_and_write(void *made_by)
{
    for (int i = 0; i < 50000 && !kill((pid_t)(intptr_t)made_by, 0); i++) {
        act_ground.plain[i % 100]++;
        usleep(200);
    }
    return 0;
}

/* A child that shares the memory, and outlives the run. */
static void share_memory(void)
{
    char *stack = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    clone(sleep_and_write, stack + 65536,
          CLONE_VM | (act_random(2) ? SIGCHLD : CLONE_PARENT),
          (void *)(intptr_t)getppid());
}

static void execute(void)
{
    write_blocks();
    execl("/bin/true", "true", NULL);
}

/* --- threads --- */

static void *work(void *unused)
{
    (void)unused;
    write_blocks();
    free(malloc(100000));
    return NULL;
}

static void *work_for_ever(void *unused)
{
    for (;;)
        act_ground.plain[100]++;
    return unused;
}

static void join_threads(void)
{
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

static void leave_threads(void)
{
    pthread_t thread;

    for (int i = 0; i < 3; i++)
        pthread_create(&thread, NULL, i ? work_for_ever : work, NULL);
}

/* --- the process itself --- */

static void change_process(void)
{
    struct itimerval timer = { { 0, 0 }, { 0, 500 } };
    struct rlimit files = { 50, 50 };
    static char stack[65536];
    stack_t alternate = { .ss_sp = stack, .ss_size = sizeof(stack) };

    signal(SIGALRM, SIG_IGN);
    setitimer(ITIMER_REAL, &timer, NULL);
    setrlimit(RLIMIT_NOFILE, &files);
    sigaltstack(&alternate, NULL);
    umask(0);
    (void)!chdir("/");
    close_range(3, 30, 0);
    prctl(PR_SET_DUMPABLE, act_random(2));
    prctl(PR_SET_NAME, "acts");
}

static void change_user(void)
{
    if (!getuid())
        (void)!setreuid(65534, 65534);
}

static void crash(void)
{
    *(volatile char *)(uintptr_t)act_random(4096) = 1;
}

static void do_abort(void)
{
    signal(SIGABRT, SIG_DFL);
    abort();
}

static void kill_self(void)
{
    write_blocks();
    kill(getpid(), SIGKILL);
}

const act_t act_table[] = {
    { "write_mappings", write_mappings, false, false },
    { "write_blocks", write_blocks, false, false },
    { "write_by_kernel", write_by_kernel, false, false },
    { "write_by_proc", write_by_proc, false, false },
    { "set_for_all", set_for_all, true, false },
    { "recurse_some", recurse_some, false, false },
    { "recurse_deep", recurse_deep, false, false },
    { "allocate", allocate, false, false },
    { "allocate_much", allocate_much, false, false },
    { "map_some", map_some, false, false },
    { "map_over", map_over, false, false },
    { "unmap_some", unmap_some, false, true },
    { "unmap_and_map", unmap_and_map, false, true },
    { "move_mapping", move_mapping, false, true },
    { "protect_some", protect_some, false, true },
    { "unprotect_fixed", unprotect_fixed, true, false },
    { "unmap_file", unmap_file, true, true },
    { "forget_pages", forget_pages, false, false },
    { "advise_fork", advise_fork, true, true },
    { "grow_heap", grow_heap, false, false },
    { "shrink_heap", shrink_heap, true, true },
    { "trim_heap", trim_heap, true, false },
    { "attach_shared", attach_shared, false, false },
    { "lock_memory", lock_memory, false, false },
    { "call_unmap", call_unmap, true, true },
    { "load_library", load_library, false, false },
    { "set_locale", set_locale, false, false },
    { "fork_child", fork_child, false, false },
    { "leave_daemon", leave_daemon, false, false },
    { "spawn", spawn, false, false },
    { "use_shell", use_shell, false, false },
    { "share_memory", share_memory, true, false },
    { "execute", execute, false, true },
    { "join_threads", join_threads, false, false },
    { "leave_threads", leave_threads, false, true },
    { "change_process", change_process, false, true },
    { "change_user", change_user, false, true },
    { "crash", crash, false, true },
    { "do_abort", do_abort, false, true },
    { "kill_self", kill_self, false, true },
};
const size_t act_count = sizeof(act_table) / sizeof(*act_table);
