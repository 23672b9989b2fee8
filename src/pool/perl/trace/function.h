/*
 * function.h - a call of a function of functions.S, from its stub.
 *
 * Runs where the trace does, and in the manager with the trace off.
 */
#ifndef MEHARI_POOL_PERL_TRACE_FUNCTION_H
#define MEHARI_POOL_PERL_TRACE_FUNCTION_H

typedef struct mh_function_t {
    void *real; /* libc's; NULL: not looked up yet */
    void (*look)(const char *text);
    const char *text;
} mh_function_t;

/* Looks at the call if the trace is on, and returns libc's function. */
void *mh_function_called(mh_function_t *function, const void *caller);

/* The kinds of looks: see functions.S. */
void mh_function_unshareable(const char *reason);
void mh_function_module(const char *reason);
void mh_function_reads(const char *path);

#endif
