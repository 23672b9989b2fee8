/*
 * acts_ends.c - see acts.h: acts that end a run in the middle of something, or
 * leave something running.
 */
#include "acts.h"

#include <iconv.h>
#include <locale.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "shared/compat.h"

#define PAGE 4096UL

extern char **environ;

/*
 * Works for some milliseconds, so that a run can end in the middle of
 * something.
 */
static void be_busy(void)
{
    for (int i = 0; i < 200; i++) {
        char *at = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

        memset(act_ground.plain, i, ACT_BYTES);
        memset(act_ground.block[i], i, act_ground.size[i]);
        free(malloc(1000 + (size_t)i * 500));
        munmap(at, PAGE);
        mprotect(act_ground.empty, PAGE, i % 2 ? PROT_NONE : PROT_READ);
    }
}

/* --- signals --- */

static void signal_self(void)
{
    static const int numbers[] = {
        SIGHUP,  SIGINT,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT,  SIGBUS,
        SIGFPE,  SIGKILL, SIGUSR1, SIGSEGV, SIGPIPE, SIGALRM,  SIGTERM,
        SIGXCPU, SIGXFSZ, SIGPROF, SIGIO,   SIGSYS,  SIGVTALRM
    };

    kill(getpid(), numbers[act_random(sizeof(numbers) / sizeof(*numbers))]);
    be_busy();
}

static void kill_from_outside(void)
{
    pid_t busy = getpid();

    if (!fork()) {
        usleep((useconds_t)act_random(4000));
        kill(busy, act_random(2) ? SIGKILL : SIGTERM);
        _exit(0);
    }
    for (int i = 0; i < 20; i++)
        be_busy();
}

static void end_by_timer(void)
{
    struct itimerspec when = { .it_value.tv_nsec = 1000 +
                                                   (long)act_random(900000) };
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                              .sigev_signo = SIGALRM };
    timer_t timer;

    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &when, NULL);
    for (int i = 0; i < 20; i++)
        be_busy();
}

static void leave(int number)
{
    act_ground.plain[number] = 1;
    _exit(3);
}

/* The handler of a signal runs on a stack of the heap. */
static void handle_on_other_stack(void)
{
    struct sigaction action = { .sa_handler = leave, .sa_flags = SA_ONSTACK };
    stack_t other = { .ss_sp = malloc(65536), .ss_size = 65536 };

    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, NULL);
    *(volatile char *)(uintptr_t)act_random(4096) = 1;
}

static volatile sig_atomic_t for_ever = 1;

static int deeper(volatile char *above)
{
    volatile char room[5000];

    room[0] = *above;
    return for_ever ? deeper(room) + room[0] : 0;
}

static void overflow_stack(void)
{
    volatile char first = 0;

    deeper(&first);
}

static void overflow_to_handler(void)
{
    struct sigaction action = { .sa_handler = leave, .sa_flags = SA_ONSTACK };
    stack_t other = { .ss_sp = act_ground.plain, .ss_size = ACT_BYTES };

    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, NULL);
    overflow_stack();
}

/* --- ends in odd places --- */

static void exit_in_handler(void)
{
    signal(SIGUSR1, leave);
    kill(getpid(), SIGUSR1);
}

static void *exit_there(void *unused)
{
    (void)unused;
    act_ground.empty[0] = 1;
    _exit(2);
}

static void *execute_there(void *unused)
{
    (void)unused;
    execl("/bin/true", "true", NULL);
    return NULL;
}

static void *fork_there(void *unused)
{
    if (!fork()) {
        act_ground.plain[0] = 2;
        _exit(0);
    }
    return unused;
}

/*
 * The first thread works, or ends before the other threads, one of which may
 * never end.
 */
static void end_in_thread(void)
{
    void *(*const work[])(void *) = { exit_there, execute_there, fork_there };
    pthread_t thread;

    pthread_create(&thread, NULL, work[act_random(3)], NULL);
    signal(SIGALRM, SIG_DFL);
    alarm(1);
    if (act_random(2))
        pthread_exit(NULL);
    be_busy();
    be_busy();
}

