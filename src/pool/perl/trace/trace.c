/*
 * trace.c - see trace.h: its state, its begin and end, and the report of what
 * is unshareable.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>

#include "pool/perl/trace/trace.h"
#include "pool/perl/trace/kernel.h"
#include "pool/perl/trace/file.h"
#include "pool/perl/trace/elf.h"
#include "pool/perl/trace/part.h"
#include "pool/perl/trace/trap.h"

#define REASON_MAX (PATH_MAX + 256)

unsigned mh_trace_state;
const void *mh_trace_caller;

static struct {
    void (*hook)(int fd, void *context);
    void *hook_context;
    int script; /* its descriptor, once it is open */
    void (*unshareable)(void *context, const char *what);
    void *context;
    mh_whose_e whose;
    const char *(*loading)(void);
    bool (*is_perls)(const char *path);
    bool stopped; /* for the script; modules can still be loaded ahead */
    mh_wire_field_t varies;
} trace;

void mh_trace_start(const char *(*loading)(void),
                    bool (*is_perls)(const char *path))
{
    mh_trace_perl_start();
    trace.loading = loading;
    trace.is_perls = is_perls;
}

bool mh_trace_is_perls(const char *path)
{
    return trace.is_perls(path);
}

void mh_trace_at_script(void (*hook)(int fd, void *context), void *context)
{
    trace.hook = hook;
    trace.hook_context = context;
    trace.script = -1;
    if (hook)
        mh_trace_state |= MH_TRACE_ARMED;
    else
        mh_trace_state &= ~(unsigned)MH_TRACE_ARMED;
}

void mh_trace_on(void (*unshareable)(void *context, const char *what),
                 void *context)
{
    trace.unshareable = unshareable;
    trace.context = context;
    mh_trace_environ_on();
    mh_trace_variables_on();
    mh_trace_descriptors_on();
    mh_trace_state |= MH_TRACE_WATCHING;
    mh_trap_on();
}

/* State beside memory that fork() would share between children, or what may
 * have looked at the request unseen; NULL: none. */
static const char *shared_by_fork(void)
{
    const char *unseen = mh_elf_unseen();

    /* libc's own streams read past the functions that we replace. */
    if (feof(stdin) || ferror(stdin))
        return "reads STDIN";
    return unseen ? unseen : mh_trace_descriptors_off();
}

static void end(void)
{
    mh_trap_off();
    mh_trace_environ_off();
    mh_trace_state &= ~(unsigned)MH_TRACE_WATCHING;
    mh_trace_variables_off();
}

void mh_trace_off(void)
{
    const char *why = shared_by_fork();

    if (why)
        mh_trace_unshareable("%s", why);
    end();
}

const char *mh_trace_stop(void)
{
    const char *why = shared_by_fork();

    end();
    trace.stopped = true;
    return why ? why : mh_trace_memory();
}

bool mh_trace_is_on(void)
{
    return mh_watching();
}

void mh_trace_set_whose(mh_whose_e whose)
{
    trace.whose = whose;
}

mh_whose_e mh_trace_whose(void)
{
    return trace.whose;
}

const char *mh_trace_module(void)
{
    return trace.whose == MH_WHOSE_SCRIPT ? NULL : trace.loading();
}

mh_pause_t mh_trace_pause(void)
{
    mh_pause_t pause = { mh_trace_state, errno };

    mh_trace_state = 0;
    return pause;
}

void mh_trace_resume(mh_pause_t pause)
{
    mh_trace_state = pause.state;
    errno = pause.error;
}

void mh_trace_unshareable(const char *format, ...)
{
    char what[REASON_MAX];
    bool stopped = trace.stopped;
    mh_pause_t pause;
    va_list list;
    size_t length;

    if (!mh_watching())
        return;
    pause = mh_trace_pause();
    va_start(list, format);
    vsnprintf(what, sizeof(what), format, list);
    va_end(list);
    if (mh_vetted_has(what)) {
        mh_trace_resume(pause);
        return;
    }
    length = strlen(what);
    mh_trace_place(what + length, sizeof(what) - length);
    trace.unshareable(trace.context, what);
    if (trace.stopped != stopped)
        errno = pause.error;
    else
        mh_trace_resume(pause);
}

void mh_trace_unshareable_for(mh_whose_e whose, const char *what)
{
    if (mh_watching() && trace.whose >= whose)
        mh_trace_unshareable("%s", what);
}

/* --- reading and writing --- */

void mh_trace_opened(int fd, const char *path)
{
    if (fd >= 0 && mh_trace_is_script_name(path))
        trace.script = fd;
}

/* perl opens no file for a name such as /dev/fd/5. */
static bool begins_script(int fd)
{
    return mh_trace_state & MH_TRACE_ARMED &&
           (fd == trace.script || mh_trace_is_script(fd));
}

void mh_trace_before_read(int fd)
{
    void (*hook)(int fd, void *context) = trace.hook;

    if (begins_script(fd)) {
        mh_trace_at_script(NULL, NULL);
        hook(fd, trace.hook_context);
    } else if (fd == 0)
        mh_trace_unshareable("reads STDIN");
}

/*
 * A compilation's output on STDERR is stored and repeated for every request; a
 * module that is loaded ahead must be silent.
 */
void mh_trace_before_write(int fd)
{
    if (fd == 2)
        mh_trace_unshareable_for(MH_WHOSE_ANY, "writes to STDERR");
    else if (fd == 1)
        mh_trace_unshareable("writes to STDOUT");
    else if (!mh_trace_is_null(fd))
        mh_trace_unshareable("writes to descriptor %d", fd);
}

/* --- variables that differ between requests --- */

void mh_trace_set_varies(const mh_wire_field_t *names)
{
    trace.varies = *names;
}

bool mh_trace_varies(const char *name)
{
    const mh_wire_field_t *list = &trace.varies;

    for (const char *at = mh_wire_next(list, NULL); at;
         at = mh_wire_next(list, at))
        if (strcmp(at, name) == 0)
            return true;
    return false;
}

bool mh_trace_agrees(const mh_wire_field_t *environ,
                     const mh_wire_field_t *words, const char **varies)
{
    *varies = words->size && mh_guard_words_are_shown() ? MH_WIRE_WORDS : NULL;
    return !*varies && mh_trace_environ_agrees(environ, varies) &&
           mh_trace_date_agrees() && mh_kernel_agrees();
}
