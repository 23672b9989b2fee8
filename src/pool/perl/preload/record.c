/*
 * record.c - the names that a load uses: each operator is examined before it
 * runs.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More packages bar a module. */
#define SLOTS 1024 /* a power of two */
#define NAMES_MAX 8192
/* More elements of %INC are all of it. */
#define KEYS 64

static struct {
    runops_proc_t real;
    HV *stashes[SLOTS];
    size_t count;
    bool signals;  /* %SIG was named */
    const SV *die; /* handlers at the begin */
    const SV *warn;
    bool handlers;        /* others were set */
    bool search;          /* @INC was */
    bool modules;         /* %INC was, as a whole */
    char *keys[KEYS + 1]; /* of %INC, that were looked at */
    size_t key_count;
    char names[NAMES_MAX]; /* packages that are not there, each with a NUL */
    size_t names_size;
    char why[256];
} record;

void mh_note_bar(const char *what, const char *name)
{
    if (!record.why[0])
        snprintf(record.why, sizeof(record.why), "%s%s", what, name);
}

static void note_stash(pTHX_ HV *stash)
{
    size_t at = (PTR2UV(stash) * UINT64_C(0x9E3779B97F4A7C15)) >> 40;

    for (at &= SLOTS - 1; record.stashes[at]; at = (at + 1) & (SLOTS - 1))
        if (record.stashes[at] == stash)
            return;
    if (++record.count > SLOTS / 2) {
        mh_note_bar("names too many packages", "");
        return;
    }
    record.stashes[at] = stash;
}

/*
 * Variables of main that every package sees. These may be used, since their
 * value is varied, watched, constant, or checked when the module is shown: see
 * proof.c.
 */
static bool is_allowed(const char *name)
{
    static const char *const words[] = { "ENV",        "ARGV",
                                         "STDOUT",     "STDERR",
                                         "\024AINT",   "\027ARNING_BITS",
                                         "\025NICODE", "\025TF8LOCALE",
                                         "\014AST_FH" };

    /* One-letter names include ^H ^O ^V ^W ^X. */
    if (name[0] && !name[1])
        return strchr("_@!0123456789&`'+/\\,;\"|]ab\010\017\026\027\030",
                      name[0]);
    for (size_t i = 0; i < C_ARRAY_LENGTH(words); i++)
        if (strEQ(name, words[i]))
            return true;
    return strnEQ(name, "_<", 2);
}

/* --- %INC, @INC and other names of main --- */

/* $foo, and not a part of @foo or %foo. */
static bool is_scalar(const OP *op)
{
    return op->op_type == OP_GVSV || op->op_type == OP_RV2SV;
}

/* Then the next operator has the glob, and shows more. */
static bool is_next(const OP *op, unsigned type)
{
    return op->op_type == OP_GV && op->op_next && op->op_next->op_type == type;
}

/* The operator shows which of the two it is about. */
static void note_inc(pTHX)
{
    OP *op = PL_op;

    if (is_next(op, OP_RV2AV) || is_next(op, OP_RV2HV))
        return;
    switch (op->op_type) {
    case OP_RV2AV:
    case OP_AELEMFAST:
        record.search = true;
        break;
    case OP_RV2HV:
        record.modules |= !mh_is_element(op);
        break;
    default:
        mh_note_bar("names *INC", "");
    }
}

void mh_note_search(void)
{
    record.search = true;
}

void mh_note_module(pTHX_ SV *key)
{
    STRLEN length;
    const char *text;

    if (!key || !SvPOK(key) || SvGMAGICAL(key)) {
        record.modules = true;
        return;
    }
    text = SvPV_nomg_const(key, length);
    for (size_t i = 0; i < record.key_count; i++)
        if (strEQ(record.keys[i], text))
            return;
    if (record.key_count == KEYS || strlen(text) != length || SvUTF8(key)) {
        record.modules = true;
        return;
    }
    record.keys[record.key_count] = strdup(text);
    if (!record.keys[record.key_count++])
        abort();
}

/* `ref *STDIN{IO}`, by which FileHandle asks for an old perl. */
static bool asks_for_class(pTHX_ const OP *op)
{
    if (op->op_type == OP_GV)
        op = op->op_next;
    if (!op || op->op_type != OP_RV2GV)
        return false;
    op = op->op_next;
    return op && op->op_type == OP_CONST &&
           strEQ(SvPV_nolen(cSVOPx_sv(op)), "IO") && op->op_next &&
           op->op_next->op_type == OP_GELEM && op->op_next->op_next &&
           op->op_next->op_next->op_type == OP_REF;
}

