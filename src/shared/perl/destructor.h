/*
 * destructor.h - the sub that perl calls when the last reference to an object
 * goes. Perl decides so in sv.c, and has no function that tells.
 */
#ifndef MEHARI_SHARED_PERL_DESTRUCTOR_H
#define MEHARI_SHARED_PERL_DESTRUCTOR_H

#include <stdbool.h>

#include <EXTERN.h>
#include <perl.h>

/* Perl does not call an empty sub, or one that only returns. */
static inline bool mh_destructor_runs(const CV *code)
{
    const OP *first;

    if (!code || CvCONST(code))
        return false;
    if (CvISXSUB(code))
        return true;
    if (!CvSTART(code))
        return false;
    first = CvSTART(code)->op_next;
    return first->op_type != OP_LEAVESUB &&
           (first->op_type != OP_PUSHMARK ||
            first->op_next->op_type != OP_RETURN);
}

/* The search notes nothing in the package: a script would find a name there. */
static inline CV *mh_destructor_method(pTHX_ HV *class, const char *name)
{
    GV *method = gv_fetchmeth_pvn(class, name, strlen(name), -1, 0);

    return method ? GvCV(method) : NULL;
}

/* The class's DESTROY, or its AUTOLOAD; NULL: perl calls nothing. */
static inline const CV *mh_destructor(pTHX_ HV *class)
{
    const CV *code = HvNAME_HEK(class)
                         ? mh_destructor_method(aTHX_ class, "DESTROY")
                         : NULL;

    if (code)
        return mh_destructor_runs(code) ? code : NULL;
    return HvNAME_HEK(class) ? mh_destructor_method(aTHX_ class, "AUTOLOAD")
                             : NULL;
}

#endif
