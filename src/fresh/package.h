/*
 * package.h - whose a package, a symbol or a file is: perl's, a module's, or
 * a program's.
 */
#ifndef MEHARI_FRESH_PACKAGE_H
#define MEHARI_FRESH_PACKAGE_H

#include <EXTERN.h>
#include <perl.h>

/* The package that an entry "NAME::" of a symbol table stands for, or NULL. */
HV *mh_package_of_entry(const HE *he);

/*
 * Not a module's, nor one that a module will load, and not perl's own. main
 * always is.
 */
bool mh_package_is_program(pTHX_ HV *stash);

/* A module has been loaded there. */
bool mh_package_is_there(pTHX_ HV *stash);

/* The program's, with all that is in it. */
bool mh_package_is_removable(pTHX_ HV *stash);

/*
 * A module's whose variables are about one request: they are put back as if
 * they were the program's.
 */
bool mh_package_is_reset(pTHX_ HV *stash);

/* One of perl's variables and handles, which special.h knows about. */
bool mh_package_is_reserved(pTHX_ GV *gv);

/* $^W and such, by name: they come into being when something looks. */
bool mh_package_is_perls(const HEK *key);

/* None of the glob's variables is magical. */
bool mh_package_is_plain(pTHX_ GV *gv);

/* A file that perl loads once; NULL is none. */
bool mh_package_file_is_module(const char *file);

#endif
