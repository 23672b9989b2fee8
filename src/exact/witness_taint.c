/*
 * witness_taint.c - operators that start a process, under -T: perl looks first
 * whether %ENV is what it should be, and does not find it so while the witness
 * watches it (witness_environ.c).
 */
#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <perl.h>

#include "exact/witness_operators.h"
#include "exact/witness_part.h"

enum { BACKTICK, SYSTEM, EXEC, GLOB, OPEN, OPERATORS };

static const int types[OPERATORS] = { OP_BACKTICK, OP_SYSTEM, OP_EXEC, OP_GLOB,
                                      OP_OPEN };
static Perl_ppaddr_t real[OPERATORS];

/* `open` with a command: the sign stands in its mode, or in its only word. */
static bool opens_command(pTHX)
{
    for (SV **at = PL_stack_base + TOPMARK + 1; at <= PL_stack_sp; at++)
        if (SvPOK(*at) && memchr(SvPVX(*at), '|', SvCUR(*at)))
            return true;
    return false;
}

static OP *look(pTHX)
{
    int i = 0;

    while (i < OPERATORS - 1 && types[i] != PL_op->op_type)
        i++;
    if (mh_watching() && TAINTING_get && (i != OPEN || opens_command(aTHX)))
        mh_witness_tell("starts a process");
    return real[i](aTHX);
}

void mh_witness_wrap_taint(void)
{
    for (int i = 0; i < OPERATORS; i++) {
        real[i] = PL_ppaddr[types[i]];
        PL_ppaddr[types[i]] = look;
    }
}
