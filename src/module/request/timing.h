/*
 * timing.h - PerlTiming: how long each handler of a request took.
 *
 * Wall-clock time, and processor time of this thread. Notes of the request have
 * both for LogFormat; the header Server-Timing has them for clients.
 */
#ifndef MEHARI_MODULE_REQUEST_TIMING_H
#define MEHARI_MODULE_REQUEST_TIMING_H

#include "module/config/config.h"

/* Times at which a handler was called; zeros if PerlTiming is off. */
typedef struct mh_timing_t {
    mh_timing_mode_e mode;
    int64_t wall; /* ns */
    int64_t cpu;
} mh_timing_t;

/* The names of the notes, ended by NULL. */
extern const char *const mh_timing_notes[];

bool mh_timing_is_on(request_rec *r);

void mh_timing_begin(mh_timing_t *timing, request_rec *r);
/* name: the handler as the configuration names it; NULL: it is plain code. */
void mh_timing_end(const mh_timing_t *timing, request_rec *r, mh_hook_e hook,
                   const char *name);

/* The directive. */
const char *mh_timing_set(cmd_parms *cmd, void *dir, const char *word);

#endif
