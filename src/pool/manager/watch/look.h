/*
 * look.h - one look at a file, which may take as long as its file system likes.
 *
 * Runs in the manager for file systems of this machine, and in its scout
 * (scout.h) for others.
 */
#ifndef MEHARI_POOL_MANAGER_WATCH_LOOK_H
#define MEHARI_POOL_MANAGER_WATCH_LOOK_H

#include <sys/stat.h>

/* Bytes of a program at which the kernel looks: BINPRM_BUF_SIZE. */
#define MH_LOOK_START 256
/* Bytes of its text that a look reads. */
#define MH_LOOK_TEXT 4096

typedef enum {
    MH_LOOK_STAT = 's',
    MH_LOOK_LSTAT = 'l',
    MH_LOOK_ACCESS = 'x', /* the right to execute it */
    MH_LOOK_PROGRAM = 'p' /* the same, and its first bytes */
} mh_look_e;

typedef struct mh_looked_t {
    struct stat status; /* not of MH_LOOK_ACCESS */
    int error;          /* an errno; EINVAL, of a program: it is no file */
    int size;           /* of text; -1: the file may not be executed */
    char text[MH_LOOK_TEXT];
} mh_looked_t;

void mh_look(mh_look_e what, const char *path, mh_looked_t *looked);

#endif
