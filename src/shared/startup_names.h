/*
 * startup_names.h - variables of a request's environment that matter before a
 * script is compiled. Knows neither httpd nor Perl.
 */
#ifndef MEHARI_SHARED_STARTUP_NAMES_H
#define MEHARI_SHARED_STARTUP_NAMES_H

#include <stdbool.h>

/* True for entries ("NAME=value") that perl and setlocale() read: perlrun(1),
 * perllocale(1), locale(7). */
bool mh_startup_names_perl(const char *entry);
/* True for entries that ld.so and malloc read: ld.so(8), mallopt(3). */
bool mh_startup_names_loader(const char *entry);

#endif
