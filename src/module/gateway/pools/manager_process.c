/*
 * manager_process.c - see manager_process.h.
 */
#include "module/gateway/pools/manager_process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apr_thread_proc.h"

#include "module/gateway/pools/dispositions.h"
#include "module/gateway/pools/manager_doomed.h"
#include "module/gateway/pools/manager_living.h"
#include "module/gateway/pools/perl_path.h"
#include "module/gateway/pools/worker_config.h"
#include "shared/signals.h"
#include "shared/wire/channel.h"
#include "module/common/message.h"
#include "shared/compat.h"

#define PROGRAM "mehari-pool"

/* Bytes of a process's name: prctl(2). */
#define NAME_SIZE 16

/* A manager that lived this long did not die of its start. */
#define LONG_LIFE apr_time_from_sec(10)
#define LONGEST_DELAY 30 /* seconds */

/* Limit on a pool's groups. */
#define GROUPS 1024

/* No manager can be expected: the system refuses the process. */
#define NEVER INT64_MAX

/* Facts that outlive a manager, whose own memory ends with it. */
typedef struct shared_t {
    _Atomic unsigned deaths;
    _Atomic apr_time_t begins; /* when the manager begins or began; NEVER */
    _Atomic uint64_t notes;    /* places given in the ledger */
} shared_t;

/*
 * A pool's manager. The structure is in pconf, and stays if a new process
 * replaces the old one.
 */
typedef struct mh_manager_process_t {
    mh_pool_t *pool;
    server_rec *server;
    const char *program;
    int ours;     /* end of the dispatch: httpd's children inherit it */
    int theirs;   /* the manager's end, for the next manager too */
    int settings; /* memory file: the pool's settings */
    int workers;  /* memory file: the configuration of workers */
    int ledger_fd;
    const mh_ledger_entry_t *ledger; /* NULL in httpd's parent */
    int quick_deaths;
    shared_t *shared;          /* with httpd's children */
    struct process_t *process; /* NULL: no process could be made */
} mh_manager_process_t;

/*
 * One process, until it has been reaped. It outlives pconf: after a graceful
 * restart an old manager serves the remaining requests, and belongs to no
 * configuration.
 */
typedef struct process_t {
    apr_pool_t *pool;
    apr_proc_t proc;
    apr_time_t started;
    mh_manager_process_t *manager; /* NULL: its configuration has gone */
    bool known;                    /* registered with APR */
} process_t;

/*
 * Variables of httpd that managers have too. The later ones are for tests:
 * comparing all memory after each run of a template, and settings of
 * sanitizers.
 */
static const char *const variables[] = { "PATH", "TZ", "MEHARI_CHECK_MEMORY",
                                         "ASAN_OPTIONS", "UBSAN_OPTIONS" };

#define VARIABLES (sizeof(variables) / sizeof(variables[0]))

static bool launch(mh_manager_process_t *manager, int delay);
static void become_manager(const mh_manager_process_t *manager, int delay)
    __attribute__((noreturn));
static void watch(process_t *process);
static void maintain(int reason, void *data, int status);

static apr_array_header_t *managers; /* mh_manager_process_t * */

int mh_manager_process_dispatch(const mh_pool_t *pool)
{
    return pool->manager->ours;
}

const mh_ledger_entry_t *mh_manager_process_ledger(const mh_pool_t *pool)
{
    return pool->manager->ledger;
}

mh_ledger_place_t mh_manager_process_note(const mh_pool_t *pool)
{
    return pool->manager->ledger ? mh_ledger_give(&pool->manager->shared->notes)
                                 : (mh_ledger_place_t){ 0, 0 };
}

unsigned mh_manager_process_deaths(const mh_pool_t *pool)
{
    return pool->manager->shared->deaths;
}

bool mh_manager_process_expected(const mh_pool_t *pool, apr_time_t until)
{
    return pool->manager->shared->begins <= until;
}

/* mehari-pool is in the module's folder. */
static const char *program_path(apr_pool_t *p, const char **why)
{
    Dl_info info;
    const char *path;

    if (!dladdr((void *)(uintptr_t)&perl_module, &info) || !info.dli_fname) {
        *why = "MH1214: cannot find out where mod_mehari.so is";
        return NULL;
    }
    path = apr_pstrcat(p, ap_make_dirstr_parent(p, info.dli_fname), PROGRAM,
                       NULL);
    if (access(path, X_OK)) {
        *why = apr_psprintf(p,
                            "MH1215: cannot run %s: %s; install it beside "
                            "mod_mehari.so",
                            path, strerror(errno));
        return NULL;
    }
    return path;
}

