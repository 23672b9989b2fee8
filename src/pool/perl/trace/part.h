/*
 * part.h - the interface between the files of the trace (see trace.h).
 *
 * trace.c holds the state; each other file knows one kind of thing that code
 * can look at; functions.S and libc.h are how functions of libc are replaced.
 */
#ifndef MEHARI_POOL_PERL_TRACE_PART_H
#define MEHARI_POOL_PERL_TRACE_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "shared/wire/files.h"
#include "shared/wire/wire.h"

/* Bits for read() and its kind: why to look closer. 0: no reason. */
#define MH_TRACE_WATCHING 1
#define MH_TRACE_ARMED 2 /* perl has not read the script yet */

extern unsigned mh_trace_state;

static inline bool mh_watching(void)
{
    return __builtin_expect(mh_trace_state & MH_TRACE_WATCHING, 0);
}

/* Purpose of the running code; each may do less than the one before. */
typedef enum {
    MH_WHOSE_SCRIPT,
    MH_WHOSE_ANY,   /* for any script: its name and cwd are not known */
    MH_WHOSE_LISTED /* the same, and nobody has asked for it */
} mh_whose_e;

/* The code that called the function of libc that is a look. */
extern const void *mh_trace_caller;

#define MH_CALLED() (mh_trace_caller = __builtin_return_address(0))

/* is_perls() of mh_trace_start(). */
bool mh_trace_is_perls(const char *path);

void mh_trace_set_whose(mh_whose_e whose);
mh_whose_e mh_trace_whose(void);
/* The key in %INC of the hidden module that is being loaded; NULL: none. */
const char *mh_trace_module(void);

/* guard.h, patience.h and vetted.h, for files without perl.h. */
bool mh_vetted_has(const char *what);
bool mh_guard_is_closed(void);
bool mh_guard_lends(void);
bool mh_guard_words_are_shown(void);
/* The signal of the timer, while there is one; else 0. */
int mh_patience_signal(void);
/* The actions of SIGSEGV and SIGSYS that the process has had before the trace;
 * NULL: it has them. */
struct sigaction *mh_guard_action(void);
struct sigaction *mh_trap_action(void);

/* --- signal.c --- */

/* Blocks signals that code has blocked while the trace needed them. */
void mh_trace_signals_block(void);

/* Stops the compilation: see unshareable in trace.h. A sentence's rest, without
 * file and line. */
void mh_trace_unshareable(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* The same for code that runs for whose, or for one that may do less. */
void mh_trace_unshareable_for(mh_whose_e whose, const char *what);

/*
 * Pause the trace around its own work: nothing of it counts, and errno stays.
 */
typedef struct mh_pause_t {
    unsigned state;
    int error;
} mh_pause_t;

mh_pause_t mh_trace_pause(void);
void mh_trace_resume(mh_pause_t pause);

/* True if the variable is known to differ between requests. */
bool mh_trace_varies(const char *name);

/* Notes that perl opens a file before it has read the script. */
void mh_trace_opened(int fd, const char *path);
void mh_trace_before_read(int fd);
void mh_trace_before_write(int fd);

/* --- list.c: files that were looked at --- */

/* path may be relative, to the directory of descriptor at (or AT_FDCWD). */
void mh_trace_note(mh_file_kind_e kind, const struct stat *status, int at,
                   const char *path);
size_t mh_trace_file_count(void);
/* stat() or lstat(), by kind, and note the result. */
void mh_trace_note_path(mh_file_kind_e kind, int at, const char *path);

/* --- environ/env_view.c --- */

void mh_trace_environ_on(void);
/* Reports a variable that a module loaded ahead left changed. */
void mh_trace_environ_off(void);

/* --- date_parts.c: the parts of the date --- */

bool mh_trace_date_agrees(void);
/*
 * True inside an operator whose time is used for the date only, or is only kept
 * (later.h).
 */
bool mh_trace_time_passes(void);

/* --- later.c --- */

/* True inside an assignment of the process id to a variable that only keeps it.
 */
bool mh_later_keeps_pid(void);

/* --- perl.c: questions to Perl by the parts without perl.h --- */

/* " at FILE line N" of the running code. */
void mh_trace_place(char *buffer, size_t size);
/* True if perl's lexer reads from this descriptor. */
bool mh_trace_is_script(int fd);
/* True if perl was given this path as its script. */
bool mh_trace_is_script_name(const char *path);
/* True if the running operator asks for a file's status. */
bool mh_trace_in_status(void);
void mh_trace_perl_start(void);
void mh_trace_variables_on(void);
void mh_trace_variables_off(void);

/* --- descriptor.c --- */

void mh_trace_descriptors_on(void);
/* NULL, or the descriptor that must not be left open: a sentence's rest. */
const char *mh_trace_descriptors_off(void);

/* Finds the functions of libc that this program replaces. Done before the
 * constructors of libraries; a sanitizer begins even earlier. */
void mh_trace_find_real(void);

#endif
