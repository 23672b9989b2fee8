/*
 * manager_living.c - see manager_living.h.
 */
#include "module/gateway/pools/manager_living.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apr_tables.h"
#include "apr_time.h"

#include "module/gateway/pools/manager_below.h"
#include "module/gateway/pools/manager_doomed.h"
#include "shared/pool_settings.h"

/*
 * The time for which an ending httpd waits for managers whose requests still
 * run.
 */
#define LAST_WAIT apr_time_from_sec(3)
/*
 * Also longer than a manager that hangs can live: the kernel ends it
 * (pool/manager/loop/heartbeat.h).
 */
#define LONGEST_WAIT apr_time_from_sec(8)
#define LAST_LOOK apr_time_from_msec(5)

typedef struct living_t {
    pid_t pid;   /* 0: the place is free */
    bool warned; /* the processes below it have got TERM */
} living_t;

static apr_array_header_t *all; /* living_t; NULL: there has been none */
static pid_t parent;

static living_t *at(int i)
{
    return &APR_ARRAY_IDX(all, i, living_t);
}

/*
 * No wait for a manager that a file system holds: only the processes below it
 * are ended.
 */
static bool has_ended(living_t *manager)
{
    if (!manager->pid)
        return true;
    if (!waitpid(manager->pid, NULL, WNOHANG)) {
        if (!mh_manager_doomed(manager->pid))
            return false;
        mh_manager_below_signal(manager->pid, SIGKILL);
    }
    manager->pid = 0;
    return true;
}

static bool all_end_until(apr_time_t end)
{
    do {
        int i = 0;

        while (i < all->nelts && has_ended(at(i)))
            i++;
        if (i == all->nelts)
            return true;
        apr_sleep(LAST_LOOK);
    } while (apr_time_now() < end);
    return false;
}

/*
 * httpd's parent is ending. It has closed the descriptors that tell managers
 * so. A service manager such as systemd kills what outlives the parent.
 */
static apr_status_t wait_for_managers(void *data)
{
    apr_time_t now = apr_time_now();

    if (getpid() != parent || all_end_until(now + LAST_WAIT))
        return APR_SUCCESS;
    for (int i = 0; i < all->nelts; i++)
        if (at(i)->pid)
            kill(at(i)->pid, MH_POOL_ENDS);
    all_end_until(now + LONGEST_WAIT);
    return APR_SUCCESS;
}

static living_t *free_place(void)
{
    for (int i = 0; i < all->nelts; i++)
        if (!at(i)->pid)
            return at(i);
    return apr_array_push(all);
}

/* Cleanups of the process's own pool come after those of configurations. */
void mh_manager_living_note(apr_pool_t *process_pool, pid_t pid)
{
    if (!all) {
        all = apr_array_make(process_pool, 8, sizeof(living_t));
        parent = getpid();
        apr_pool_cleanup_register(process_pool, NULL, wait_for_managers,
                                  apr_pool_cleanup_null);
    }
    *free_place() = (living_t){ .pid = pid };
}

void mh_manager_living_forget(pid_t pid)
{
    for (int i = 0; i < all->nelts; i++)
        if (at(i)->pid == pid)
            at(i)->pid = 0;
}

/* CONT wakes stopped processes, so that TERM can end them. */
static void end_below(living_t *manager)
{
    if (!manager->warned) {
        mh_manager_below_signal(manager->pid, SIGTERM);
        mh_manager_below_signal(manager->pid, SIGCONT);
    } else {
        mh_manager_below_signal(manager->pid, SIGKILL);
    }
    manager->warned = true;
}

void mh_manager_living_look(void)
{
    for (int i = 0; all && i < all->nelts; i++)
        if (at(i)->pid && mh_manager_doomed(at(i)->pid))
            end_below(at(i));
}
