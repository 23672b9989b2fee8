/*
 * startup_names.h - variables of a request's environment that matter before a
 * script is compiled. Knows neither httpd nor Perl.
 */
#ifndef MEHARI_SHARED_STARTUP_NAMES_H
#define MEHARI_SHARED_STARTUP_NAMES_H

#include <stdbool.h>

/* Folders in which ld.so looks for libraries. The apachectl of httpd's sources
 * sets the variable, and sites do for the libraries of databases. */
#define MH_STARTUP_LIBRARIES "LD_LIBRARY_PATH="

/*
 * True for entries ("NAME=value") that perl and setlocale() read at the start:
 * perlrun(1), perllocale(1), locale(7); and for LD_LIBRARY_PATH.
 */
bool mh_startup_names_perl(const char *entry);
/* True for other entries that ld.so and malloc read: ld.so(8), mallopt(3). */
bool mh_startup_names_loader(const char *entry);

#endif
