/*
 * witness_environ.h - the variables of the environment that code which is
 * compiled for many requests may look at: the view.
 *
 * %ENV itself is guarded (guard.h). A look at one of its elements by an
 * operator that we know (witness_element.c), or by getenv(), is answered from
 * the view, a hash of those variables that are the same for all requests of
 * the script. What was looked at, or not found, is a dependency; what was
 * written is done again to the %ENV of each request. All else meets the guard.
 */
#ifndef MEHARI_WITNESS_ENVIRON_H
#define MEHARI_WITNESS_ENVIRON_H

#include <EXTERN.h>
#include <perl.h>

#include "exact/witness_part.h"

/*
 * The value at key, made when it is not there and lvalue: to be read (a
 * dependency), to be written only, or to be kept by who asks. NULL: there is
 * none, or the process has stopped and the guard is open.
 */
typedef enum { MH_LOOK_READ, MH_LOOK_WRITE, MH_LOOK_KEEP } mh_look_e;
SV *mh_witness_fetch(pTHX_ const char *name, mh_look_e look);
bool mh_witness_exists(pTHX_ const char *name);
/* As delete does; wanted: what was there is looked at. A mortal, or NULL. */
SV *mh_witness_delete(pTHX_ const char *name, bool wanted);

/* Would the module (as given to mh_witness_set_whose) see the same in %ENV? */
bool mh_witness_module_agrees(const char *module);

/* The script has come to need it: what it looked at, the script did. */
void mh_witness_adopt(const char *module);

#endif