static void abort_in_exit(void)
{
    atexit(abort);
    signal(SIGABRT, SIG_DFL);
    exit(0);
}

static void execute_nothing(void)
{
    be_busy();
    execl("/nonexistent", "nonexistent", NULL);
    mprotect(act_ground.empty, PAGE, PROT_READ | PROT_WRITE);
}

/* --- vfork --- */

static void vfork_and_execute(void)
{
    char *words[] = { (char *)(intptr_t) "true", NULL };
    pid_t pid = vfork();

    if (!pid) {
        execve("/bin/true", words, environ);
        _exit(1);
    }
    act_ground.plain[9] = 1;
    if (act_random(2))
        waitpid(pid, NULL, 0);
}

/* The run is killed while a child shares its memory. */
static void vfork_and_be_killed(void)
{
    struct timespec some = { 0, 2000000 };

    if (!vfork()) {
        act_ground.plain[1]++;
        kill(getppid(), SIGKILL);
        nanosleep(&some, NULL);
        act_ground.plain[1]++;
        _exit(0);
    }
}

/* --- mappings and libraries --- */

static void advise(void)
{
    static const int advice[] = { MADV_NORMAL,        MADV_RANDOM,
                                  MADV_SEQUENTIAL,    MADV_WILLNEED,
                                  MADV_COLD,          MADV_PAGEOUT,
                                  MADV_POPULATE_READ, MADV_POPULATE_WRITE,
                                  MADV_DONTNEED,      MADV_FREE };
    char *const where[] = { act_ground.plain, act_ground.empty, act_ground.file,
                            act_ground.fixed };

    for (int i = 0; i < 4; i++)
        madvise(where[act_random(3)], (1 + act_random(60)) * PAGE,
                advice[act_random(sizeof(advice) / sizeof(*advice))]);
    madvise(where[3], ACT_BYTES, MADV_COLD);
}

static void map_much(void)
{
    size_t size = (100 + act_random(100)) << 20;
    char *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    for (int i = 0; i < 50; i++)
        at[act_random(size)] = 1;
    mprotect(at + act_random(100) * PAGE, 7 * PAGE, PROT_NONE);
    mremap(at, size, size + PAGE, act_random(2) ? MREMAP_MAYMOVE : 0);
    mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0);
}

static void grow_heap_much(void)
{
    char *at = sbrk(64 << 20);

    for (int i = 0; i < 50; i++)
        at[act_random(64 << 20)] = 1;
}

static void use_libraries(void)
{
    iconv_t converter = iconv_open("UTF-16", "ISO-8859-1");
    locale_t locale = newlocale(LC_ALL_MASK, "C.UTF-8", NULL);

    getpwnam("root");
    if (locale)
        uselocale(locale);
    if (converter != (iconv_t)-1 && act_random(2))
        iconv_close(converter);
}

const act_t act_ends[] = {
    { "signal_self", signal_self, false, true },
    { "kill_from_outside", kill_from_outside, false, true },
    { "end_by_timer", end_by_timer, false, true },
    { "handle_on_other_stack", handle_on_other_stack, false, true },
    { "overflow_stack", overflow_stack, false, true },
    { "overflow_to_handler", overflow_to_handler, false, true },
    { "exit_in_handler", exit_in_handler, false, true },
    { "end_in_thread", end_in_thread, false, true },
    { "abort_in_exit", abort_in_exit, false, true },
    { "execute_nothing", execute_nothing, false, false },
    { "vfork_and_execute", vfork_and_execute, false, false },
    { "vfork_and_be_killed", vfork_and_be_killed, true, true },
    { "advise", advise, false, false },
    { "map_much", map_much, false, false },
    { "grow_heap_much", grow_heap_much, false, false },
    { "use_libraries", use_libraries, false, false },
};
const size_t act_ends_count = sizeof(act_ends) / sizeof(*act_ends);