/* A list of the wire: strings with their NUL. */
static mh_wire_field_t join(const apr_array_header_t *words, apr_pool_t *p)
{
    mh_wire_field_t list = { NULL, 0 };
    char *at;

    for (int i = 0; i < words->nelts; i++)
        list.size += (uint32_t)strlen(APR_ARRAY_IDX(words, i, char *)) + 1;
    at = apr_palloc(p, list.size + 1);
    list.data = at;
    for (int i = 0; i < words->nelts; i++)
        at = apr_cpystrn(at, APR_ARRAY_IDX(words, i, char *), list.size) + 1;
    return list;
}

/*
 * The look-up is httpd's. In the manager, the libraries that libc loads for it
 * would be mapped in every process of the pool, and copied with each fork.
 */
static apr_array_header_t *users_groups(const mh_pool_t *pool, apr_pool_t *p)
{
    apr_array_header_t *list = apr_array_make(p, 8, sizeof(uint64_t));
    gid_t *groups = apr_palloc(p, GROUPS * sizeof(*groups));
    gid_t group = (gid_t)pool->numbers.gid;
    int count = GROUPS;

    if (!pool->user || getgrouplist(pool->user, group, groups, &count) < 0) {
        groups[0] = group;
        count = 1;
    }
    for (int i = 0; i < count; i++)
        APR_ARRAY_PUSH(list, uint64_t) = groups[i];
    return list;
}

static mh_wire_field_t groups_of(const mh_pool_t *pool, apr_pool_t *p)
{
    apr_array_header_t *list = pool->groups ? pool->groups
                                            : users_groups(pool, p);

    return (mh_wire_field_t){ list->elts,
                              (uint32_t)(list->nelts * list->elt_size) };
}

