/*
 * glob_part.c - the parts of a glob, by the type of their value: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

const svtype mh_parts[MH_PARTS] = { SVt_PVCV, SVt_PVMG, SVt_PVAV,
                                    SVt_PVHV, SVt_PVIO, SVt_PVFM };

const void *mh_part_handle(const IO *io)
{
    if (!io)
        return NULL;
    if (IoIFP(io))
        return IoIFP(io);
    return IoOFP(io) ? (const void *)IoOFP(io) : IoDIRP((IO *)io);
}

void mh_part_set(GV *gv, svtype type, SV *value)
{
    switch (type) {
    case SVt_PVCV:
        GvCV_set(gv, (CV *)value);
        GvCVGEN(gv) = 0;
        break;
    case SVt_PVAV:
        GvAV(gv) = (AV *)value;
        break;
    case SVt_PVHV:
        GvHV(gv) = (HV *)value;
        break;
    case SVt_PVIO:
        GvIOp(gv) = (IO *)value;
        break;
    case SVt_PVFM:
        GvFORM(gv) = (CV *)value;
        break;
    default:
        GvSV(gv) = value;
    }
}

SV *mh_part_of(const GV *gv, svtype type)
{
    switch (type) {
    case SVt_PVCV:
        return (SV *)GvCVu(gv);
    case SVt_PVAV:
        return (SV *)GvAV(gv);
    case SVt_PVHV:
        return (SV *)GvHV(gv);
    case SVt_PVIO:
        return (SV *)GvIO(gv);
    case SVt_PVFM:
        return (SV *)GvFORM(gv);
    default:
        return GvSV(gv);
    }
}

/* Perl gives @ISA its magic before anything is in it. */
static bool is_tied_to_class(const SV *value)
{
    return SvTYPE(value) == SVt_PVAV &&
           SvMAGIC(value)->mg_type == PERL_MAGIC_isa &&
           !SvMAGIC(value)->mg_moremagic;
}

bool mh_part_is_empty(SV *value)
{
    if (SvREFCNT(value) != 1 || (SvMAGICAL(value) && !is_tied_to_class(value)))
        return false;
    switch (SvTYPE(value)) {
    case SVt_PVCV:
    case SVt_PVFM:
        return false;
    case SVt_PVIO:
        return !mh_part_handle((IO *)value);
    case SVt_PVAV:
        return AvFILLp((AV *)value) < 0;
    case SVt_PVHV:
        return !HvTOTALKEYS((HV *)value);
    default:
        return !SvOK(value);
    }
}
