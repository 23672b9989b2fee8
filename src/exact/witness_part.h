/*
 * witness_part.h - what the parts of the witness share (see witness.h).
 *
 * witness.c holds the state; each witness_<noun>.c knows one kind of thing
 * that can be looked at; witness_libc.h is how a function of libc is replaced.
 */
#ifndef MEHARI_WITNESS_PART_H
#define MEHARI_WITNESS_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "wire/files.h"
#include "wire/wire.h"

/* Why read() and its kind must look closer. 0: nothing of all this. */
#define MH_WITNESS_WATCHING 1
#define MH_WITNESS_ARMED 2 /* perl has not read the script yet */

extern unsigned mh_witness_state;

static inline bool mh_watching(void)
{
    return __builtin_expect(mh_witness_state & MH_WITNESS_WATCHING, 0);
}

/* Whose code runs; each may do less than the one before. */
typedef enum {
    MH_WHOSE_SCRIPT,
    MH_WHOSE_MODULE, /* loaded ahead for a script: leaves nothing */
    MH_WHOSE_ANY     /* for any script: its name and cwd are not known */
} mh_whose_e;

void mh_witness_set_whose(mh_whose_e whose);
mh_whose_e mh_witness_whose(void);
/* The key in %INC of the hidden module that is being loaded; NULL: none. */
const char *mh_witness_module(void);

/* guard.h, for those without perl.h. */
bool mh_guard_is_closed(void);

/* See told in witness.h. A sentence's rest, without the place. */
void mh_witness_tell(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* The same for code that runs for whose, or with less rights. */
void mh_witness_tell_for(mh_whose_e whose, const char *what);

/*
 * Around what the witness itself does while it is on: nothing of it counts, and
 * errno stays.
 */
typedef struct mh_pause_t {
    unsigned state;
    int error;
} mh_pause_t;

mh_pause_t mh_witness_pause(void);
void mh_witness_resume(mh_pause_t pause);

/* Is it known to be another in each request? */
bool mh_witness_varies(const char *name);

/* perl opens something before it has read the script. */
void mh_witness_opened(int fd, const char *path);
void mh_witness_before_read(int fd);
void mh_witness_before_write(int fd);

/* --- witness_list.c: files that were looked at --- */

/* path may be relative, to the directory of descriptor at (or AT_FDCWD). */
void mh_witness_note(mh_file_kind_e kind, const struct stat *status, int at,
                     const char *path);
/* stat() or lstat(), by kind, and note. */
void mh_witness_note_path(mh_file_kind_e kind, int at, const char *path);

/* --- witness_environ.c --- */

/* Its value; NULL: there is none, or the process has stopped before. */
const char *mh_witness_variable(const char *name);
/*
 * A function of libc comes that reads environ: it finds no more than these
 * there (NULL ends them), each of which is looked at. What it is given back
 * with; NULL: the process has stopped, and has an environ of its own.
 */
char **mh_witness_lend(const char *const *names);
void mh_witness_give_back(char **own);
void mh_witness_environ_on(void);
/* Tells when a module that is loaded ahead left a variable changed. */
void mh_witness_environ_off(void);

/* --- witness_date.c: the parts of the date --- */

bool mh_witness_date_agrees(void);
/* Inside an operator that takes no more of the time than the date. */
bool mh_witness_date_only(void);

/* --- witness_perl.c: what the parts without perl.h ask of Perl --- */

/* " at FILE line N" of what runs now. */
void mh_witness_place(char *buffer, size_t size);
/* Does perl's lexer read from this descriptor? */
bool mh_witness_is_script(int fd);
/* Is this what perl was given as its script? */
bool mh_witness_is_script_name(const char *path);
/* Is the operator that runs one that asks for a file's status? */
bool mh_witness_in_status(void);
/* Perl looks for a file that `require` or `do` has named. */
bool mh_witness_in_require(void);
void mh_witness_perl_start(void);
void mh_witness_variables_on(void);
void mh_witness_variables_off(void);

/* --- witness_descriptor.c --- */

void mh_witness_descriptors_on(void);
/* NULL, or why what is left open cannot be: a sentence's rest. */
const char *mh_witness_descriptors_off(void);

/* --- hidden_require.c --- */

void mh_hidden_wrap(void);
/* The key of the file that is being loaded; it stays where it is. */
const char *mh_hidden_current(void);

#endif
