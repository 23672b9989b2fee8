/*
 * environment_slots.h - the scalars of an %ENV with CGI's variables, kept from
 * one request to the next.
 *
 * A slot is a variable's name and its scalar in the hash. Variables come in
 * the same order each time, so filling is usually a walk along the slots that
 * compares names and values. Once Perl code has touched the hash nothing is
 * taken for granted, and the next filling starts from an empty one.
 */
#ifndef MEHARI_MODULE_REQUEST_ENVIRONMENT_ENVIRONMENT_SLOTS_H
#define MEHARI_MODULE_REQUEST_ENVIRONMENT_ENVIRONMENT_SLOTS_H

#include "module/common/mehari.h"

/* A new interpreter: forget the scalars of the last one. */
void mh_environment_slots_boot(void);

/*
 * Notes that Perl code, or a change of the server's variables, has changed the
 * hash.
 */
void mh_environment_slots_disturbed(void);

/*
 * Fills hash with the variables of base, overridden by vars, and no others. The
 * caller tells the hash's magic that Perl code does not write here.
 */
void mh_environment_slots_fill(pTHX_ HV *hash, HV *base,
                               const apr_table_t *vars);

/*
 * The scalar of one variable, put into hash ahead of the filling, which leaves
 * it alone. value NULL: the variable is one of the server's own. *place: where
 * it was found last time. NULL: the whole hash has to be filled.
 */
SV *mh_environment_slots_read(pTHX_ HV *hash, const char *key,
                              const char *value, int *place);

/*
 * True if a variable has been read like this since the last filling. For
 * another request: no variable has been read.
 */
bool mh_environment_slots_reading(void);
void mh_environment_slots_unread(void);

/* Puts a scalar of the caller's into the hash until the next filling. */
bool mh_environment_slots_put(pTHX_ HV *hash, const char *key, SV *sv);

#endif
