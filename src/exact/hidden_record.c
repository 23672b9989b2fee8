/*
 * hidden_record.c - what a load names: each operator is looked at before it
 * runs.
 */
#define PERL_NO_GET_CONTEXT
#include "exact/hidden_proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More packages bar a module. */
#define SLOTS 1024 /* a power of two */
#define NAMES_MAX 8192

static struct {
    runops_proc_t real;
    HV *stashes[SLOTS];
    size_t count;
    bool signals;          /* %SIG was named */
    bool modules;          /* %INC or @INC was */
    char names[NAMES_MAX]; /* packages that are not there, each with a NUL */
    size_t names_size;
    char why[256];
} record;

static void bar(const char *what, const char *name)
{
    if (!record.why[0])
        snprintf(record.why, sizeof(record.why), "%s%s", what, name);
}

static void note_stash(pTHX_ HV *stash)
{
    size_t at = (PTR2UV(stash) * UINT64_C(0x9E3779B97F4A7C15)) >> 40;

    /* Perl's own modules ask %main:: whether there is a package. */
    if (stash == PL_defstash)
        return;

    for (at &= SLOTS - 1; record.stashes[at]; at = (at + 1) & (SLOTS - 1))
        if (record.stashes[at] == stash)
            return;
    if (++record.count > SLOTS / 2) {
        bar("names too many packages", "");
        return;
    }
    record.stashes[at] = stash;
}

/*
 * Variables of main that every package sees. Those of which the value does not
 * matter, as it is varied, watched, the same for ever, or looked at when the
 * module is shown: see hidden_proof.c.
 */
static bool is_allowed(const char *name)
{
    static const char *const words[] = { "ENV",        "ARGV",
                                         "STDOUT",     "STDERR",
                                         "\024AINT",   "\027ARNING_BITS",
                                         "\025NICODE", "\025TF8LOCALE",
                                         "\014AST_FH" };

    /* ^H ^O ^V ^W ^X are among them. */
    if (name[0] && !name[1])
        return strchr("_@!0123456789&`'+/\\,;\"|]ab\010\017\026\027\030",
                      name[0]);
    for (size_t i = 0; i < C_ARRAY_LENGTH(words); i++)
        if (strEQ(name, words[i]))
            return true;
    return strnEQ(name, "_<", 2);
}

/* Of package main, or any that perl looks for there. */
static void note_main(const char *name)
{
    if (strEQ(name, "SIG"))
        record.signals = true;
    else if (strEQ(name, "INC"))
        record.modules = true;
    else if (!is_allowed(name))
        bar("names a variable or function of main: ", name);
}

static bool is_package(const char *name, STRLEN length)
{
    return length > 2 && memcmp(name + length - 2, "::", 2) == 0;
}

static void note_glob(pTHX_ const GV *gv)
{
    HV *stash = isGV_with_GP(gv) ? GvSTASH(gv) : NULL;

    if (!stash)
        return;
    if (stash != PL_defstash)
        note_stash(aTHX_ stash);
    else if (is_package(GvNAME(gv), (STRLEN)GvNAMELEN(gv)) && GvHV(gv))
        note_stash(aTHX_ GvHV(gv)); /* a package itself: its names */
    else
        note_main(GvNAME(gv));
}

static bool is_of_main(pTHX_ const char *name)
{
    static const char *const words[] = {
        "ENV", "INC", "ARGV", "SIG", "STDIN", "STDOUT", "STDERR", "ARGVOUT"
    };

    if (!isIDFIRST_A(name[0]) || !name[1])
        return true;
    for (size_t i = 0; i < C_ARRAY_LENGTH(words); i++)
        if (strEQ(name, words[i]))
            return true;
    return CopSTASH(PL_curcop) == PL_defstash;
}

static void note_absent(const char *name, size_t length)
{
    if (record.names_size + length >= NAMES_MAX) {
        bar("names too many packages", "");
        return;
    }
    memcpy(record.names + record.names_size, name, length);
    record.names_size += length;
    record.names[record.names_size++] = '\0';
}

