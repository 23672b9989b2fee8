/*
 * env_view.h - the view: the variables of the environment that code may see
 * while it is compiled for many requests.
 *
 * %ENV itself is guarded (guard.h). A look at one of its elements by an
 * operator that we know (element.c), or by getenv(), is answered from the view,
 * a hash of those variables that are the same for all requests of the script. A
 * variable that was looked at, or not found, is a dependency; a write is
 * repeated on the %ENV of each request. Any other access meets the guard.
 */
#ifndef MEHARI_POOL_PERL_ENVIRON_ENV_VIEW_H
#define MEHARI_POOL_PERL_ENVIRON_ENV_VIEW_H

#include <EXTERN.h>
#include <perl.h>

#include "pool/perl/trace/part.h"

/*
 * The value at key, for a caller that only reads it (the variable is then a
 * dependency), only writes it, or keeps a reference to it. With lvalue, a
 * missing value is made. NULL: there is none, or the process has stopped and
 * the guard is open.
 */
typedef enum { MH_LOOK_READ, MH_LOOK_WRITE, MH_LOOK_KEEP } mh_look_e;
SV *mh_env_view_fetch(pTHX_ const char *name, mh_look_e look);
bool mh_env_view_exists(pTHX_ const char *name);
/* The same, in place of the old scalar, for `local`; the caller puts the old
 * one back. */
SV *mh_env_view_renew(pTHX_ const char *name);
/* Deletes as delete does; wanted: the old value is looked at. A mortal, or
 * NULL. */
SV *mh_env_view_delete(pTHX_ const char *name, bool wanted);

/* A new scalar at key for the rest of the running block. NULL: the process has
 * stopped. */
SV *mh_env_view_localize(pTHX_ const char *name);

/* The hash of these elements: the view, or %ENV if the guard is open. */
HV *mh_env_view_elements(pTHX);

/* True if the module (as given to mh_trace_set_whose) would see the same in
 * %ENV. */
bool mh_env_view_module_agrees(const char *module);

/*
 * Counts a module's looks as the script's, because the script now needs the
 * module.
 */
void mh_env_view_adopt(const char *module);

#endif
