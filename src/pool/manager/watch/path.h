/*
 * path.h - the names that decide where a path leads.
 *
 * For /srv/app/current/x.pm these are srv in /, app in /srv, current in
 * /srv/app, then the names that current is a symbolic link to, and x.pm at the
 * end of them; or as far as the path exists, and is on a file system of this
 * machine: others are not touched. Runs in the manager; belongs to
 * dependencies.c.
 */
#ifndef MEHARI_POOL_MANAGER_WATCH_PATH_H
#define MEHARI_POOL_MANAGER_WATCH_PATH_H

#include "pool/manager/watch/directories.h"
#include "shared/wire/files.h"

typedef struct mh_path_t {
    mh_link_t steps;
    bool complete; /* each of its names is watched */
    bool refused;  /* a watch was refused, and may be had later */
    bool remote;   /* it leads to a file system of others: scout.h */
} mh_path_t;

void mh_path_init(mh_path_t *way);
/* Walks the path (again), and waits for each name on it. */
void mh_path_watch(mh_path_t *way, mh_file_kind_e kind, const char *path);
void mh_path_forget(mh_path_t *way);
/* True if no name on the path is on a file system of others. */
bool mh_path_is_local(const char *path);
/* The path that this interest belongs to. */
mh_path_t *mh_path_of(mh_interest_t *interest);

#endif
