/*
 * way.h - the way to a file: every name on which it depends what its path
 * leads to.
 *
 * For /srv/app/current/x.pm these are srv in /, app in /srv, current in
 * /srv/app, then the names that current is a symbolic link to, and x.pm at the
 * end of them; or as far as there is something. Runs in the manager; belongs
 * to dependencies.c.
 */
#ifndef MEHARI_POOL_WAY_H
#define MEHARI_POOL_WAY_H

#include "pool/directories.h"
#include "wire/files.h"

typedef struct mh_way_t {
    mh_link_t steps;
    bool complete; /* each of its names is watched */
} mh_way_t;

void mh_way_init(mh_way_t *way);
/* Goes the way (again), and waits for each name on it. */
void mh_way_watch(mh_way_t *way, mh_file_kind_e kind, const char *path);
void mh_way_forget(mh_way_t *way);
/* The way that waits for this. */
mh_way_t *mh_way_of(mh_interest_t *interest);

#endif
