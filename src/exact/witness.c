/*
 * witness.c - see witness.h: its state, and how it begins, tells and ends.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>

#include "exact/witness.h"
#include "exact/witness_file.h"
#include "exact/witness_part.h"
#include "exact/witness_trap.h"

#define REASON_MAX (PATH_MAX + 256)

unsigned mh_witness_state;

static struct {
    void (*hook)(int fd, void *context);
    void *hook_context;
    int script; /* its descriptor, once it is open */
    void (*told)(void *context, const char *what);
    void *told_context;
    mh_whose_e whose;
    bool stopped; /* for the script; modules can still be loaded ahead */
    mh_wire_field_t varies;
} witness;

void mh_witness_start(void)
{
    mh_witness_perl_start();
    mh_hidden_wrap();
}

void mh_witness_at_script(void (*hook)(int fd, void *context), void *context)
{
    witness.hook = hook;
    witness.hook_context = context;
    witness.script = -1;
    if (hook)
        mh_witness_state |= MH_WITNESS_ARMED;
    else
        mh_witness_state &= ~(unsigned)MH_WITNESS_ARMED;
}

void mh_witness_on(void (*told)(void *context, const char *what), void *context)
{
    witness.told = told;
    witness.told_context = context;
    mh_witness_environ_on();
    mh_witness_variables_on();
    mh_witness_descriptors_on();
    mh_witness_state |= MH_WITNESS_WATCHING;
    mh_trap_on();
}

/* What fork() would not keep apart; NULL: nothing. */
static const char *unshareable(void)
{
    /* libc's own streams read past the functions that we replace. */
    if (feof(stdin) || ferror(stdin))
        return "reads STDIN";
    return mh_witness_descriptors_off();
}

static void end(void)
{
    mh_trap_off();
    mh_witness_environ_off();
    mh_witness_state &= ~(unsigned)MH_WITNESS_WATCHING;
    mh_witness_variables_off();
}

void mh_witness_off(void)
{
    const char *why = unshareable();

    if (why)
        mh_witness_tell("%s", why);
    end();
}

const char *mh_witness_stop(void)
{
    const char *why = unshareable();

    end();
    witness.stopped = true;
    return why;
}

bool mh_witness_is_on(void)
{
    return mh_watching();
}

void mh_witness_set_whose(mh_whose_e whose)
{
    witness.whose = whose;
}

mh_whose_e mh_witness_whose(void)
{
    return witness.whose;
}

const char *mh_witness_module(void)
{
    return witness.whose == MH_WHOSE_SCRIPT ? NULL : mh_hidden_current();
}

mh_pause_t mh_witness_pause(void)
{
    mh_pause_t pause = { mh_witness_state, errno };

    mh_witness_state = 0;
    return pause;
}

void mh_witness_resume(mh_pause_t pause)
{
    mh_witness_state = pause.state;
    errno = pause.error;
}

void mh_witness_tell(const char *format, ...)
{
    char what[REASON_MAX];
    bool stopped = witness.stopped;
    mh_pause_t pause;
    va_list list;
    size_t length;

    if (!mh_watching())
        return;
    pause = mh_witness_pause();
    va_start(list, format);
    vsnprintf(what, sizeof(what), format, list);
    va_end(list);
    length = strlen(what);
    mh_witness_place(what + length, sizeof(what) - length);
    witness.told(witness.told_context, what);
    if (witness.stopped != stopped)
        errno = pause.error;
    else
        mh_witness_resume(pause);
}

void mh_witness_tell_for(mh_whose_e whose, const char *what)
{
    if (mh_watching() && witness.whose >= whose)
        mh_witness_tell("%s", what);
}

/* --- reading and writing --- */

void mh_witness_opened(int fd, const char *path)
{
    if (fd >= 0 && mh_witness_is_script_name(path))
        witness.script = fd;
}

/* perl opens no file for a name such as /dev/fd/5. */
static bool begins_script(int fd)
{
    return mh_witness_state & MH_WITNESS_ARMED &&
           (fd == witness.script || mh_witness_is_script(fd));
}

void mh_witness_before_read(int fd)
{
    void (*hook)(int fd, void *context) = witness.hook;

    if (begins_script(fd)) {
        mh_witness_at_script(NULL, NULL);
        hook(fd, witness.hook_context);
    } else if (fd == 0)
        mh_witness_tell("reads STDIN");
}

/*
 * What a compilation says on STDERR is kept and said again for every request; a
 * module that is loaded ahead must be silent.
 */
void mh_witness_before_write(int fd)
{
    if (fd == 2)
        mh_witness_tell_for(MH_WHOSE_MODULE, "writes to STDERR");
    else if (fd == 1)
        mh_witness_tell("writes to STDOUT");
    else if (!mh_witness_is_null(fd))
        mh_witness_tell("writes to descriptor %d", fd);
}

/* --- what is another in each request --- */

void mh_witness_set_varies(const mh_wire_field_t *names)
{
    witness.varies = *names;
}

bool mh_witness_varies(const char *name)
{
    const mh_wire_field_t *list = &witness.varies;

    for (const char *at = mh_wire_next(list, NULL); at;
         at = mh_wire_next(list, at))
        if (strcmp(at, name) == 0)
            return true;
    return false;
}

bool mh_witness_agrees(const mh_wire_field_t *environ, const char **varies)
{
    *varies = NULL;
    return mh_witness_environ_agrees(environ, varies) &&
           mh_witness_date_agrees();
}
