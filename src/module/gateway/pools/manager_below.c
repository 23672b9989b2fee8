/*
 * manager_below.c - see manager_below.h.
 */
#include "module/gateway/pools/manager_below.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "shared/proc.h"
#include "shared/compat.h"

typedef struct being_t {
    pid_t pid;
    mh_proc_origin_t origin;
} being_t;

/* Entries before `found`: the manager, and processes known to be below it. */
typedef struct list_t {
    being_t *at;
    size_t count;
    size_t room;
    size_t found;
} list_t;

static bool add_pid(list_t *list, pid_t pid)
{
    being_t being = { .pid = pid };

    if (!mh_proc_origin(pid, &being.origin))
        return true;
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 256;
        being_t *at = realloc(list->at, room * sizeof(*at));

        if (!at)
            return false;
        list->at = at;
        list->room = room;
    }
    list->at[list->count++] = being;
    return true;
}

static void add_below(list_t *list, pid_t manager)
{
    DIR *folder = opendir("/proc");
    const struct dirent *entry;

    if (!folder)
        return;
    while ((entry = readdir(folder))) {
        pid_t pid = isdigit((unsigned char)entry->d_name[0])
                        ? (pid_t)strtol(entry->d_name, NULL, 10)
                        : 0;

        if (pid > 0 && pid != manager && !add_pid(list, pid))
            break;
    }
    closedir(folder);
}

static bool is_still(const being_t *being, bool child)
{
    mh_proc_origin_t now;

    return mh_proc_origin(being->pid, &now) &&
           now.start == being->origin.start &&
           (!child || now.parent == being->origin.parent);
}

/*
 * Looks at the parent after the child. If it is the same process as in the
 * list, no other process has had its id meanwhile.
 */
static bool is_child(const being_t *being, const being_t *parent)
{
    return being->origin.parent == parent->pid && is_still(being, true) &&
           is_still(parent, false);
}

/* Appends the children of a process in the list's found part to that part. */
static void find_children(list_t *list, size_t parent)
{
    for (size_t i = list->found; i < list->count; i++) {
        being_t being = list->at[i];

        if (!is_child(&being, &list->at[parent]))
            continue;
        list->at[i] = list->at[list->found];
        list->at[list->found++] = being;
    }
}

static void send_signal(const being_t *being, int number)
{
    int fd = pidfd_open(being->pid, 0);

    if (fd < 0)
        return;
    if (is_still(being, false))
        pidfd_send_signal(fd, number, NULL, 0);
    close(fd);
}

/* Children first: they have another parent when theirs has ended. */
void mh_manager_below_signal(pid_t manager, int number)
{
    list_t list = { 0 };

    if (add_pid(&list, manager) && list.count) {
        list.found = 1;
        add_below(&list, manager);
        for (size_t i = 0; i < list.found; i++)
            find_children(&list, i);
        while (--list.found)
            send_signal(&list.at[list.found], number);
    }
    free(list.at);
}
