/*
 * override.c - functions in CORE::GLOBAL, which perl compiles in the place of
 * its operators.
 *
 * A module that was loaded ahead was compiled without those of a script. It is
 * shown to a script with the same ones, or with one for `die` besides, as
 * CGI::Carp has it. In this case the module's `die` operators call that
 * function.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/part.h"

#include "shared/memory.h"

/*
 * An operator `die` of a module that was loaded ahead, or the note of the line
 * in front of it.
 */
typedef struct place_t {
    const OP *op;
    const mh_module_t *module;
} place_t;

static struct {
    peep_t peep;
    Perl_ppaddr_t die;
    Perl_ppaddr_t statement;
    place_t *list;
    size_t count;
    bool needed; /* a module was shown with a function that it lacks */
} places;

/* --- what is in CORE::GLOBAL --- */

static UV sum_of(const HE *entry)
{
    const GV *gv = (GV *)HeVAL(entry);

    if (!isGV_with_GP(gv))
        return HeHASH(entry);
    return GvCVu(gv) ? PTR2UV(GvCVu(gv)) ^ HeHASH(entry) : 0;
}

UV mh_overrides(pTHX)
{
    HV *stash = gv_stashpvs("CORE::GLOBAL", 0);
    HE **array = stash ? HvARRAY(stash) : NULL;
    UV sum = 0;

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            sum += sum_of(entry);
    return sum;
}

/* A prototype would change how perl parses the operands. NULL: there is none.
 */
static const HE *find_die(pTHX)
{
    HV *stash = gv_stashpvs("CORE::GLOBAL", 0);
    SV *key = newSVpvs_flags("die", SVs_TEMP);
    const HE *entry = stash ? hv_fetch_ent(stash, key, 0, 0) : NULL;
    const GV *gv = entry ? (GV *)HeVAL(entry) : NULL;

    return gv && isGV_with_GP(gv) && GvCVu(gv) && GvIMPORTED_CV(gv) &&
                   !SvPOK(GvCV(gv))
               ? entry
               : NULL;
}

CV *mh_override_of_die(pTHX)
{
    const HE *entry = find_die(aTHX);

    return entry ? GvCV((GV *)HeVAL(entry)) : NULL;
}

bool mh_overrides_may_show(pTHX_ const mh_module_t *module)
{
    UV now = mh_overrides(aTHX);
    const HE *entry = now == module->overrides ? NULL : find_die(aTHX);

    return now - (entry ? sum_of(entry) : 0) == module->overrides;
}

void mh_overrides_show(pTHX_ mh_module_t *module)
{
    module->lacks_die = mh_overrides(aTHX) != module->overrides;
    places.needed |= module->lacks_die;
}

/* --- where the operators are --- */

static OP *first_of(const OP *op)
{
    return op->op_flags & OPf_KIDS ? cUNOPx(op)->op_first : NULL;
}

/* An assignment to a variable of a package, or its `local`. */
static bool changes_package(const OP *op)
{
    switch (op->op_type) {
    case OP_GVSV:
    case OP_RV2SV:
    case OP_RV2AV:
    case OP_RV2HV:
    case OP_AELEM:
    case OP_HELEM:
    case OP_AV2ARYLEN:
        return op->op_flags & OPf_MOD;
    default:
        return false;
    }
}

static bool is_single_die(const OP *block);

/* True if perl makes a scope of a block for the sake of these operators. */
static bool needs_scope(const OP *op)
{
    switch (op->op_type) {
    case OP_MATCH:
    case OP_SUBST:
    case OP_QR:
    case OP_TRANS:
    case OP_TRANSR:
    case OP_SPLIT:
    case OP_ENTEREVAL:
    case OP_LEAVETRY:
    case OP_WARN:
    case OP_NEXT:
    case OP_LAST:
    case OP_REDO:
    case OP_GOTO:
    case OP_LEAVELOOP:
    case OP_NEXTSTATE:
        return true;
    case OP_LEAVE:
        return !is_single_die(op);
    default:
        break;
    }
    for (const OP *kid = first_of(op); kid; kid = OpSIBLING(kid))
        if (needs_scope(kid))
            return true;
    return changes_package(op);
}

static OP *statement_of(const OP *block)
{
    OP *enter = block->op_type == OP_LEAVE ? first_of(block) : NULL;
    OP *statement = enter ? OpSIBLING(enter) : NULL;

    return statement && statement->op_type == OP_NEXTSTATE ? statement : NULL;
}

/*
 * A block of one statement has a scope, and a line of its own, if the statement
 * has the operator. A function in its place has neither: messages then have
 * the line of what was executed before.
 */
static bool is_single_die(const OP *block)
{
    const OP *statement = statement_of(block);
    const OP *body = statement ? OpSIBLING(statement) : NULL;

    return body && !OpHAS_SIBLING(body) && !needs_scope(body);
}

static OP *run_die(pTHX);
static OP *run_statement(pTHX);

static void add_place(OP *op, Perl_ppaddr_t run, const mh_module_t *module)
{
    op->op_ppaddr = run;
    places.list = mh_grow(places.list, (places.count + 1) * sizeof(place_t));
    places.list[places.count++] = (place_t){ op, module };
}

static bool note_dies(OP *op, const mh_module_t *module)
{
    bool found = op->op_type == OP_DIE;
    OP *statement = statement_of(op);

    if (found)
        add_place(op, run_die, module);
    for (OP *kid = first_of(op); kid; kid = OpSIBLING(kid))
        found |= note_dies(kid, module);
    if (op->op_type == OP_SUBST && cPMOPx(op)->op_pmreplrootu.op_pmreplroot)
        found |= note_dies(cPMOPx(op)->op_pmreplrootu.op_pmreplroot, module);
    if (found && statement && is_single_die(op))
        add_place(statement, run_statement, module);
    return found;
}

/* Perl calls this for each function, when it has compiled it. */
static void look_at_code(pTHX_ OP *start)
{
    const char *key = mh_require_key(aTHX);
    OP *root = start;
    OP *above;

    places.peep(aTHX_ start);
    if (!key)
        return;
    while ((above = op_parent(root)))
        root = above;
    if (root->op_type == OP_LEAVESUB || root->op_type == OP_LEAVESUBLV)
        (void)note_dies(root, mh_module(key));
}

/* --- the operators --- */

static bool lacks_function(const OP *op)
{
    for (size_t i = places.count; places.needed && i-- > 0;)
        if (places.list[i].op == op)
            return places.list[i].module->lacks_die;
    return false;
}

static OP *run_die(pTHX)
{
    CV *code = lacks_function(PL_op) ? mh_override_of_die(aTHX) : NULL;

    if (!code)
        return places.die(aTHX);
    call_sv((SV *)code, GIMME_V);
    return NORMAL;
}

static OP *run_statement(pTHX)
{
    return lacks_function(PL_op) ? NORMAL : places.statement(aTHX);
}

void mh_overrides_begin(pTHX)
{
    places.statement = PL_ppaddr[OP_NEXTSTATE];
    places.die = PL_ppaddr[OP_DIE];
    places.peep = PL_peepp;
    PL_peepp = look_at_code;
}

void mh_overrides_end(pTHX)
{
    PL_peepp = places.peep;
}
