/*
 * own.h - static variables of which each interpreter has its own.
 *
 * They are ordinary variables, and those of the interpreter that is current.
 * The linker puts them next to one another, so that what another interpreter
 * has in their place can be exchanged for them as one piece (perl/parent.c).
 * What is of the process, or constant, or one of httpd's, is not among them.
 */
#ifndef MEHARI_OWN_H
#define MEHARI_OWN_H

#define MH_OWN __attribute__((section("mh_own")))

#endif
