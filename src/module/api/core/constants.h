/*
 * constants.h - the tables behind Apache2::Const, APR::Const and
 * ModPerl::Const.
 *
 * Nothing is registered at the start. When a program asks for a name, the name
 * is looked up here and becomes a constant sub. Runs wherever Perl runs.
 */
#ifndef MEHARI_MODULE_API_CORE_CONSTANTS_H
#define MEHARI_MODULE_API_CORE_CONSTANTS_H

#include "module/common/mehari.h"

typedef struct {
    const char *name;   /* as Perl sees it, without AP_ or APR_ */
    const char *string; /* the value; NULL: it is a number */
    IV number;
    const int *variable; /* place of the number; NULL: in `number` */
} mh_const_t;

typedef struct {
    const char *name;       /* "http", without the colon */
    const mh_const_t *rows; /* ended by one without a name */
} mh_const_group_t;

/* Ended by a group without a name. */
extern const mh_const_group_t mh_const_apache[];
extern const mh_const_group_t mh_const_apr[];

/*
 * Defines a constant, or a :group of them, of that module, and in the package
 * unless that is NULL. Croaks if there is none of that name.
 */
void mh_constants_define(pTHX_ const char *module, HV *into, const char *name);

#endif
