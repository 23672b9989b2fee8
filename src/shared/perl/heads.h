/*
 * heads.h - the heads of all of an interpreter's values. Perl keeps them in
 * arenas, and has no public function that walks through the arenas.
 */
#ifndef MEHARI_SHARED_PERL_HEADS_H
#define MEHARI_SHARED_PERL_HEADS_H

#include <stdbool.h>

#include <EXTERN.h>
#include <perl.h>

typedef bool mh_heads_visit_t(pTHX_ SV *sv, void *data);

/* Visits values until visit() returns true. */
static inline bool mh_heads_visit(pTHX_ mh_heads_visit_t *visit, void *data)
{
    for (SV *arena = PL_sv_arenaroot; arena; arena = MUTABLE_SV(SvANY(arena))) {
        SV *end = &arena[SvREFCNT(arena)];

        for (SV *sv = arena + 1; sv < end; sv++)
            if (SvTYPE(sv) != (svtype)SVTYPEMASK && SvREFCNT(sv) &&
                visit(aTHX_ sv, data))
                return true;
    }
    return false;
}

#endif
