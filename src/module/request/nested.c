/*
 * nested.c - see nested.h.
 */
#include "module/request/nested.h"

#include "module/perl/interpreter.h"

void mh_nested_enter(pTHX_ mh_nested_t *nested, mh_context_t *inner)
{
    mh_context_t *current = mehari.current;

    nested->current = current;
    nested->outer = current && current != inner ? current : NULL;
    if (nested->outer) {
        nested->global = mehari.global;
        nested->error = newSVsv(ERRSV);
        mh_environment_push(aTHX_ & nested->environment);
    }
    mehari.current = inner;
}

void mh_nested_leave(pTHX_ mh_nested_t *nested, mh_context_t *inner)
{
    mehari.current = nested->current;
    if (!nested->outer)
        return;
    mh_environment_pop(aTHX_ & nested->environment, inner);
    mehari.global = nested->global;
    sv_setsv(ERRSV, nested->error);
    SvREFCNT_dec(nested->error);
}
