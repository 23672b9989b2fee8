/*
 * heads.h - the heads of all of an interpreter's values. Perl has them in
 * arenas, and no public function that goes through these.
 */
#ifndef MEHARI_SHARED_PERL_HEADS_H
#define MEHARI_SHARED_PERL_HEADS_H

#include <stdbool.h>

#include <EXTERN.h>
#include <perl.h>

typedef bool mh_heads_visit_t(pTHX_ SV *sv, void *data);

/* Visits values until visit says so: true. */
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