/*
 * A name that is made up while it runs. It is not looked up: perl would make
 * more of what is there.
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
        note_main(name);
        return;
    }
    stash = last ? gv_stashpvn(name, (U32)(last - name), 0)
                 : CopSTASH(PL_curcop);
    if (strchr(name, '\''))
        bar("names what only an old perl would: ", name);
    else if (stash)
        note_stash(aTHX_ stash);
    else
        note_absent(name, (size_t)(last - name));
}

static void note_operand(pTHX)
{
    SV *sv = *PL_stack_sp;

    if (isGV_with_GP(sv))
        note_glob(aTHX_(const GV *) sv);
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
        note_glob(aTHX_(const GV *) sv);
    else if (SvTYPE(sv) == SVt_PVCV)
        code = (const CV *)sv;
    gv = code && CvHASGV(code) ? CvGV((CV *)code) : NULL;
    if (gv && GvSTASH(gv) != PL_defstash)
        note_glob(aTHX_ gv);
}

/* A method may be found in each of the class's parents. */
static void note_class(pTHX)
{
    SV *sv = *(PL_stack_base + TOPMARK + 1);
    HV *stash = NULL;
    AV *line;

    if (SvROK(sv))
        stash = SvOBJECT(SvRV(sv)) ? SvSTASH(SvRV(sv)) : NULL;
    else if (SvPOK(sv))
        stash = gv_stashsv(sv, 0);
    if (!stash)
        return;
    line = mro_get_linear_isa(stash);
    for (SSize_t i = 0; i <= av_top_index(line); i++) {
        HV *parent = gv_stashsv(*av_fetch(line, i, 0), 0);

        if (parent && parent != PL_defstash)
            note_stash(aTHX_ parent);
    }
}

static void note_item(pTHX_ const UNOP_AUX_item *item)
{
    SV *sv = UNOP_AUX_item_sv(item);

    if (sv)
        note_glob(aTHX_(const GV *) sv);
}

/* The operands of $foo[1]{$bar}: see perl's op.h. */
static void note_parts(pTHX_ const UNOP_AUX_item *item)
{
    UV actions = item->uv;

    for (;; actions >>= MDEREF_SHIFT) {
        switch (actions & MDEREF_ACTION_MASK) {
        case MDEREF_reload:
            actions = (++item)->uv << MDEREF_SHIFT;
            continue;
        case MDEREF_AV_gvav_aelem:
        case MDEREF_HV_gvhv_helem:
        case MDEREF_AV_gvsv_vivify_rv2av_aelem:
        case MDEREF_HV_gvsv_vivify_rv2hv_helem:
            note_item(aTHX_++ item);
            break;
        case MDEREF_AV_padav_aelem:
        case MDEREF_HV_padhv_helem:
        case MDEREF_AV_padsv_vivify_rv2av_aelem:
        case MDEREF_HV_padsv_vivify_rv2hv_helem:
            item++;
            break;
        default:
            break;
        }
        if ((actions & MDEREF_INDEX_MASK) == MDEREF_INDEX_gvsv)
            note_item(aTHX_++ item);
        else if (actions & MDEREF_INDEX_MASK)
            item++;
        if (actions & MDEREF_FLAG_last)
            return;
    }
}

static void look_at(pTHX)
{
    switch (PL_op->op_type) {
    case OP_GV:
    case OP_GVSV:
    case OP_AELEMFAST:
        note_glob(aTHX_ cGVOP_gv);
        break;
    case OP_MULTIDEREF:
        note_parts(aTHX_ cUNOP_AUXx(PL_op)->op_aux);
        break;
    case OP_RV2SV:
    case OP_RV2AV:
    case OP_RV2HV:
    case OP_RV2GV:
    case OP_RV2CV:
        note_operand(aTHX);
        break;
    case OP_ENTERSUB:
        note_code(aTHX);
        break;
    case OP_METHOD:
    case OP_METHOD_NAMED:
    case OP_METHOD_SUPER:
    case OP_METHOD_REDIR:
    case OP_METHOD_REDIR_SUPER:
        note_class(aTHX);
        break;
    case OP_SELECT:
        bar("looks at the selected handle, or sets it", "");
        break;
    case OP_RAND:
    case OP_SRAND:
        bar("draws a random number", "");
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
    record.signals = false;
    record.modules = false;
    record.names_size = 0;
    record.why[0] = '\0';
    record.real = PL_runops;
    PL_runops = run_operators;
}

const char *mh_record_end(pTHX)
{
    PL_runops = record.real;
    return record.why[0] ? record.why : NULL;
}

bool mh_record_has_modules(void)
{
    return record.modules;
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
