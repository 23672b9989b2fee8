/*
 * worker_process.c - see worker_process.h.
 */
#include "pool/manager/workers/worker_process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "pool/manager/common/manager_state.h"
#include "pool/manager/privileges/privileges.h"
#include "shared/signals.h"
#include "pool/manager/common/counters.h"
#include "pool/common/hear.h"
#include "shared/worker_descriptors.h"
#include "shared/compat.h"

#define SANITIZE 2 /* variables, of a build with a sanitizer */

/* --- in the new process --- */

#ifdef __SANITIZE_ADDRESS__
void __asan_init(void);
#endif

/*
 * httpd is built without a sanitizer, so the sanitizer's library has to come
 * before all others. Returns the count of entries put into the list.
 */
static size_t sanitize(char **list)
{
    size_t count = 0;

#ifdef __SANITIZE_ADDRESS__
    static char library[4096];
    Dl_info info;

    if (!dladdr((void *)(uintptr_t)&__asan_init, &info))
        return 0;
    snprintf(library, sizeof(library), "LD_PRELOAD=%s", info.dli_fname);
    list[count++] = library;
    if (!getenv("ASAN_OPTIONS"))
        list[count++] = (char *)(uintptr_t) "ASAN_OPTIONS=detect_leaks=0";
#endif
    return count;
}

/* PATH and TZ are httpd's; the pool's own variables come first, and so count.
 */
static char **environment(void)
{
    const mh_wire_field_t *own = &mh_manager.settings->environ;
    const char *at = NULL;
    size_t count = 1 + SANITIZE;
    char **list;

    for (char **word = environ; *word; word++)
        count++;
    while ((at = mh_wire_next(own, at)))
        count++;
    list = calloc(count, sizeof(*list));
    if (!list)
        _exit(1);
    count = sanitize(list);
    while ((at = mh_wire_next(own, at)))
        list[count++] = (char *)(uintptr_t)at;
    for (char **word = environ; *word; word++)
        list[count++] = *word;
    return list;
}

static _Noreturn void become(int control, int said, int board, pid_t manager)
{
    const char *program = mh_manager.settings->httpd;
    bool reload = mh_manager.settings->numbers.reload;
    char *words[] = { (char *)(uintptr_t)program,
                      (char *)(uintptr_t) "-f",
                      (char *)(uintptr_t) "/proc/self/fd/4",
                      (char *)(uintptr_t) "-D",
                      (char *)(uintptr_t) "FOREGROUND",
                      (char *)(uintptr_t) "-D",
                      (char *)(uintptr_t)MH_WORKER_DEFINE,
                      reload ? (char *)(uintptr_t) "-D" : NULL,
                      (char *)(uintptr_t)MH_WORKER_RELOAD,
                      NULL };
    int fds[4] = { fcntl(control, F_DUPFD, 10), fcntl(said, F_DUPFD, 10),
                   fcntl(MH_POOL_FD_WORKERS, F_DUPFD, 10),
                   fcntl(board, F_DUPFD, 10) };

    dup2(fds[1], STDERR_FILENO);
    dup2(fds[0], MH_WORKER_FD_CONTROL);
    dup2(fds[2], MH_WORKER_FD_CONFIG);
    if (fds[3] >= 0)
        dup2(fds[3], MH_WORKER_FD_BOARD);
    close_range(fds[3] >= 0 ? MH_WORKER_FD_BOARD + 1 : MH_WORKER_FD_BOARD, ~0U,
                0);
    mh_signals_reset(0);
    mh_privileges_restore_limits();
    /* Until its spawn loop runs (module/worker/forking.c) it ends with the
     * manager. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != manager)
        _exit(1);
    execve(program, words, environment());
    dprintf(STDERR_FILENO, "cannot run %s: %s\n", program, strerror(errno));
    _exit(1);
}

/* --- in the manager --- */

int mh_worker_process_start(int ends[2], int said[2], pid_t *pid)
{
    int error = mh_hear_pair(ends);
    pid_t manager = getpid();
    int board;

    if (error)
        return error;
    mh_counters_workers(&board);
    /* The manager's end is the one that must not wait. */
    if (pipe2(said, O_CLOEXEC) || fcntl(said[0], F_SETFL, O_NONBLOCK)) {
        error = errno;
        close(ends[0]);
        close(ends[1]);
        return error;
    }
    *pid = fork();
    if (*pid == 0)
        become(ends[1], said[1], board, manager);
    error = *pid > 0 ? 0 : errno;
    close(ends[1]);
    close(said[1]);
    if (error) {
        close(ends[0]);
        close(said[0]);
    }
    return error;
}
