/*
 * own.h - static variables with separate values for each interpreter.
 *
 * The variables are ordinary ones, with the values of the current interpreter.
 * The linker puts them next to one another, so that one copy exchanges all
 * values for those of another interpreter (module/perl/parent.c). Variables of
 * the process, constants, and httpd's variables are not among them.
 */
#ifndef MEHARI_SHARED_PERL_OWN_H
#define MEHARI_SHARED_PERL_OWN_H

#define MH_OWN __attribute__((section("mh_own")))

#endif
