/*
 * element.c - the operators that ask for an element of %ENV by its key,
 * answered from the view (environ.h).
 *
 * They know %ENV by its address, not by its name. Unclear cases (slices that
 * are local, autovivification, keys with magic) go to perl's own operators,
 * which meet the guard.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/environ/env_view.h"

#include "pool/perl/trace/guard.h"
#include "pool/perl/trace/operators.h"
#include "shared/perl/compat.h"

static Perl_ppaddr_t run_element;
static Perl_ppaddr_t run_exists;
static Perl_ppaddr_t run_delete;
static Perl_ppaddr_t run_slice;
static Perl_ppaddr_t run_multideref;

static bool is_environ(const SV *sv)
{
    return __builtin_expect(mh_guard_has(sv), 0) && SvTYPE(sv) == SVt_PVHV;
}

/* NULL: reading the key runs code, or the key cannot be a variable's name. */
static const char *name_of(pTHX_ SV *key)
{
    STRLEN length;
    const char *name;

    if (SvROK(key) || SvMAGICAL(key) || isGV_with_GP(key) || !SvOK(key))
        return NULL;
    name = SvPV_nomg_const(key, length);
    return SvUTF8(key) || strlen(name) != length ? NULL : name;
}

/* `$ENV{X} = ...` does not depend on the old value. Every other use might. */
static mh_look_e look_of(const OP *op)
{
    if (!(op->op_flags & OPf_MOD))
        return MH_LOOK_READ;
    return op->op_next && op->op_next->op_type == OP_SASSIGN ? MH_LOOK_WRITE
                                                             : MH_LOOK_KEEP;
}

/* --- `f($ENV{X})` where there is no variable X --- */

/* The element that %ENV has by now; NULL: none. */
static SV *present(pTHX_ const char *name)
{
    SV **value;

    if (mh_guard_is_closed() && mh_env_view_exists(aTHX_ name))
        return mh_env_view_fetch(aTHX_ name, MH_LOOK_READ);
    if (mh_guard_is_closed())
        return NULL;
    value = hv_fetch(mh_guard_hash(aTHX), name, (I32)strlen(name), 0);
    return value ? *value : NULL;
}

static int deferred_is_read(pTHX_ SV *sv, MAGIC *magic)
{
    sv_setsv_nomg(sv, present(aTHX_ magic->mg_ptr));
    return 0;
}

/* Now the element is made. */
static int deferred_is_written(pTHX_ SV *sv, MAGIC *magic)
{
    const char *name = magic->mg_ptr;
    SV *value;

    if (mh_guard_is_closed())
        value = mh_env_view_fetch(aTHX_ name, MH_LOOK_WRITE);
    else
        value = *hv_fetch(mh_guard_hash(aTHX), name, (I32)strlen(name), 1);
    sv_setsv_nomg(value, sv);
    SvSETMAGIC(value);
    return 0;
}

static const MGVTBL deferred_magic = { .svt_get = deferred_is_read,
                                       .svt_set = deferred_is_written };

/* A scalar that becomes an element if the called sub assigns to it. */
static SV *defer(pTHX_ const char *name)
{
    SV *sv = sv_newmortal();

    (void)sv_magicext(sv, NULL, PERL_MAGIC_ext, &deferred_magic, name,
                      (I32)strlen(name));
    return sv;
}

/* Value as pp_helem() returns it; NULL: perl's own operator handles it. */
static SV *element(pTHX_ const OP *op, SV *key)
{
    const char *name = name_of(aTHX_ key);
    mh_look_e look = look_of(op);
    SV *value;

    if (!name || op->op_private & OPpMAYBE_LVSUB)
        return NULL;
    if (op->op_private & OPpLVAL_INTRO)
        return mh_env_view_localize(aTHX_ name);
    if (op->op_private & OPpLVAL_DEFER && !mh_env_view_exists(aTHX_ name))
        return mh_guard_is_closed() && *name ? defer(aTHX_ name) : NULL;
    value = mh_env_view_fetch(aTHX_ name, look);
    if (!mh_guard_is_closed())
        return NULL;
    if (look == MH_LOOK_READ && value && SvGMAGICAL(value))
        mg_get(value);
    return value ? value : &PL_sv_undef;
}

static OP *look_at_element(pTHX)
{
    SV **sp = PL_stack_sp;
    SV *value;

    if (!is_environ(sp[-1]) || PL_op->op_private & OPpDEREF ||
        !(value = element(aTHX_ PL_op, *sp)))
        return run_element(aTHX);
    *--sp = value;
    PL_stack_sp = sp;
    return PL_op->op_next;
}

static SV *exists(pTHX_ SV *key)
{
    const char *name = name_of(aTHX_ key);
    SV *answer = name ? boolSV(mh_env_view_exists(aTHX_ name)) : NULL;

    return mh_guard_is_closed() ? answer : NULL;
}

static OP *look_at_exists(pTHX)
{
    SV **sp = PL_stack_sp;
    SV *answer;

    if (PL_op->op_private & OPpEXISTS_SUB || !is_environ(sp[-1]) ||
        !(answer = exists(aTHX_ * sp)))
        return run_exists(aTHX);
    *--sp = answer;
    PL_stack_sp = sp;
    return PL_op->op_next;
}

/* Returns a value even in void context. */
static SV *take(pTHX_ SV *key)
{
    const char *name = name_of(aTHX_ key);
    SV *value = name ? mh_env_view_delete(aTHX_ name, GIMME_V != G_VOID) : NULL;

    if (!name || !mh_guard_is_closed())
        return NULL;
    return value ? value : &PL_sv_undef;
}

