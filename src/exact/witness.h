/*
 * witness.h - what code that runs while a script is compiled looks at or does.
 *
 * What was compiled for one request is used for others. So while a zygote
 * compiles, every call of libc that could show it the request, or change
 * something outside of this process, comes here first (the functions are
 * defined in this executable, which exports them, so that libperl's and every
 * XS module's calls are bound to them), and so do a few of Perl's operators and
 * variables. Three things can become of it:
 *
 *   a dependency  what can be looked at again: files, directories, names that
 *                 are not there (mh_witness_files); variables of the
 *                 environment, the argument words, the date
 *                 (mh_witness_agrees). Shared as long as it is the same.
 *   nothing       what is the same for each request, or is kept by fork():
 *                 cwd, umask, user, host name, %SIG, locale.
 *   it tells      all else: the process that compiles stops before the effect
 *                 happens, and is forked for each request there.
 *
 * Runs in bases, zygotes, and for a moment in their children. When the witness
 * is off, a call costs the test of a flag. One thread, one interpreter.
 */
#ifndef MEHARI_WITNESS_H
#define MEHARI_WITNESS_H

#include "wire/wire.h"

/*
 * Before perl_alloc(), once in the base: Perl's operators are wrapped before
 * anything is compiled. (It wraps require too: hidden.h needs no more.)
 */
void mh_witness_start(void);

/*
 * Calls hook once, inside perl_parse(), when perl is about to read the first
 * byte of the script: the interpreter is complete (%ENV, @INC, STDIN), its
 * lexer waits in read(). fd is the script's descriptor; what hook makes of it
 * by dup2() is what perl then reads. The witness is off during the hook, unless
 * the hook turns it on, which then lasts. NULL takes the hook back.
 */
void mh_witness_at_script(void (*hook)(int fd, void *context), void *context);

/*
 * What compile-time code may see of the environment, from here on (list
 * NAME=value). %ENV, @ARGV and environ themselves are guarded from the first
 * call on, if not from the first mh_witness_on(), which takes what is there.
 */
void mh_witness_environ_is(const mh_wire_field_t *list);

/*
 * From here until mh_witness_off(), what happens is watched. told is called
 * before the effect, in the middle of whatever runs, with a sentence's rest
 * such as "asks for the time at /srv/x.pl line 3"; the witness is off then. It
 * may call mh_witness_stop(), or end the process by _exit(); if it just comes
 * back, the effect happens and the witness is on again.
 */
void mh_witness_on(void (*told)(void *context, const char *what),
                   void *context);

/*
 * Ends it, at the end of perl_parse(). May tell itself (before it is off): of
 * what compile-time code left behind that cannot be shared, an open directory
 * or a pending output of C's stdio. Descriptors of plain files are given to
 * each child anew: mh_witness_reopen().
 */
void mh_witness_off(void);

/*
 * Ends it inside of told, for good: when told comes back, what it was called
 * for happens, in each process that was forked meanwhile. Returns NULL, or why
 * what was done so far cannot be kept by fork(), as mh_witness_off() tells it.
 */
const char *mh_witness_stop(void);

/*
 * What is another in each request, as far as that is known: a list of names as
 * mh_witness_agrees() gave them. A look at it tells. To be called before the
 * witness is on; the list has to stay.
 */
void mh_witness_set_varies(const mh_wire_field_t *names);

/*
 * All files that were looked at since the process (and those that it was
 * forked from) first turned the witness on: MH_TAG_FILES (wire/files.h),
 * without doubles, including the shared objects that are loaded. Valid until
 * the witness is turned on again.
 */
const char *mh_witness_files(size_t *size);

/*
 * May a request with this environment (list NAME=value) be run by what was
 * compiled? Compares what was looked at, and the date. False: *varies names the
 * variable that is different; NULL when that is the date, which is the same
 * again for a while. What hidden modules looked at does not count before they
 * are shown, and those that disagree then are not. To be called in the child,
 * before anything is changed.
 */
bool mh_witness_agrees(const mh_wire_field_t *environ, const char **varies);

/* The same for the environment alone. */
bool mh_witness_environ_agrees(const mh_wire_field_t *environ,
                               const char **name);

/*
 * Opens the guard where nobody forks: %ENV and environ are what compile-time
 * code has made of what it was given.
 */
void mh_witness_show(void);

/*
 * In the child, after %ENV and environ hold the request's variables, the
 * witness off: does to them what compile-time code did to %ENV.
 */
void mh_witness_apply_environ(void);

/*
 * In the child: gives every descriptor of a plain file that compile-time code
 * left open (DATA among them, the script's own too) an open file description
 * of its own at the same offset. 0, or the errno of what failed.
 */
int mh_witness_reopen(void);

/* Is the witness on? */
bool mh_witness_is_on(void);

#endif
