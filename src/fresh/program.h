/*
 * program.h - a script that is compiled once and runs many times, each time
 * as the main program and from the state right after its compilation.
 *
 * Runs in an httpd child (prefork) or a worker, in the one interpreter of the
 * process; nothing here knows of httpd. What a request brings (%ENV, @ARGV,
 * STDIN and STDOUT) the caller provides before each run.
 *
 * Programs of one process may all be in package main: only one of them is
 * *installed* at a time. Running or compiling another takes its symbols out of
 * the symbol table, where they wait.
 */
#ifndef MEHARI_FRESH_PROGRAM_H
#define MEHARI_FRESH_PROGRAM_H

#include <EXTERN.h>
#include <perl.h>

typedef struct mh_program_t mh_program_t;

typedef struct mh_program_end_t {
    int status;  /* as of wait(): exit code << 8 */
    bool ran;    /* false: it was spoilt already */
    bool spoilt; /* cannot run again: free it, and compile anew */
} mh_program_end_t;

/* Once per process, before the interpreter compiles anything. */
void mh_program_prepare(void);

/*
 * From here on begin is called before a script is compiled and end when it is,
 * in which all of its BEGIN blocks run and nothing of what is done here.
 */
void mh_program_watch(void (*begin)(void), void (*end)(void));

/*
 * Compiles the script; BEGIN blocks and `use` run, once for all runs. NULL:
 * there is no program (it does not compile, or exits while it is compiled);
 * perl has said why on STDERR, and *status is that of the process that perl
 * would have been. What BEGIN blocks change in %ENV, which must be whole when
 * this is called, each run changes. The package is NULL for main. Scripts whose
 * first line has -T, or names a program that is not perl, do not compile.
 */
mh_program_t *mh_program_compile(pTHX_ const char *path, const char *package,
                                 int *status);

/*
 * Puts its symbols into the symbol table, which mh_program_run() does by
 * itself: for a caller that has variables to provide. False: it is spoilt.
 */
bool mh_program_install(pTHX_ mh_program_t *program);

/*
 * A program is running: no other may be compiled, run, removed or freed before
 * it has ended (a request inside a request).
 */
bool mh_program_busy(void);

/* Does its code start other processes, or end this one? */
bool mh_program_needs_process(pTHX_ const mh_program_t *program);

/* Runs it: body, END blocks, destructors; then all is as before. */
mh_program_end_t mh_program_run(pTHX_ mh_program_t *program);

/* Takes the symbols of what is installed out of the symbol table. */
void mh_program_remove(pTHX);

void mh_program_free(pTHX_ mh_program_t *program);

/*
 * What perl has while no program is installed is noted anew: this is another
 * process, which has its own. None is installed.
 */
void mh_program_renew(pTHX);

/* The interpreter ends; there are no programs any more. */
void mh_program_end(pTHX);

#endif
