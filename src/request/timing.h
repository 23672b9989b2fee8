/*
 * timing.h - PerlTiming: how long each handler of a request took.
 *
 * By the clock, and of the processor's time by this thread. Notes of the
 * request hold it for LogFormat, and the header Server-Timing for clients.
 */
#ifndef MEHARI_REQUEST_TIMING_H
#define MEHARI_REQUEST_TIMING_H

#include "../mehari.h"
#include "hook.h"

typedef enum {
    MH_TIMING_UNSAID,
    MH_TIMING_OFF,
    MH_TIMING_LOG,
    MH_TIMING_ON /* the client is told, too */
} mh_timing_mode_t;

/* When a handler was called; zeroed where nobody wants to know. */
typedef struct mh_timing_t {
    mh_timing_mode_t mode;
    int64_t wall; /* ns */
    int64_t cpu;
} mh_timing_t;

/* The notes that there are, and NULL. */
extern const char *const mh_timing_notes[];

bool mh_timing_is_on(request_rec *r);

void mh_timing_begin(mh_timing_t *timing, request_rec *r);
/* name: the handler as the configuration names it; NULL: it is plain code. */
void mh_timing_end(const mh_timing_t *timing, request_rec *r, mh_hook_t hook,
                   const char *name);

/* The directive. */
const char *mh_timing_set(cmd_parms *cmd, void *dir, const char *word);

#endif
