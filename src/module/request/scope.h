/*
 * scope.h - state that one perl-script response must not leave to the next.
 *
 * $/ $\ $, $; $" $^W @INC %SIG, the working directory, the umask, a pending
 * alarm, STDIN and STDOUT with $| and the selected handle. Entering notes the
 * state, and leaving compares it and restores what differs. So a script that
 * changes nothing only costs a few comparisons. %ENV has its own unit
 * (environment.h).
 */
#ifndef MEHARI_MODULE_REQUEST_SCOPE_H
#define MEHARI_MODULE_REQUEST_SCOPE_H

#include <signal.h>

#include "module/common/mehari.h"
#include "module/request/stdio.h"

enum { MH_SCOPE_VARS = 5, MH_SCOPE_SIGNALS = NSIG };

typedef struct mh_scope_t {
    struct mh_scope_t *outer; /* of the handler around this one */
    mh_stdio_t stdio;
    SV *vars[MH_SCOPE_VARS]; /* values that are not the default; else NULL */
    bool signals_known;      /* %SIG held something: it is in signals */
    SV *signals[MH_SCOPE_SIGNALS];
    STRLEN signal_names; /* keys of %SIG */
    SV *die_hook;
    SV *warn_hook;
    AV *inc;          /* @INC of the handler around this one; else NULL */
    U8 warn;          /* PL_dowarn: $^W */
    unsigned changed; /* by the handler around this one, to these: */
    int directory;
    mode_t umask;
} mh_scope_t;

/* The state that a child starts with: working directory, umask, signals. */
void mh_scope_child(void);

void mh_scope_enter(pTHX_ mh_scope_t *scope);
void mh_scope_leave(pTHX_ mh_scope_t *scope);

#endif
