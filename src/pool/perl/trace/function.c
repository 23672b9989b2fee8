/*
 * function.c - see function.h.
 */
#include "pool/perl/trace/libc.h"

#include "pool/perl/trace/function.h"

#include <fcntl.h>

_Static_assert(MH_TRACE_WATCHING == 1, "the stubs test this bit");

void *mh_function_called(mh_function_t *function, const void *caller)
{
    if (!function->real)
        mh_trace_find_real();
    if (mh_watching()) {
        mh_trace_caller = caller;
        function->look(function->text);
    }
    return function->real;
}

void mh_function_unshareable(const char *reason)
{
    mh_trace_unshareable("%s", reason);
}

void mh_function_module(const char *reason)
{
    mh_trace_unshareable_for(MH_WHOSE_ANY, reason);
}

void mh_function_reads(const char *path)
{
    mh_trace_note_path(MH_FILE_CONTENTS, AT_FDCWD, "/etc/nsswitch.conf");
    mh_trace_note_path(MH_FILE_CONTENTS, AT_FDCWD, path);
}
