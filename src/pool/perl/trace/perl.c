/*
 * perl.c - Perl's state: the running line, and variables that perl fills
 * without asking libc.
 */
#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <perl.h>

#include "pool/perl/trace/later.h"
#include "pool/perl/trace/magic.h"
#include "pool/perl/trace/operators.h"
#include "pool/perl/trace/part.h"

typedef struct special_t {
    const char *name; /* as Perl keeps it */
    const char *what;
    mh_whose_e whose; /* code for which it differs each time */
    const char *change;
} special_t;

static const special_t specials[] = {
    { "\024", "looks at $^T", MH_WHOSE_SCRIPT, "changes $^T" },
    { "0", "looks at $0", MH_WHOSE_ANY, "changes $0" },
};

/* NULL before Perl has started. */
static PerlInterpreter *interpreter(void)
{
    return PERL_GET_CONTEXT;
}

Perl_ppaddr_t mh_trace_wrap(int type, Perl_ppaddr_t function)
{
    Perl_ppaddr_t real = PL_ppaddr[type];

    PL_ppaddr[type] = function;
    return real;
}

void mh_trace_perl_start(void)
{
    mh_trace_wrap_elements();
    mh_trace_wrap_times();
    mh_trace_wrap_orders();
    mh_trace_wrap_srand();
    mh_later_start();
}

void mh_trace_place(char *buffer, size_t size)
{
    dTHXa(interpreter());
    const char *file;

    if (!size)
        return;
    buffer[0] = '\0';
    file = interpreter() && PL_curcop ? CopFILE(PL_curcop) : NULL;
    if (file)
        snprintf(buffer, size, " at %s line %ld", file,
                 (long)CopLINE(PL_curcop));
}

bool mh_trace_is_script(int fd)
{
    dTHXa(interpreter());

    return interpreter() && PL_parser && PL_parser->rsfp &&
           PerlIO_fileno(PL_parser->rsfp) == fd;
}

bool mh_trace_is_script_name(const char *path)
{
    dTHXa(interpreter());

    return interpreter() && PL_origfilename &&
           strcmp(PL_origfilename, path) == 0;
}

bool mh_trace_in_status(void)
{
    dTHXa(interpreter());

    if (!interpreter() || !PL_op)
        return false;
    switch (PL_op->op_type) {
    case OP_STAT:
    case OP_LSTAT:
    case OP_FTSIZE:
    case OP_FTZERO:
    case OP_FTMTIME:
    case OP_FTATIME:
    case OP_FTCTIME:
    case OP_FTROWNED:
    case OP_FTEOWNED:
        return true;
    default:
        return false;
    }
}

/* --- special variables --- */

static bool is_zero(pTHX_ const OP *op)
{
    SV *value;

    if (!op || op->op_type != OP_CONST)
        return false;
    value = cSVOPx_sv(op);
    return SvIOK(value) && SvIVX(value) == 0;
}

/*
 * True inside `substr(..., 0, 0)`, by which a module only asks whether data
 * from outside is tainted (perlsec).
 */
static bool for_taint_only(pTHX)
{
    OP *op = PL_op;

    for (int i = 0; op && op->op_type != OP_SUBSTR && i < 4; i++)
        op = op_parent(op);
    if (!op || op->op_type != OP_SUBSTR || op == PL_op)
        return false;
    op = OpSIBLING(cLISTOPx(op)->op_first);
    op = op ? OpSIBLING(op) : NULL;
    return op && is_zero(aTHX_ op) && is_zero(aTHX_ OpSIBLING(op));
}

static int special_is_read(pTHX_ SV *sv, MAGIC *magic)
{
    const special_t *special = (const special_t *)magic->mg_ptr;

    if (!for_taint_only(aTHX))
        mh_trace_unshareable_for(special->whose, special->what);
    return 0;
}

/*
 * Each request sets $^T for itself, and the words that the kernel shows; perl
 * writes a new $0 over these. Reported before the variable's own magic.
 */
static int special_is_written(pTHX_ SV *sv, MAGIC *magic)
{
    mh_trace_unshareable("%s", ((const special_t *)magic->mg_ptr)->change);
    return 0;
}

static MGVTBL special_magic = { .svt_get = special_is_read,
                                .svt_set = special_is_written };

/* Entries of %main:: that exist only because of the trace. */
static bool added[C_ARRAY_LENGTH(specials)];

/* Does not count as a mention for perl if the glob exists. */
static GV *glob_of(pTHX_ const special_t *special, bool *is_new)
{
    GV *glob = gv_fetchpv(special->name, 0, SVt_PV);

    *is_new = !glob;
    return glob ? glob : gv_fetchpv(special->name, GV_ADD, SVt_PV);
}

/* No code has mentioned the glob. perl makes it anew when code does. */
static void forget_glob(pTHX_ const special_t *special, const GV *glob)
{
    if (SvREFCNT(glob) == 1 && GvREFCNT(glob) == 1)
        (void)hv_delete(PL_defstash, special->name, (I32)strlen(special->name),
                        G_DISCARD);
}

void mh_trace_variables_on(void)
{
    dTHX;

    for (size_t i = 0; i < C_ARRAY_LENGTH(specials); i++) {
        GV *glob = glob_of(aTHX_ & specials[i], &added[i]);

        mh_trace_link(GvSVn(glob), &special_magic, (const char *)&specials[i]);
    }
}

void mh_trace_variables_off(void)
{
    dTHX;

    for (size_t i = 0; i < C_ARRAY_LENGTH(specials); i++) {
        GV *glob = gv_fetchpv(specials[i].name, 0, SVt_PV);

        if (!glob)
            continue;
        mh_trace_unlink(GvSVn(glob), PERL_MAGIC_ext, &special_magic);
        if (added[i])
            forget_glob(aTHX_ & specials[i], glob);
    }
}
