/*
 * probes.h - static probes for tracers (bpftrace, perf, SystemTap, gdb): places
 * at which a tracer sees an event, without a restart. Each is one instruction
 * that does nothing until a tracer attaches. docs/tracing.md explains all of
 * them, in this order.
 *
 * provider mehari; arguments are text (NUL-terminated) and numbers. Built
 * without <sys/sdt.h> (systemtap-sdt-dev) there are none.
 */
#ifndef MEHARI_SHARED_PROBES_H
#define MEHARI_SHARED_PROBES_H

#ifdef MEHARI_PROBES
#include <sys/sdt.h>
#else
#define DTRACE_PROBE1(provider, name, a) ((void)(a))
#define DTRACE_PROBE2(provider, name, a, b) ((void)(a), (void)(b))
#endif

/* In httpd, or in a worker of a pool: a response begins, and is complete. */
static inline void mh_probe_request_start(const char *uri, const char *handler)
{
    DTRACE_PROBE2(mehari, request__start, uri, handler);
}

static inline void mh_probe_request_done(const char *uri, int status)
{
    DTRACE_PROBE2(mehari, request__done, uri, status);
}

/* A Perl handler of that directive is called, and has returned. */
static inline void mh_probe_handler_start(const char *name,
                                          const char *directive)
{
    DTRACE_PROBE2(mehari, handler__start, name, directive);
}

static inline void mh_probe_handler_done(const char *name, int status)
{
    DTRACE_PROBE2(mehari, handler__done, name, status);
}

/* A script is compiled: by Registry's kin, or in a zygote of a pool. */
static inline void mh_probe_compile_start(const char *file)
{
    DTRACE_PROBE1(mehari, compile__start, file);
}

static inline void mh_probe_compile_done(const char *file, int compiled)
{
    DTRACE_PROBE2(mehari, compile__done, file, compiled);
}

/* In a pool: a child for a request of that script is made. */
static inline void mh_probe_fork(const char *script, int pid)
{
    DTRACE_PROBE2(mehari, fork, script, pid);
}

/* In a pool: a program is executed, for a script that cannot be run in memory.
 */
static inline void mh_probe_exec(const char *program)
{
    DTRACE_PROBE1(mehari, exec, program);
}

#endif
