/*
 * objects.h - all objects of a script, without a search for them.
 *
 * Perl has no list of its objects. To find them, the heads of all its values
 * must be read: 60 us in a script with CGI.pm. So the objects are noted once,
 * and from then on each new one. Perl and libraries make them with sv_bless(),
 * which this program replaces; what perl makes itself is known by its class.
 */
#ifndef MEHARI_POOL_PERL_OBJECTS_H
#define MEHARI_POOL_PERL_OBJECTS_H

#include <EXTERN.h>
#include <perl.h>

/* Notes all present objects, in a zygote. */
void mh_objects_note(pTHX);

/* sv: NULL for a class that may have objects that are not noted. */
typedef void mh_objects_visit_t(pTHX_ SV *sv, HV *class, void *context);

/* Visits all objects. */
void mh_objects_visit(pTHX_ mh_objects_visit_t *visit, void *context);

#endif
