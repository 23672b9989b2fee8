/* run_mode.h - the ways to run the code of a request. */
#ifndef MEHARI_SHARED_WIRE_RUN_MODE_H
#define MEHARI_SHARED_WIRE_RUN_MODE_H

typedef enum {
    MH_RUN_MODE_UNKNOWN,
    MH_RUN_MODE_EXEC,     /* executed, as mod_cgi does */
    MH_RUN_MODE_SHARED,   /* compiled once, in a process of its own each time */
    MH_RUN_MODE_UNSHARED, /* compiled in each process */
    MH_RUN_MODE_PERSISTENT, /* code that stays loaded: Registry, handlers */
    MH_RUN_MODES
} mh_run_mode_e;

#endif
