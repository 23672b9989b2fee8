/*
 * fresh.h - a zygote whose script is a program (fresh/program.h), and its
 * children, which serve one request after the other.
 *
 * The witness sees that compilation as it sees any other. What it tells cannot
 * be put back before each run, so there is no such zygote then: the script is
 * run exactly.
 */
#ifndef MEHARI_EXACT_FRESH_H
#define MEHARI_EXACT_FRESH_H

#include <EXTERN.h>
#include <perl.h>

#include "wire/wire.h"

/* In a base whose zygotes are fresh, before Perl compiles anything. */
void mh_fresh_prepare(void);

/*
 * In a zygote, whose perl has an empty main program: compiles the script and
 * says READY. Ends the process when that is not to be.
 */
void mh_fresh_compile(pTHX_ const mh_wire_stamp_t *stamp);

/* In a child of it, until nobody needs it, or it cannot serve another. */
_Noreturn void mh_fresh_serve(pTHX);

#endif