/* `delete @ENV{qw(IFS CDPATH ENV BASH_ENV)};` */
static bool delete_all(pTHX_ SV **first, SV **last)
{
    for (SV **at = first; at <= last; at++)
        if (!name_of(aTHX_ * at))
            return false;
    while (first <= last)
        take(aTHX_ * first++);
    return true;
}

static OP *look_at_delete(pTHX)
{
    SV **sp = PL_stack_sp;
    SV *value;

    if (PL_op->op_private & (OPpLVAL_INTRO | OPpKVSLICE))
        return run_delete(aTHX);
    if (PL_op->op_private & OPpSLICE) {
        SV **mark = PL_stack_base + TOPMARK;

        if (!is_environ(*sp) || GIMME_V != G_VOID ||
            !delete_all(aTHX_ mark + 1, sp - 1))
            return run_delete(aTHX);
        (void)POPMARK;
        PL_stack_sp = mark;
        return PL_op->op_next;
    }
    if (!is_environ(sp[-1]) || !(value = take(aTHX_ * sp)))
        return run_delete(aTHX);
    if (GIMME_V != G_VOID)
        *--sp = value;
    else
        sp -= 2;
    PL_stack_sp = sp;
    return PL_op->op_next;
}

/* All keys are noted before one is replaced by its value. */
static bool note_all(pTHX_ SV **first, SV **last)
{
    for (SV **at = first; at <= last; at++) {
        const char *name = name_of(aTHX_ * at);

        if (!name)
            return false;
        mh_env_view_fetch(aTHX_ name, MH_LOOK_READ);
        if (!mh_guard_is_closed())
            return false;
    }
    return true;
}

/* `my ($x, $y) = @ENV{qw(X Y)};`, and the assignment to a slice. */
static OP *look_at_slice(pTHX)
{
    SV **sp = PL_stack_sp;
    SV **mark = PL_stack_base + TOPMARK;

    if (!is_environ(*sp) || GIMME_V != G_LIST ||
        PL_op->op_private & (OPpLVAL_INTRO | OPpMAYBE_LVSUB) ||
        !note_all(aTHX_ mark + 1, sp - 1))
        return run_slice(aTHX);
    (void)POPMARK;
    for (SV **at = mark + 1; at < sp; at++)
        *at = element(aTHX_ PL_op, *at);
    PL_stack_sp = sp - 1;
    return PL_op->op_next;
}

/* --- OP_MULTIDEREF: `$ENV{X}`, `$ENV{$name}`, `$alias->{X}` --- */

static SV *item(pTHX_ const UNOP_AUX_item *item)
{
#ifdef USE_ITHREADS
    return PAD_SVl(item->pad_offset);
#else
    return item->sv;
#endif
}

static const SV *referred(SV *sv)
{
    return sv && SvROK(sv) ? SvRV(sv) : NULL;
}

/* The hash that the only step begins with; NULL: there are more steps. */
static const SV *base_of(pTHX_ const UNOP_AUX_item *items)
{
    if (!(items[0].uv & MDEREF_FLAG_last))
        return NULL;
    switch (items[0].uv & MDEREF_ACTION_MASK) {
    case MDEREF_HV_gvhv_helem:
        return (const SV *)GvHV((const GV *)item(aTHX_ & items[1]));
    case MDEREF_HV_padhv_helem:
        return PAD_SVl(items[1].pad_offset);
    case MDEREF_HV_gvsv_vivify_rv2hv_helem:
        return referred(GvSV((const GV *)item(aTHX_ & items[1])));
    case MDEREF_HV_padsv_vivify_rv2hv_helem:
        return referred(PAD_SVl(items[1].pad_offset));
    default:
        return NULL;
    }
}

static SV *key_of(pTHX_ const UNOP_AUX_item *items)
{
    switch (items[0].uv & MDEREF_INDEX_MASK) {
    case MDEREF_INDEX_const:
        return item(aTHX_ & items[2]);
    case MDEREF_INDEX_padsv:
        return PAD_SVl(items[2].pad_offset);
    case MDEREF_INDEX_gvsv:
        return GvSVn((GV *)item(aTHX_ & items[2]));
    default:
        return &PL_sv_undef;
    }
}

static SV *multideref(pTHX_ const OP *op, SV *key)
{
    if (op->op_private & OPpMULTIDEREF_EXISTS)
        return exists(aTHX_ key);
    if (op->op_private & OPpMULTIDEREF_DELETE)
        return op->op_private & OPpLVAL_INTRO ? NULL : take(aTHX_ key);
    return element(aTHX_ op, key);
}

static OP *look_at_multideref(pTHX)
{
    const UNOP_AUX_item *items = cUNOP_AUXx(PL_op)->op_aux;
    SV *value;
    dSP;

    if (!mh_guard_is_closed() || !is_environ(base_of(aTHX_ items)) ||
        !(value = multideref(aTHX_ PL_op, key_of(aTHX_ items))))
        return run_multideref(aTHX);
    XPUSHs(value);
    PUTBACK;
    return PL_op->op_next;
}

void mh_trace_wrap_elements(void)
{
    run_element = mh_trace_wrap(OP_HELEM, look_at_element);
    run_exists = mh_trace_wrap(OP_EXISTS, look_at_exists);
    run_delete = mh_trace_wrap(OP_DELETE, look_at_delete);
    run_slice = mh_trace_wrap(OP_HSLICE, look_at_slice);
    run_multideref = mh_trace_wrap(OP_MULTIDEREF, look_at_multideref);
}
