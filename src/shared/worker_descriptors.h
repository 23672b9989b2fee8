/*
 * worker_descriptors.h - the descriptors and the -D names with which the
 * manager starts a worker base.
 */
#ifndef MEHARI_SHARED_WORKER_DESCRIPTORS_H
#define MEHARI_SHARED_WORKER_DESCRIPTORS_H

#define MH_WORKER_DEFINE "MEHARI_WORKER"
/* Given if the files of its code are watched. */
#define MH_WORKER_RELOAD "MEHARI_RELOAD"
/* 0 and 1 are /dev/null, 2 is read by the manager. */
#define MH_WORKER_FD_CONTROL 3
#define MH_WORKER_FD_CONFIG 4
/* shared/scoreboard.h; closed: there is none. */
#define MH_WORKER_FD_BOARD 5

#endif
