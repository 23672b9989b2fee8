/*
 * assignment.h - the assignments of compile-time code to variables of the
 * environment. They are repeated on the environ of each request.
 *
 * %ENV and environ are two things. A fetch can make an element of %ENV that
 * environ does not have; an assigned undef is an empty variable there; a tied
 * element has one value in environ, and another for code that reads it. So the
 * elements of the view (env_view.h) have the magic of elements of %ENV: perl
 * calls its function for each assignment, also through a reference or an alias.
 * Runs in bases and zygotes; mh_assignment_repeat() in a child.
 */
#ifndef MEHARI_POOL_PERL_ENVIRON_ASSIGNMENT_H
#define MEHARI_POOL_PERL_ENVIRON_ASSIGNMENT_H

#include <EXTERN.h>
#include <perl.h>

/* Gives a new element of the view its magic. */
void mh_assignment_watch(pTHX_ SV *element, const char *name, I32 length);

/* Notes that the variable was deleted, from environ too. */
void mh_assignment_gone(const char *name);

/* Makes an element of the view one of %ENV, with perl's own table. */
void mh_assignment_release(SV *element);

/* Repeats on the request's environ the changes that were made before. */
void mh_assignment_repeat(pTHX);

#endif
