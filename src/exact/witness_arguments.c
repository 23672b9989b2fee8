/*
 * witness_arguments.c - @ARGV: a request has words there when its query holds
 * no "=". Compile-time code that looks sees those of one request.
 */
#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <perl.h>

#include "exact/witness.h"
#include "exact/witness_operators.h"
#include "exact/witness_part.h"

static struct {
    bool seen;
    char *words; /* as in a list of the wire, at the first look */
    size_t size;
} arguments;

static Perl_check_t check_array;
static Perl_ppaddr_t run_element;
static Perl_ppaddr_t run_multideref;

static void keep_word(pTHX_ SV *word)
{
    STRLEN length;
    const char *text = SvPV(word, length);
    char *words = realloc(arguments.words, arguments.size + length + 1);

    if (!words)
        abort();
    memcpy(words + arguments.size, text, length);
    words[arguments.size + length] = '\0';
    arguments.words = words;
    arguments.size += length + 1;
}

void mh_witness_note_arguments(void)
{
    dTHX;
    AV *array = PL_argvgv ? GvAV(PL_argvgv) : NULL;

    mh_witness_tell_for(MH_WHOSE_MODULE, "looks at @ARGV");
    if (mh_witness_is_strict() || mh_witness_varies(MH_VARIES_ARGUMENTS))
        mh_witness_tell("looks at @ARGV");
    if (!mh_watching() || arguments.seen ||
        mh_witness_whose() != MH_WHOSE_SCRIPT)
        return;
    arguments.seen = true;
    for (SSize_t i = 0; array && i <= av_top_index(array); i++) {
        SV **word = av_fetch(array, i, 0);

        if (word)
            keep_word(aTHX_ * word);
    }
}

bool mh_witness_saw_arguments(void)
{
    return arguments.seen;
}

bool mh_witness_arguments_agree(const mh_wire_field_t *args)
{
    return !arguments.seen ||
           (arguments.size == args->size &&
            (!args->size ||
             memcmp(arguments.words, args->data, args->size) == 0));
}

/* --- the operators that can look --- */

static OP *look_at_array(pTHX)
{
    if (mh_watching())
        mh_witness_note_arguments();
    return PL_ppaddr[OP_RV2AV](aTHX);
}

static OP *check(pTHX_ OP *op)
{
    OP *kid;

    op = check_array(aTHX_ op);
    if (op->op_type != OP_RV2AV || !(op->op_flags & OPf_KIDS))
        return op;
    kid = cUNOPx(op)->op_first;
    if (kid->op_type == OP_GV && PL_argvgv && cGVOPx_gv(kid) == PL_argvgv)
        op->op_ppaddr = look_at_array;
    return op;
}

/*
 * $ARGV[0]: the optimizer has made one operator of three. Perl gives the one
 * for lexical arrays the same function.
 */
static OP *look_at_element(pTHX)
{
    if (mh_watching() && PL_op->op_type == OP_AELEMFAST &&
        cGVOP_gv == PL_argvgv)
        mh_witness_note_arguments();
    return run_element(aTHX);
}

/* $ARGV[$i], and longer ways that begin there. */
static OP *look_at_multideref(pTHX)
{
    if (mh_watching() && PL_argvgv &&
        mh_witness_begins_with(aTHX_ PL_op, MDEREF_AV_gvav_aelem) == PL_argvgv)
        mh_witness_note_arguments();
    return run_multideref(aTHX);
}

void mh_witness_wrap_arguments(void)
{
    dTHXa(PERL_GET_CONTEXT);

    wrap_op_checker(OP_RV2AV, check, &check_array);
    run_element = PL_ppaddr[OP_AELEMFAST];
    PL_ppaddr[OP_AELEMFAST] = look_at_element;
    run_multideref = PL_ppaddr[OP_MULTIDEREF];
    PL_ppaddr[OP_MULTIDEREF] = look_at_multideref;
}
