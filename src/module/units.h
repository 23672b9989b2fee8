/*
 * units.h - the table that Perl's life walks (module/perl/unit.h).
 */
#ifndef MEHARI_MODULE_UNITS_H
#define MEHARI_MODULE_UNITS_H

#include "module/perl/unit.h"

extern const mh_unit_t mh_units[];

#endif