/*
 * Notes the use of a name of package main, or of one that perl looks for there.
 */
void mh_note_main(pTHX_ const char *name)
{
    if (strEQ(name, "SIG"))
        record.signals = true;
    else if (strEQ(name, "INC"))
        note_inc(aTHX);
    else if (strEQ(name, "STDIN") && asks_for_class(aTHX_ PL_op))
        return; /* see mh_proof_state_is_plain() */
    else if (!is_allowed(name) ||
             (isIDFIRST_A(name[0]) && name[1] && is_scalar(PL_op)))
        mh_note_bar("names a variable or function of main: ", name);
}

static bool is_package(const char *name, STRLEN length)
{
    return length > 2 && memcmp(name + length - 2, "::", 2) == 0;
}

/* A package itself. */
static void note_names(pTHX_ HV *stash)
{
    if (stash != PL_defstash)
        note_stash(aTHX_ stash);
    else if (!is_next(PL_op, OP_RV2HV) &&
             (PL_op->op_type != OP_RV2HV || !mh_is_element(PL_op)))
        mh_note_bar("asks what package main has", "");
}

void mh_note_glob(pTHX_ const GV *gv)
{
    HV *stash = isGV_with_GP(gv) ? GvSTASH(gv) : NULL;

    if (!stash)
        return;
    if (stash != PL_defstash)
        note_stash(aTHX_ stash);
    else if (is_package(GvNAME(gv), (STRLEN)GvNAMELEN(gv)) && GvHV(gv))
        note_names(aTHX_ GvHV(gv));
    else
        mh_note_main(aTHX_ GvNAME(gv));
}

static bool is_of_main(pTHX_ const char *name)
{
    static const char *const words[] = {
        "ENV", "INC", "ARGV", "SIG", "STDIN", "STDOUT", "STDERR", "ARGVOUT"
    };

    if (!isIDFIRST_A(name[0]) || strEQ(name, "_"))
        return true;
    for (size_t i = 0; i < C_ARRAY_LENGTH(words); i++)
        if (strEQ(name, words[i]))
            return true;
    return CopSTASH(PL_curcop) == PL_defstash;
}

static void note_absent(const char *name, size_t length)
{
    if (record.names_size + length >= NAMES_MAX) {
        mh_note_bar("names too many packages", "");
        return;
    }
    memcpy(record.names + record.names_size, name, length);
    record.names_size += length;
    record.names[record.names_size++] = '\0';
}

/*
 * Notes a name made at run time. It is not looked up, because perl would make
 * an entry for it.
 */
static void note_name(pTHX_ SV *sv)
{
    const char *name = SvPOK(sv) ? SvPVX(sv) : "_";
    const char *last = NULL;
    bool of_main = false;
    HV *stash;

    while (strnEQ(name, "main::", 6) || strnEQ(name, "::", 2)) {
        name += *name == ':' ? 2 : 6;
        of_main = true;
    }
    for (const char *at = strstr(name, "::"); at; at = strstr(at + 2, "::"))
        last = at;
    if (!last && name[0] && (of_main || is_of_main(aTHX_ name))) {
        mh_note_main(aTHX_ name);
        return;
    }
    stash = last ? gv_stashpvn(name, (U32)(last - name), 0)
                 : CopSTASH(PL_curcop);
    if (strchr(name, '\''))
        mh_note_bar("uses a name of an old perl: ", name);
    else if (stash)
        note_stash(aTHX_ stash);
    else
        note_absent(name, (size_t)(last - name));
}

void mh_note_value(pTHX_ SV *sv)
{
    if (isGV_with_GP(sv))
        mh_note_glob(aTHX_(const GV *) sv);
    else if (!SvROK(sv))
        note_name(aTHX_ sv);
}

static void note_code(pTHX)
{
    SV *sv = *PL_stack_sp;
    const CV *code = NULL;
    const GV *gv;

    if (SvROK(sv))
        sv = SvRV(sv);
    if (isGV_with_GP(sv))
        mh_note_glob(aTHX_(const GV *) sv);
    else if (SvTYPE(sv) == SVt_PVCV)
        code = (const CV *)sv;
    gv = code && CvHASGV(code) ? CvGV((CV *)code) : NULL;
    if (gv && GvSTASH(gv) != PL_defstash)
        mh_note_glob(aTHX_ gv);
}

