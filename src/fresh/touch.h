/*
 * touch.h - what a run has touched of the process, seen by wrapped operators:
 * what nobody touches costs nothing to put back.
 *
 * The first chdir() of a run notes where it starts from, and so on.
 */
#ifndef MEHARI_FRESH_TOUCH_H
#define MEHARI_FRESH_TOUCH_H

#include <EXTERN.h>
#include <perl.h>

/* Descriptors from here on are ours: a program finds the low ones free. */
#define MH_TOUCH_FDS 64

/* Takes the descriptor there; -1 stays -1. */
int mh_touch_high(int fd);

/*
 * Wraps the operators, once per process; to be called before code is compiled
 * that is to be watched.
 */
void mh_touch_install(void);

/* From here on it is noted. */
void mh_touch_begin(void);

/*
 * Puts back the directory, the umask, the alarm, descriptors 0 to 2, and which
 * signals are blocked.
 */
void mh_touch_undo(pTHX);

/*
 * In a fork of the process: what was kept for putting back goes, and nothing
 * more is kept. Whoever waits for the end of a stream waits for no spare.
 */
void mh_touch_leave(void);

/* What compilation has changed of the process, for each run. */
typedef struct mh_touched_t {
    int directory; /* -1: nothing */
    bool umask_known;
    mode_t umask;
    int streams[3]; /* 0 to 2: as this one is; -1: nothing */
} mh_touched_t;

#define MH_TOUCHED_NOTHING                                                     \
    ((mh_touched_t){ .directory = -1, .streams = { -1, -1, -1 } })

/* Before it is undone. */
void mh_touch_take(mh_touched_t *taken);
/* In a run that has begun: undone at its end. */
void mh_touch_apply(const mh_touched_t *taken);
void mh_touched_free(mh_touched_t *taken);

/* Has something been opened? */
bool mh_touch_opened(void);

/* Has something been blessed? */
bool mh_touch_blessed(void);

#endif
