/*
 * arrival.h - modules that a program loads while it runs.
 *
 * They stay loaded, like those that it loads while it is compiled. Between the
 * two functions all that comes into being is the module's.
 */
#ifndef MEHARI_FRESH_ARRIVAL_H
#define MEHARI_FRESH_ARRIVAL_H

#include <EXTERN.h>
#include <perl.h>

typedef struct mh_arrival_t {
    void (*arriving)(pTHX_ void *data);
    void (*arrived)(pTHX_ void *data);
    void *data;
    HV *required; /* names => number of the run; 0: compilation */
    IV run;
} mh_arrival_t;

/* Wraps require, once per process, before code is compiled. */
void mh_arrival_install(void);

/*
 * Whose require it is from now on; NULL: nobody's. Run 0 is its compilation,
 * in which nobody is told of anything.
 */
void mh_arrival_tell(mh_arrival_t *arrival);

#endif
