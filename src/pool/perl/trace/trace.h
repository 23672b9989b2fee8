/*
 * trace.h - the looks and acts of code that runs while a script is compiled.
 *
 * Code that was compiled for one request is used for others. So while a zygote
 * compiles, every call of libc that could show it the request, or change
 * something outside of this process, comes here first. So do a few of Perl's
 * operators and variables. The functions are defined in this executable, which
 * exports them, so that libperl's and every XS module's calls are bound to
 * them. These looks and acts are of three kinds:
 *
 *   a dependency  what can be looked at again: files, directories, names that
 *                 are not there (mh_trace_files); variables of the
 *                 environment, the argument words, the date
 *                 (mh_trace_agrees). Requests share it until it changes.
 *   nothing       what is the same for each request, or is kept by fork():
 *                 cwd, umask, user, host name, %SIG, locale.
 *   unshareable   all else: the process that compiles stops before the effect
 *                 happens, and is forked for each request there.
 *
 * Runs in bases, zygotes, and for a moment in their children. When the trace is
 * off, a call costs the test of a flag. One thread, one interpreter.
 */
#ifndef MEHARI_POOL_PERL_TRACE_TRACE_H
#define MEHARI_POOL_PERL_TRACE_TRACE_H

#include "shared/wire/wire.h"

/*
 * Wraps Perl's operators before anything is compiled: before perl_alloc(), once
 * in the base. loading() returns the key of the file that is being loaded
 * ahead, "" for none; its result stays where it is. is_perls() is true for a
 * file in perl's own library folders.
 */
void mh_trace_start(const char *(*loading)(void),
                    bool (*is_perls)(const char *path));

/*
 * Calls hook once, inside perl_parse(), when perl is about to read the first
 * byte of the script: the interpreter is complete (%ENV, @INC, STDIN), its
 * lexer waits in read(). fd is the script's descriptor; perl then reads the
 * file that hook puts there by dup2(). The trace is off during the hook, unless
 * the hook turns it on, which then lasts. NULL takes the hook back.
 */
void mh_trace_at_script(void (*hook)(int fd, void *context), void *context);

/*
 * Sets the environment that compile-time code may see (list NAME=value). %ENV,
 * @ARGV and environ themselves are guarded from the first call on, if not from
 * the first mh_trace_on(), which takes the present ones.
 */
void mh_trace_environ_is(const mh_wire_field_t *list);

/*
 * Turns the trace on until mh_trace_off(). unshareable is called before the
 * effect, in the middle of the running code, with a sentence's rest such as
 * "asks for the time at /srv/x.pl line 3"; the trace is off then. It may call
 * mh_trace_stop(), or end the process by _exit(); if it just returns, the
 * effect happens and the trace is on again.
 */
void mh_trace_on(void (*unshareable)(void *context, const char *what),
                 void *context);

/*
 * Turns the trace off, at the end of perl_parse(). May first call unshareable
 * itself, for things that code left behind: pending output of C's stdio, for
 * example. Descriptors of plain files and directories are given to each child
 * anew: mh_trace_reopen().
 */
void mh_trace_off(void);

/*
 * Ends the trace for good, inside of unshareable. When unshareable returns, the
 * effect happens, in each process that was forked meanwhile. Returns NULL, or
 * why the work so far cannot be kept by fork(), as mh_trace_off() finds it.
 */
const char *mh_trace_stop(void);

/*
 * Sets the variables known to differ between requests: a list of names from
 * mh_trace_agrees(). A look at one is unshareable. Call it before the trace is
 * on. The list must stay in memory.
 */
void mh_trace_set_varies(const mh_wire_field_t *names);

/*
 * The files that were looked at since the last call, which may have been that
 * of a process that this one was forked from: MH_TAG_FILES
 * (shared/wire/files.h), without duplicates, including the shared objects that
 * are loaded. Valid until the trace is turned on again.
 */
const char *mh_trace_files(size_t *size);

/*
 * True if the compiled code may run a request with this environment (list
 * NAME=value) and these words. Compares all variables that were looked at, what
 * the system answers, and the date. False: *varies names the variable that
 * differs; NULL when that is the system or the date, which stay for a while.
 * Variables that hidden modules looked at do not count before the modules are
 * shown; modules that disagree are not shown then. Call it in the child, before
 * anything is changed.
 */
bool mh_trace_agrees(const mh_wire_field_t *environ,
                     const mh_wire_field_t *words, const char **varies);

/* The same for the environment alone. */
bool mh_trace_environ_agrees(const mh_wire_field_t *environ, const char **name);

/*
 * Repeats compile-time changes of %ENV. Call it in the child with the trace
 * off, when %ENV and environ hold the request's variables.
 */
void mh_trace_apply_environ(void);

/*
 * Gives every descriptor of a plain file or directory that code left open (DATA
 * among them, the script's own too) an open file description of its own at the
 * same offset, in the child. 0, or the errno of the failure.
 */
int mh_trace_reopen(void);

/*
 * NULL, or the end of a sentence that says which memory of this process its
 * forks would share or lose, but for what mh_rollback_owns(). The function
 * reads the kernel's list of mappings, so it finds each, whatever call made it.
 * It takes a millisecond. Call it with the trace off.
 */
const char *mh_trace_memory(void);

/* True if the trace is on. */
bool mh_trace_is_on(void);

#endif
