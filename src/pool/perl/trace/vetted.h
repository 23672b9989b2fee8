/*
 * vetted.h - looks that are known to show nothing of a request: the rows of
 * lib/Mehari/vetted.list, and of the operator's own files.
 *
 * A row holds for one statement of a module in perl's own folders, or for one
 * library while perl loads it; the file belongs to root, and nobody else may
 * write to it. Random numbers, effects and all of %ENV or @ARGV are never
 * vetted.
 *
 * Runs in bases, zygotes and their children.
 */
#ifndef MEHARI_POOL_PERL_TRACE_VETTED_H
#define MEHARI_POOL_PERL_TRACE_VETTED_H

#include <stdbool.h>

#include <EXTERN.h>
#include <perl.h>

/* Adds a file's rows. NULL, or what is wrong with it, from malloc(). */
char *mh_vetted_read(const char *file);

/*
 * True if there is a row for that look at the running place. what is the
 * report's sentence without its place.
 */
bool mh_vetted_has(const char *what);

/* True if a call in the file may be put off. */
bool mh_vetted_concerns(const char *file);

/*
 * True if a vetted row says to delay the call of name, which perl is compiling.
 */
bool mh_vetted_puts_off(const char *name);

/*
 * True if the destructor (or AUTOLOAD) of a class, or its END block, does
 * nothing that could be noticed at the end of a process.
 */
bool mh_vetted_ends(pTHX_ const CV *destructor, HV *class);

/* True for magic of a library that only frees what it has: its table. */
bool mh_vetted_frees(const void *table);

/* True if `each %ENV` is in a loop that only goes through %ENV. */
bool mh_vetted_goes_through(void);

#endif
