/*
 * begin.h - blocks that perl runs as soon as they are compiled: BEGIN, and
 * `use`, which is one.
 */
#ifndef MEHARI_SHARED_PERL_BEGIN_H
#define MEHARI_SHARED_PERL_BEGIN_H

#include <EXTERN.h>
#include <perl.h>

#include <stdbool.h>

static inline bool mh_is_begin(pTHX_ const CV *code)
{
    const HEK *name = CvNAMED(code)   ? CvNAME_HEK((CV *)code)
                      : CvHASGV(code) ? GvNAME_HEK(CvGV((CV *)code))
                                      : NULL;

    return name && strEQ(HEK_KEY(name), "BEGIN");
}

#endif
