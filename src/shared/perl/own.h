/*
 * own.h - static variables of which each interpreter has its own.
 *
 * They are ordinary variables, and those of the interpreter that is current.
 * The linker puts them next to one another, so that one exchange replaces all
 * of them by another interpreter's (module/perl/parent.c). Variables of the
 * process, constants, and httpd's are not among them.
 */
#ifndef MEHARI_SHARED_PERL_OWN_H
#define MEHARI_SHARED_PERL_OWN_H

#define MH_OWN __attribute__((section("mh_own")))

#endif
