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

#define REASON_MAX (PATH_MAX + 256)

unsigned mh_witness_state;

static struct {
    void (*hook)(int fd, void *context);
    void *hook_context;
    int script; /* its descriptor, once it is open */
    void (*told)(void *context, const char *what);
    void *told_context;
    mh_whose_e whose;
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
}

/* libc's own streams read and write past the functions that we replace. */
static void look_at_streams(void)
{
    if (feof(stdin) || ferror(stdin))
        mh_witness_tell("reads STDIN");
    if (__fpending(stdout))
        mh_witness_tell("writes to STDOUT by stdio");
}

void mh_witness_off(void)
{
    look_at_streams();
    mh_witness_descriptors_off();
    mh_witness_environ_off();
    mh_witness_state &= ~(unsigned)MH_WITNESS_WATCHING;
    mh_witness_variables_off();
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

/* --- what is asked later --- */

bool mh_witness_agrees(const mh_wire_field_t *environ,
                       const mh_wire_field_t *args, const char **what)
{
    static char text[256];
    const char *name;

    *what = text;
    if (!mh_witness_environ_agrees(environ, &name))
        snprintf(text, sizeof(text), "the variable %s", name);
    else if (!mh_witness_arguments_agree(args))
        snprintf(text, sizeof(text), "the arguments");
    else if (!mh_witness_date_agrees())
        snprintf(text, sizeof(text), "the date");
    else
        return true;
    return false;
}