void mh_note_package(pTHX_ const char *name, STRLEN length)
{
    HV *stash = gv_stashpvn(name, (U32)length, 0);

    if (stash == PL_defstash)
        mh_note_bar("asks what package main has", "");
    else if (stash)
        note_stash(aTHX_ stash);
    else
        note_absent(name, length);
}

static void note_name_of_class(pTHX_ SV *name)
{
    STRLEN length;
    const char *text = SvPV_nomg_const(name, length);

    mh_note_package(aTHX_ text, length);
}

/* A method may be found in each of the class's parents. */
static void note_class(pTHX_ SV *sv)
{
    HV *stash = NULL;
    AV *line;

    if (SvROK(sv))
        stash = SvOBJECT(SvRV(sv)) ? SvSTASH(SvRV(sv)) : NULL;
    else if (SvPOK(sv) && SvCUR(sv)) {
        note_name_of_class(aTHX_ sv);
        stash = gv_stashsv(sv, 0);
    }
    if (!stash)
        return;
    line = mro_get_linear_isa(stash);
    for (SSize_t i = 0; i <= av_top_index(line); i++)
        note_name_of_class(aTHX_ * av_fetch(line, i, 0));
}

/* Perl replaces both while it folds constants, where it calls neither. */
static bool has_other_handlers(pTHX)
{
    return PL_warnhook != PERL_WARNHOOK_FATAL &&
           (PL_diehook != record.die || PL_warnhook != record.warn);
}

static void look_at(pTHX)
{
    record.handlers |= has_other_handlers(aTHX);
    switch (PL_op->op_type) {
    case OP_GV:
    case OP_GVSV:
    case OP_AELEMFAST:
        mh_note_glob(aTHX_ cGVOP_gv);
        break;
    case OP_MULTIDEREF:
        mh_note_parts(aTHX_ cUNOP_AUXx(PL_op)->op_aux);
        break;
    case OP_HELEM:
    case OP_EXISTS:
    case OP_DELETE:
        mh_note_element(aTHX);
        break;
    case OP_RV2SV:
    case OP_RV2AV:
    case OP_RV2HV:
    case OP_RV2GV:
    case OP_RV2CV:
        mh_note_value(aTHX_ * PL_stack_sp);
        break;
    case OP_ENTERSUB:
        note_code(aTHX);
        break;
    case OP_METHOD:
    case OP_METHOD_NAMED:
    case OP_METHOD_SUPER:
    case OP_METHOD_REDIR:
    case OP_METHOD_REDIR_SUPER:
        note_class(aTHX_ * (PL_stack_base + TOPMARK + 1));
        break;
    case OP_SELECT:
        mh_note_bar("looks at the selected handle, or sets it", "");
        break;
    case OP_RAND:
    case OP_SRAND:
        mh_note_bar("makes a random number", "");
        break;
    default:
        break;
    }
}

static int run_operators(pTHX)
{
    do
        look_at(aTHX);
    while ((PL_op = PL_op->op_ppaddr(aTHX)));
    TAINT_NOT;
    return 0;
}

void mh_record_begin(pTHX)
{
    memset(record.stashes, 0, sizeof(record.stashes));
    record.count = 0;
    record.signals = record.search = record.modules = false;
    while (record.key_count)
        free(record.keys[--record.key_count]);
    record.names_size = 0;
    record.why[0] = '\0';
    record.real = PL_runops;
    PL_runops = run_operators;
}

void mh_record_handlers(pTHX)
{
    record.die = PL_diehook;
    record.warn = PL_warnhook;
    record.handlers = false;
}

bool mh_record_sets_handlers(void)
{
    return record.handlers;
}

const char *mh_record_end(pTHX)
{
    PL_runops = record.real;
    return record.why[0] ? record.why : NULL;
}

bool mh_record_has_search(void)
{
    return record.search;
}

bool mh_record_has_modules(void)
{
    return record.modules;
}

const char *const *mh_record_keys(void)
{
    record.keys[record.key_count] = NULL;
    return (const char *const *)record.keys;
}

bool mh_record_has_signals(void)
{
    return record.signals;
}

void mh_record_packages(pTHX_ void (*see)(pTHX_ const char *name, HV *stash,
                                          void *context),
                        void *context)
{
    const char *end = record.names + record.names_size;

    for (size_t i = 0; i < SLOTS; i++)
        if (record.stashes[i] && HvNAME_HEK(record.stashes[i]))
            see(aTHX_ HvNAME_get(record.stashes[i]), record.stashes[i],
                context);
    for (const char *at = record.names; at < end; at += strlen(at) + 1)
        see(aTHX_ at, gv_stashpv(at, 0), context);
}