/* -1: the settings are too long, or there is no memory file. */
static int write_settings(const mh_pool_t *pool, apr_pool_t *p)
{
    mh_pool_settings_t settings = {
        .name = pool->name,
        .perl = mh_perl_path,
        .httpd = mh_gateway_worker_config_program(p),
        .library = mh_perl_path_library(p),
        .profile = pool->profile,
        .numbers = pool->numbers,
        .environ = join(pool->environ, p),
        .preload = join(pool->preload, p),
        .vetted = pool->vetted,
        .groups = groups_of(pool, p),
    };
    char *buffer = apr_palloc(p, MH_WIRE_MAX);
    size_t size;

    settings.numbers.ignored = mh_dispositions_expected();
    size = mh_pool_settings_write(&settings, buffer, MH_WIRE_MAX);
    if (!size) {
        errno = E2BIG;
        return -1;
    }
    return mh_channel_memory(buffer, size);
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* The manager lives on until its requests are done; see process_t. */
static apr_status_t let_go(void *data)
{
    mh_manager_process_t *manager = data;

    if (manager->process)
        manager->process->manager = NULL;
    close_fd(&manager->ours);
    close_fd(&manager->theirs);
    close_fd(&manager->settings);
    close_fd(&manager->workers);
    close_fd(&manager->ledger_fd);
    munmap(manager->shared, sizeof(*manager->shared));
    return APR_SUCCESS;
}

static apr_status_t forget_managers(void *data)
{
    managers = NULL;
    signal(SIGCHLD, SIG_DFL);
    return APR_SUCCESS;
}

static void nothing(int signal_number)
{
}

/*
 * httpd's parent looks for dead children once a second. A signal without effect
 * ends its sleep, so that a new manager starts at once.
 */
static void wake_at_deaths(apr_pool_t *pconf)
{
    struct sigaction action = { .sa_handler = nothing };

    if (managers)
        return;
    managers = apr_array_make(pconf, 4, sizeof(mh_manager_process_t *));
    apr_pool_cleanup_register(pconf, NULL, forget_managers,
                              apr_pool_cleanup_null);
    sigemptyset(&action.sa_mask);
    sigaction(SIGCHLD, &action, NULL);
}

static shared_t *make_shared(void)
{
    void *memory = mmap(NULL, sizeof(shared_t), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

const char *mh_manager_process_start(mh_pool_t *pool, server_rec *s,
                                     apr_pool_t *pconf)
{
    mh_manager_process_t *manager = apr_pcalloc(pconf, sizeof(*manager));
    const char *why = NULL;
    int ends[2] = { -1, -1 };
    int error;

    manager->pool = pool;
    manager->server = s;
    manager->program = program_path(pconf, &why);
    if (!manager->program)
        return why;
    manager->settings = write_settings(pool, pconf);
    manager->workers = mh_gateway_worker_config_write(s, pool->profile, pconf);
    manager->ledger_fd = mh_ledger_make();
    manager->shared = make_shared();
    error = manager->settings < 0 || manager->workers < 0 ||
                    manager->ledger_fd < 0 || !manager->shared
                ? errno
                : mh_channel_pair(ends);
    if (error)
        return apr_psprintf(pconf,
                            "MH1216: PerlPool %s%s: cannot be started: %s",
                            pool->name, pool->where, strerror(error));
    manager->ours = ends[0];
    manager->theirs = ends[1];
    pool->manager = manager;
    apr_pool_cleanup_register(pconf, manager, let_go, apr_pool_cleanup_null);
    wake_at_deaths(pconf);
    APR_ARRAY_PUSH(managers, mh_manager_process_t *) = manager;
    if (!launch(manager, 0))
        mh_log_error(APLOG_MARK, APLOG_CRIT, errno, s,
                     "MH1217: the manager of pool %s cannot be started now: "
                     "its requests get 503 until httpd can make a process",
                     pool->name);
    return NULL;
}

void mh_managers_child(void)
{
    for (int i = 0; managers && i < managers->nelts; i++) {
        mh_manager_process_t *manager = APR_ARRAY_IDX(managers, i,
                                                      mh_manager_process_t *);

        close_fd(&manager->theirs);
        close_fd(&manager->settings);
        close_fd(&manager->workers);
        manager->ledger = mh_ledger_map(manager->ledger_fd, false);
        close_fd(&manager->ledger_fd);
    }
    signal(SIGCHLD, SIG_DFL);
}

void mh_managers_forked(void (*drop)(int fd))
{
    for (int i = 0; managers && i < managers->nelts; i++)
        drop(APR_ARRAY_IDX(managers, i, mh_manager_process_t *)->ours);
}

/*
 * The fork takes its program's name at once, so that tools that count httpd's
 * processes do not count it: it may wait for a processor before it executes the
 * program.
 */
static pid_t fork_named(const char *name)
{
    char own[NAME_SIZE];
    pid_t pid;

    if (prctl(PR_GET_NAME, own))
        return fork();
    prctl(PR_SET_NAME, name);
    pid = fork();
    if (pid)
        prctl(PR_SET_NAME, own);
    return pid;
}

/* False: no process could be made. mh_managers_look() tries again. */
static bool launch(mh_manager_process_t *manager, int delay)
{
    apr_pool_t *pool;
    process_t *process;
    pid_t pid = fork_named(PROGRAM);

    if (!pid)
        become_manager(manager, delay);
    manager->shared->begins = pid < 0
                                  ? NEVER
                                  : apr_time_now() + apr_time_from_sec(delay);
    if (pid < 0)
        return false;
    mh_manager_living_note(manager->server->process->pool, pid);
    apr_pool_create(&pool, manager->server->process->pool);
    process = apr_pcalloc(pool, sizeof(*process));
    process->pool = pool;
    process->proc.pid = pid;
    process->started = apr_time_now();
    process->manager = manager;
    manager->process = process;
    watch(process);
    return true;
}

/* Runs in the new process, until exec: it calls nothing that takes a lock. */

static __attribute__((noreturn)) void die_before_exec(const char *what)
{
    static const char prefix[] =
        "MH1219: mehari: a pool's manager cannot be started: ";
    size_t code = mh_code_length(prefix);
    const char *why = strerror(errno);

    (void)!write(STDERR_FILENO, prefix + code, sizeof(prefix) - 1 - code);
    (void)!write(STDERR_FILENO, what, strlen(what));
    (void)!write(STDERR_FILENO, ": ", 2);
    (void)!write(STDERR_FILENO, why, strlen(why));
    (void)!write(STDERR_FILENO, " [", 2);
    (void)!write(STDERR_FILENO, prefix, code - 2);
    (void)!write(STDERR_FILENO, "]\n", 2);
    _exit(1);
}

static void place_fds(const mh_manager_process_t *manager)
{
    int null = open("/dev/null", O_RDWR);
    int settings = fcntl(manager->settings, F_DUPFD, 10);
    int dispatch = fcntl(manager->theirs, F_DUPFD, 10);
    int workers = fcntl(manager->workers, F_DUPFD, 10);
    int ledger = fcntl(manager->ledger_fd, F_DUPFD, 10);

    if (null < 0 || settings < 0 || dispatch < 0 || workers < 0 || ledger < 0 ||
        dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0 ||
        dup2(settings, MH_POOL_FD_SETTINGS) < 0 ||
        dup2(dispatch, MH_POOL_FD_DISPATCH) < 0 ||
        dup2(workers, MH_POOL_FD_WORKERS) < 0 ||
        dup2(ledger, MH_POOL_FD_LEDGER) < 0)
        die_before_exec("its descriptors");
    if (syscall(SYS_close_range, MH_POOL_FD_LEDGER + 1, ~0U, 0))
        die_before_exec("close_range");
}

/* The list has room for one more than there are variables, and its end. */
static void list_variables(char **list)
{
    if (!getenv("PATH"))
        *list++ = (char *)(uintptr_t) "PATH=" DEFAULT_PATH;
    for (size_t i = 0; i < VARIABLES; i++) {
        char *value = getenv(variables[i]);

        /* A variable's value is a part of its entry, name=value. */
        if (value)
            *list++ = value - strlen(variables[i]) - 1;
    }
    *list = NULL;
}

/* Waits until it is time, or until httpd has gone. */
static void wait_or_exit(int delay)
{
    struct pollfd dispatch = { .fd = MH_POOL_FD_DISPATCH };

    if (delay && poll(&dispatch, 1, delay * 1000) > 0)
        _exit(0);
}

static void become_manager(const mh_manager_process_t *manager, int delay)
{
    char *environment[VARIABLES + 2];
    char *argv[] = { (char *)(uintptr_t)PROGRAM,
                     (char *)(uintptr_t)manager->pool->name, NULL };

    setsid();
    mh_signals_reset(0);
    place_fds(manager);
    wait_or_exit(delay);
    list_variables(environment);
    execve(manager->program, argv, environment);
    die_before_exec(manager->program);
}

/* Registers the process with the parent. */

static void watch(process_t *process)
{
    process->known = true;
    apr_proc_other_child_register(&process->proc, maintain, process, NULL,
                                  process->pool);
}

static bool httpd_stops(void)
{
    int state;

    return ap_mpm_query(AP_MPMQ_MPM_STATE, &state) != APR_SUCCESS ||
           state == AP_MPMQ_STOPPING;
}

/* 0, 1, 2, 4 ... seconds, while each manager dies soon. */
static int delay_after(mh_manager_process_t *manager, apr_time_t started)
{
    int delay = 0;

    if (apr_time_now() - started > LONG_LIFE)
        manager->quick_deaths = 0;
    if (manager->quick_deaths)
        delay = manager->quick_deaths > 5 ? LONGEST_DELAY
                                          : 1 << (manager->quick_deaths - 1);
    manager->quick_deaths++;
    ++manager->shared->deaths;
    return delay;
}

/*
 * httpd's MPMs give one number, which is a signal's or an exit status; they do
 * not say which. A manager's own statuses are lower than the signals that end
 * it.
 */
static const char *death(int status, char *text, size_t size)
{
    if (status == MH_POOL_STATUS_LIMITS)
        apr_snprintf(text, size,
                     "ended: a process of its user has changed its "
                     "limits (prlimit)");
    else if (status <= MH_POOL_STATUS_MOST)
        apr_snprintf(text, size, "exited with status %d", status);
    else if (WIFSIGNALED(status))
        apr_snprintf(text, size, "was ended by signal %d (%s)",
                     WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        apr_snprintf(text, size, "exited with status %d", WEXITSTATUS(status));
    return text;
}

static void restart(mh_manager_process_t *manager, apr_time_t started,
                    const char *how)
{
    int delay = delay_after(manager, started);

    mh_log_error(
        APLOG_MARK, APLOG_ERR, 0, manager->server,
        "MH3040: the manager of pool %s %s; its requests fail, a new one "
        "starts %s",
        manager->pool->name, how,
        delay ? apr_psprintf(manager->process->pool, "in %d s", delay) : "now");
    manager->process = NULL;
    if (!launch(manager, delay))
        mh_log_error(
            APLOG_MARK, APLOG_CRIT, errno, manager->server,
            "MH3041: the manager of pool %s cannot be started now: its "
            "requests get 503 until httpd can make a process",
            manager->pool->name);
}

static void maintain(int reason, void *data, int status)
{
    process_t *process = data;
    char how[100];

    if (!process->known)
        return;
    if (reason != APR_OC_REASON_DEATH && reason != APR_OC_REASON_LOST)
        return;
    process->known = false;
    mh_manager_living_forget(process->proc.pid);
    apr_proc_other_child_unregister(process);
    if (process->manager && !httpd_stops())
        restart(process->manager, process->started,
                death(status, how, sizeof(how)));
    else if (process->manager)
        process->manager->process = NULL;
    apr_pool_destroy(process->pool);
}

/* The manager is left behind, and reaped when it ends. */
static void replace_doomed(process_t *process)
{
    mh_manager_process_t *manager = process->manager;

    restart(manager, process->started,
            "was killed, but a file system holds it");
    process->manager = NULL;
}

static void look(mh_manager_process_t *manager)
{
    process_t *process = manager->process;

    if (!process)
        launch(manager, 0);
    else if (mh_manager_doomed(process->proc.pid))
        replace_doomed(process);
}

int mh_managers_look(apr_pool_t *p, server_rec *s)
{
    for (int i = 0; managers && !httpd_stops() && i < managers->nelts; i++)
        look(APR_ARRAY_IDX(managers, i, mh_manager_process_t *));
    mh_manager_living_look();
    return DECLINED;
}
